/// Counts overlapping activities, to tell the first beginning and the last end from the others.
package struct OverlapCounter {
    private var count = 0

    package init() {}

    /// Counts a beginning.
    ///
    /// - Returns: Whether nothing was under way before.
    package mutating func begin() -> Bool {
        count += 1
        return count == 1
    }

    /// Counts an end.
    ///
    /// One without a beginning is ignored.
    ///
    /// - Returns: Whether nothing is under way any more, and something was before.
    package mutating func end() -> Bool {
        guard count > 0 else { return false }
        count -= 1
        return count == 0
    }
}
