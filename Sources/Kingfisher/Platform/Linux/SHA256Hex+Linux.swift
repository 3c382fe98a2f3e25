#if os(Linux)
import CCrypto

/// SHA-256 through OpenSSL, which uses the processor's SHA instructions where there are any.
enum SHA256Hex {
    /// The digest of a string's UTF-8 bytes as lower-case hexadecimal digits.
    static func digest(of string: String) -> String {
        var string = string
        return string.withUTF8 { bytes in
            withUnsafeTemporaryAllocation(
                of: UInt8.self, capacity: Int(SHA256_DIGEST_LENGTH)
            ) { digest in
                ccrypto_sha256(bytes.baseAddress, bytes.count, digest.baseAddress)
                return hexadecimal(digest)
            }
        }
    }

    private static func hexadecimal(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> String {
        let digits: StaticString = "0123456789abcdef"
        return String(unsafeUninitializedCapacity: bytes.count * 2) { text in
            for (index, byte) in bytes.enumerated() {
                text[2 * index] = digits.utf8Start[Int(byte >> 4)]
                text[2 * index + 1] = digits.utf8Start[Int(byte & 0xF)]
            }
            return bytes.count * 2
        }
    }
}
#endif
