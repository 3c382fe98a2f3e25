import Foundation

extension String {
    /// The only key that storages see: the key itself for the default processor, else key, `@` and
    /// the processor's identifier.
    func computedKey(with identifier: String) -> String {
        identifier.isEmpty ? self : "\(self)@\(identifier)"
    }
}

extension KingfisherWrapper where Base == String {
    /// The SHA-256 of the string's UTF-8 bytes as 64 lower-case hexadecimal digits.
    var sha256: String { SHA256Hex.digest(of: base) }

    /// The file extension that a key suggests: what follows the last dot before the first `@`, if
    /// that is 1 to 20 letters and digits.
    var ext: String? {
        let head = base.prefix { $0 != "@" }
        guard let dot = head.lastIndex(of: ".") else { return nil }
        let candidate = head[head.index(after: dot)...]
        guard
            (1...20).contains(candidate.count),
            candidate.allSatisfy({ $0.isLetter || $0.isNumber })
        else { return nil }
        return String(candidate)
    }
}
