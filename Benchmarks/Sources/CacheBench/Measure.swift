import Foundation

/// Takes the time of things side by side.
enum Measure {
    private static let clock = ContinuousClock()

    /// Seconds that a piece of work takes.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let duration = try clock.measure(body)
        return Double(duration.components.seconds)
            + Double(duration.components.attoseconds) / 1e18
    }

    /// Compares two pieces of work.
    ///
    /// Both run in turns, so that what slows the machine down slows both.
    ///
    /// - Parameters:
    ///   - rounds: How often both are measured, after a first time that does not count.
    ///   - subject: The one.
    ///   - baseline: The other one, which runs first in each round.
    /// - Returns: The median of how much longer the one takes than the other.
    static func ratio(
        rounds: Int = 15, of subject: () throws -> Void, to baseline: () throws -> Void
    ) rethrows -> Double {
        try baseline()
        try subject()
        let ratios = try (0..<rounds).map { _ in
            let base = try seconds(baseline)
            return try seconds(subject) / base
        }
        return ratios.sorted()[rounds / 2]
    }
}

/// A directory that is removed at the end.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("kingfisher-bench-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
