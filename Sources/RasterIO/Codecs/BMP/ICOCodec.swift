import Foundation
import Raster

/// Windows icons and cursors: the largest picture in the file, bitmap or PNG.
struct ICOCodec: BuiltInCodec {
    let format = EncodedImageFormat.ico

    func recognizes(_ prefix: UnsafeRawBufferPointer) -> Bool {
        // Reserved 0, type 1 or 2, at least one picture whose reserved byte is 0.
        prefix.count >= 22
            && (prefix.starts(with: [0, 0, 1, 0]) || prefix.starts(with: [0, 0, 2, 0]))
            && prefix[5] == 0 && prefix[4] != 0 && prefix[9] == 0
    }

    func header(of data: Data) throws -> ImageHeader {
        try data.withUnsafeBytes { bytes in
            let picture = try picture(in: bytes)
            if picture.starts(with: PNGChunks.signature) {
                let chunks = try PNGChunks(picture)
                return ImageHeader(
                    format: .ico, storedWidth: chunks.width, storedHeight: chunks.height,
                    hasAlpha: true)
            }
            let reader = try DIBReader(picture, at: 0, pixelOffset: nil, format: .ico)
            return ImageHeader(
                format: .ico, storedWidth: reader.width, storedHeight: reader.height, hasAlpha: true
            )
        }
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        try data.withUnsafeBytes { bytes in
            let picture = try picture(in: bytes)
            if picture.starts(with: PNGChunks.signature) {
                return try PNGCodec().decode(Data(picture), request: request)
            }
            let reader = try DIBReader(picture, at: 0, pixelOffset: nil, format: .ico)
            try request.limits.check(width: reader.width, height: reader.height)
            let size = request.targetSize(width: reader.width, height: reader.height)
            return try reader.decode().resampled(width: size.width, height: size.height)
        }
    }

    /// The bytes of the picture with most pixels, then most bits.
    private func picture(in bytes: UnsafeRawBufferPointer) throws -> UnsafeRawBufferPointer {
        var reader = ByteReader(bytes: bytes)
        reader.endianness = .little
        var best: (score: Int, offset: Int, size: Int)?
        for index in 0..<(reader.uint16(at: 4) ?? 0) {
            let entry = 6 + 16 * index
            guard let width = reader.byte(at: entry), let height = reader.byte(at: entry + 1),
                let bits = reader.uint16(at: entry + 6), let size = reader.uint32(at: entry + 8),
                let offset = reader.uint32(at: entry + 12)
            else { break }
            // A side of 0 stands for 256.
            let pixels = (width == 0 ? 256 : Int(width)) * (height == 0 ? 256 : Int(height))
            let score = pixels * 64 + min(bits, 63)
            if score > best?.score ?? -1 { best = (score, offset, size) }
        }
        // A smaller picture is no stand-in for one that is cut off: the next load may bring it all.
        guard let best, let picture = reader.slice(at: best.offset, length: best.size) else {
            throw ImageDecodingError.truncated(format: .ico, rows: 0, height: 0)
        }
        return picture
    }
}
