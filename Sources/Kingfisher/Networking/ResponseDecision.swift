/// Keeps the end of a transfer from overtaking the decision on its response.
///
/// The decision is asynchronous, and FoundationNetworking does not wait for it.
struct ResponseDecision {
    /// How a transfer ended.
    struct End {
        /// Why it failed; nil when it succeeded.
        let error: (any Error)?
    }

    private var isRunning = false
    private var waiting: End?

    mutating func begin() { isRunning = true }

    /// Ends the decision and gives the end of the transfer that came meanwhile.
    mutating func end() -> End? {
        isRunning = false
        defer { waiting = nil }
        return waiting
    }

    /// Whether the end counts now; otherwise it waits for the decision.
    mutating func mayEnd(_ end: End) -> Bool {
        if isRunning { waiting = end }
        return !isRunning
    }
}
