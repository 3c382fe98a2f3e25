#if canImport(CryptoKit)
import CryptoKit
import Foundation

/// SHA-256 through CryptoKit.
enum SHA256Hex {
    /// The digest of a string's UTF-8 bytes as lower-case hexadecimal digits.
    static func digest(of string: String) -> String {
        SHA256.hash(data: Data(string.utf8)).map { String(format: "%02x", $0) }.joined()
    }
}
#endif
