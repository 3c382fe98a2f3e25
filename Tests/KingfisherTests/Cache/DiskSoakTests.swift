import Foundation
import Kingfisher
import StressValues
import TestTools
import Testing

/// Whether the long form of a test is asked for.
private let isSoaking = ProcessInfo.processInfo.environment["SOAK"] == "1"

@Suite("Disk accidents", .timeLimit(.minutes(isSoaking ? 10 : 2)))
struct DiskSoakTests {
    private func storage(_ parent: TemporaryDirectory) throws -> DiskStorage.Backend<Data> {
        try DiskStorage.Backend(
            config: DiskStorage.Config(name: "stress", sizeLimit: 0, directory: parent.url))
    }

    @Test("a process killed during stores leaves whole entries or none, and nothing else")
    func killed() async throws {
        let parent = try TemporaryDirectory()
        var generator = SeededGenerator(seed: 11)
        for round in 0..<(isSoaking ? 1_000 : 15) {
            let stress = try StressProcess("store", parent.url.path, "\(round + 1)")
            stress.waitForOutput()
            usleep(UInt32.random(in: 0..<6_000, using: &generator))
            stress.kill()
            if round % 20 == 19 || round == 14 { try await check(parent) }
        }
        try await check(parent)
    }

    /// Opens what a killed process left.
    private func check(_ parent: TemporaryDirectory) async throws {
        let storage = try storage(parent)
        var sum = 0
        for key in 0..<40 {
            guard let data = try storage.value(forKey: "\(key)") else { continue }
            #expect(StressValue.isWhole(data))
            sum += data.count
        }
        #expect(sum > 0)
        #expect(try storage.totalSize() == UInt(sum))
        let path = storage.directoryURL.path
        let isTidy = await eventually {
            ((try? parent.contents(path)) ?? ["."]).allSatisfy { !$0.hasPrefix(".") }
        }
        #expect(isTidy)
    }

    @Test("two processes store, read, clear and trim one directory without an error")
    func twoProcesses() throws {
        let parent = try TemporaryDirectory()
        let seconds = isSoaking ? "60" : "2"
        let both = try (1...2).map {
            try StressProcess("mix", parent.url.path, "\($0)", seconds, "300000")
        }
        for process in both { #expect(process.wait() == 0, "\(process.errors)") }
        let storage = try storage(parent)
        let names = try parent.contents(storage.directoryURL.path)
        #expect(names.allSatisfy { !$0.hasPrefix(".") })
    }

    @Test(
        "a large cache opens in the background, answers meanwhile, and trims without delaying reads"
    )
    func manyEntries() async throws {
        let parent = try TemporaryDirectory()
        let count = isSoaking ? 100_000 : 5_000
        let first = try storage(parent)
        for number in 0..<count {
            try first.store(value: Data(count: 10), forKey: "\(number)")
        }
        let clock = ContinuousClock()
        let start = clock.now
        let storage = try storage(parent)
        let opening = clock.now - start
        #expect(try storage.value(forKey: "7")?.count == 10)
        #expect(await eventually { storage.entryTotal == UInt(count * 10) })
        let scan = clock.now - start
        // Not an absolute time: the constructor does not wait for the scan.
        #expect(opening < scan)
        storage.config.sizeLimit = UInt(count * 10)
        let reader = Task.detached { () -> Duration in
            var longest = Duration.zero
            for number in 0..<2_000 {
                let begin = clock.now
                _ = try? storage.value(forKey: "\(number)", extendingExpiration: .none)
                longest = max(longest, clock.now - begin)
            }
            return longest
        }
        let trimStart = clock.now
        #expect(try storage.removeSizeExceededValues().count == count / 2)
        let trimming = clock.now - trimStart
        // A read that had to wait for trimming would take as long.
        #expect(await reader.value < trimming)
        #expect(try storage.totalSize() == UInt(count * 5))
    }
}
