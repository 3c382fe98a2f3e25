import Locking

/// Makes names for files that are being written, in a way that no two writers ever share one.
final class TemporaryNames: Sendable {
    /// How all names of this writer begin.
    let prefix: String
    private let lastNumber = Locked<UInt64>(0)

    init() {
        let writer = String(UInt64.random(in: 0 ... .max), radix: 36)
        prefix = CacheFileName.temporaryPrefix + writer + "-"
    }

    func next() -> String {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        return prefix + String(number, radix: 36)
    }
}
