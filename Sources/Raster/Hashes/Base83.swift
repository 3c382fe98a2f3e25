/// The digits of a BlurHash.
enum Base83 {
    private static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)

    /// A number of a fixed count of digits, highest first.
    static func encode(_ value: Int, digits: Int) -> String {
        var rest = value
        var bytes: [UInt8] = []
        for _ in 0..<digits {
            bytes.insert(alphabet[rest % alphabet.count], at: 0)
            rest /= alphabet.count
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value of each character.
    ///
    /// - Throws: ``PlaceholderHashError/malformedBlurHash`` for any other character.
    static func digits(of text: String) throws -> [Int] {
        try text.utf8.map { byte in
            guard let digit = alphabet.firstIndex(of: byte) else {
                throw PlaceholderHashError.malformedBlurHash
            }
            return digit
        }
    }

    /// The number that a few digits stand for.
    static func value(_ digits: ArraySlice<Int>) -> Int {
        digits.reduce(0) { $0 * alphabet.count + $1 }
    }
}
