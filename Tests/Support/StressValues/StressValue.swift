public import Foundation

/// Bytes that show whether they are whole: their length, what they were made from, and a checksum.
public enum StressValue {
    /// Bytes for a number; between some and some ten thousand of them.
    public static func make(_ number: UInt64) -> Data {
        let length = 24 + Int(number &* 2_654_435_761 % 40_000)
        var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: length)
        withUnsafeBytes(of: number.littleEndian) { bytes.replaceSubrange(0..<8, with: $0) }
        withUnsafeBytes(of: UInt64(length).littleEndian) { bytes.replaceSubrange(8..<16, with: $0) }
        withUnsafeBytes(of: checksum(bytes[16...]).littleEndian) {
            bytes.append(contentsOf: $0)
        }
        return Data(bytes)
    }

    /// Whether bytes are whole.
    public static func isWhole(_ data: Data) -> Bool {
        guard data.count >= 32 else { return false }
        let bytes = [UInt8](data)
        let length = number(bytes[8..<16])
        guard length == UInt64(bytes.count - 8) else { return false }
        let sum = number(bytes[(bytes.count - 8)...])
        return sum == checksum(bytes[16..<(bytes.count - 8)])
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// FNV-1a, 64 bits (Fowler, Noll, Vo).
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
