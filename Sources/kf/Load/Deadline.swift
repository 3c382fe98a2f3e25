import Foundation

/// An input took longer than `--timeout` allows.
struct DeadlineExceeded: Error, Equatable {
    /// The seconds that were allowed.
    let seconds: Double
}

/// Runs work that is cancelled when it takes too long.
///
/// - Parameters:
///   - seconds: The time allowed; nil for any.
///   - work: The work. Must end soon after its task is cancelled.
/// - Returns: What the work returns.
/// - Throws: ``DeadlineExceeded``, or what the work throws.
func withDeadline<Value: Sendable>(
    _ seconds: Double?, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    guard let seconds else { return try await work() }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: .seconds(seconds))
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let value = first else {
            throw DeadlineExceeded(seconds: seconds)
        }
        return value
    }
}
