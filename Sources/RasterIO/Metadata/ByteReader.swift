/// Reads numbers from bytes that nobody vouches for; everything outside them is nil.
struct ByteReader {
    /// Order of the bytes of a number.
    enum Endianness {
        case big, little
    }

    let bytes: UnsafeRawBufferPointer
    var endianness = Endianness.big

    var count: Int { bytes.count }

    func byte(at offset: Int) -> UInt8? {
        bytes.indices.contains(offset) ? bytes[offset] : nil
    }

    func uint16(at offset: Int) -> Int? {
        guard let first = byte(at: offset), let second = byte(at: offset &+ 1) else { return nil }
        return endianness == .big
            ? Int(first) << 8 | Int(second) : Int(second) << 8 | Int(first)
    }

    func uint32(at offset: Int) -> Int? {
        guard let first = uint16(at: offset), let second = uint16(at: offset &+ 2) else {
            return nil
        }
        return endianness == .big ? first << 16 | second : second << 16 | first
    }

    /// `length` bytes from `offset`, nil unless all of them are there.
    func slice(at offset: Int, length: Int) -> UnsafeRawBufferPointer? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
            return nil
        }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + length])
    }

    /// Whether the bytes at an offset are those of an ASCII or binary signature.
    func has(_ signature: [UInt8], at offset: Int) -> Bool {
        slice(at: offset, length: signature.count)?.elementsEqual(signature) ?? false
    }
}
