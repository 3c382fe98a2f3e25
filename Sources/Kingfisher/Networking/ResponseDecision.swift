/// Keeps the end of a transfer from overtaking the decision on its response.
///
/// The decision is asynchronous, and FoundationNetworking does not wait for it.
struct ResponseDecision {
    /// How a transfer ended.
    struct End {
        /// Why it failed; nil when it succeeded.
        let error: (any Error)?
    }

    /// Those who decide: a session delegate may ask another one.
    private var deciders = 0
    private var waiting: End?

    mutating func begin() { deciders += 1 }

    /// Ends the decision of one, and after the last gives the end of the transfer that came meanwhile.
    mutating func end() -> End? {
        deciders = max(0, deciders - 1)
        guard deciders == 0 else { return nil }
        defer { waiting = nil }
        return waiting
    }

    /// Whether the end counts now; otherwise it waits for the decision.
    mutating func mayEnd(_ end: End) -> Bool {
        guard deciders > 0 else { return true }
        waiting = end
        return false
    }
}
