import Foundation
import Testing

@testable import Kingfisher

@Suite("Interleavings of requests", .timeLimit(.minutes(2)))
struct InterleavingTests {
    /// Schedules in the normal run; set `KINGFISHER_SCHEDULES` for more, `KINGFISHER_SEED` for one.
    private static let environment = ProcessInfo.processInfo.environment
    private static let first = environment["KINGFISHER_SEED"].flatMap { UInt64($0) }
    private static let count = environment["KINGFISHER_SCHEDULES"].flatMap { UInt64($0) } ?? 3_000

    @Test("8.1: under any order of hits, misses, failures, cancels, retries and fallbacks, once")
    func exactlyOnce() throws {
        let stage = try InterleavingStage()
        let seeds = Self.first.map { $0...$0 } ?? 0...(Self.count - 1)
        var kinds: Set<String> = []
        for seed in seeds {
            let report = stage.play(seed: seed)
            #expect(
                report.problems.isEmpty,
                "seed \(seed): \(report.problems), after \(report.log.joined(separator: ", "))")
            kinds.formUnion(report.log)
        }
        guard Self.first == nil else { return }
        // The schedules really do what they are for.
        let expected = [
            "cancel", "stale", "callback", "process", "write", "decide", "read image",
            "read vanished", "read failure", "transfer a picture", "transfer a connectionLost",
        ]
        #expect(kinds.isSuperset(of: expected))
    }

    @Test("A seed gives the same schedule each time")
    func reproducible() throws {
        let (first, second) = (try InterleavingStage(), try InterleavingStage())
        for seed in UInt64(0)..<100 {
            #expect(first.play(seed: seed) == second.play(seed: seed), "seed \(seed)")
        }
    }
}
