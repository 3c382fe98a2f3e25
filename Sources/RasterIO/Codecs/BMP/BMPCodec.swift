import Foundation
import Raster

/// Windows bitmaps: 1 to 32 bits, with masks or palette, plain or in runs.
struct BMPCodec: BuiltInCodec {
    let format = EncodedImageFormat.bmp

    func recognizes(_ prefix: UnsafeRawBufferPointer) -> Bool {
        prefix.starts(with: Array("BM".utf8)) && prefix.count > 26
    }

    func header(of data: Data) throws -> ImageHeader {
        try data.withUnsafeBytes { bytes in
            let reader = try reader(bytes)
            return ImageHeader(
                format: .bmp, storedWidth: reader.width, storedHeight: reader.height,
                hasAlpha: reader.hasAlpha)
        }
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        try data.withUnsafeBytes { bytes in
            let reader = try reader(bytes)
            try request.limits.check(width: reader.width, height: reader.height)
            let size = request.targetSize(width: reader.width, height: reader.height)
            return try reader.decode().resampled(width: size.width, height: size.height)
        }
    }

    private func reader(_ bytes: UnsafeRawBufferPointer) throws -> DIBReader {
        var fields = ByteReader(bytes: bytes)
        fields.endianness = .little
        return try DIBReader(bytes, at: 14, pixelOffset: fields.uint32(at: 10), format: .bmp)
    }
}
