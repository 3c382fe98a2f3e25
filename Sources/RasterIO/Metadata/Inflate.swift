import CDeflate

/// Decompression of small pieces whose size nobody tells.
enum Inflate {
    /// Decompresses a zlib stream.
    ///
    /// - Parameters:
    ///   - bytes: The stream.
    ///   - limit: Most bytes to accept; a stream that expands to more is given up.
    /// - Returns: The bytes, nil for a damaged stream.
    static func zlib(_ bytes: UnsafeRawBufferPointer, limit: Int) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        // A stream expands at most 1032 times; start with what is likely.
        var capacity = min(limit, max(4096, bytes.count * 4))
        while true {
            var result = LIBDEFLATE_BAD_DATA
            let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                result = libdeflate_zlib_decompress(
                    decompressor, bytes.baseAddress, bytes.count, buffer.baseAddress, capacity,
                    &count)
                if result != LIBDEFLATE_SUCCESS { count = 0 }
            }
            if result == LIBDEFLATE_SUCCESS { return output }
            guard result == LIBDEFLATE_INSUFFICIENT_SPACE, capacity < limit else { return nil }
            capacity = min(limit, capacity * 4)
        }
    }
}
