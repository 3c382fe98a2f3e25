/// A key together with its hash, so that it is hashed once, and not inside a lock.
struct HashedKey: Sendable {
    let text: String
    /// The lower half of the key's hash, which is another one in every process.
    let hash: UInt32

    init(_ text: String) {
        self.text = text
        hash = UInt32(truncatingIfNeeded: text.hashValue)
    }
}

extension HashedKey: ExpressibleByStringInterpolation {
    init(stringLiteral value: String) { self.init(value) }
}
