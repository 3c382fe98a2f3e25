import Foundation
import Raster

/// TIFF through libtiff: the first picture of a file, in any of the layouts libtiff can turn to RGB.
///
/// Grey and RGB of 8 or 16 bits in strips are decoded row by row; other layouts strip by strip or tile by tile, as
/// libtiff converts them to 8 bits.
struct TIFFCodec: BuiltInCodec {
    let format = EncodedImageFormat.tiff

    func recognizes(_ prefix: UnsafeRawBufferPointer) -> Bool {
        // Byte order, then 42 for classic files and 43 for those of more than 4 GB.
        let signatures: [[UInt8]] = [
            [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
        ]
        return signatures.contains { prefix.starts(with: $0) }
    }

    func header(of data: Data) throws -> ImageHeader {
        try data.withUnsafeBytes { bytes in
            let reader = try TIFFReader(bytes)
            return ImageHeader(
                format: .tiff, storedWidth: reader.width, storedHeight: reader.height,
                orientation: reader.orientation, bitsPerComponent: reader.bitsPerComponent,
                hasAlpha: reader.hasAlpha,
                colorProfileName: reader.profile.flatMap { ColorProfile.name(of: $0) })
        }
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        try data.withUnsafeBytes { bytes in
            let reader = try TIFFReader(bytes, maxPixels: request.limits.maxPixels)
            try request.limits.check(width: reader.width, height: reader.height)
            try reader.start()
            // Half a file is no stand-in for the picture.
            reader.encoded = request.allowsIncomplete ? nil : data
            let size = request.targetSize(width: reader.width, height: reader.height)
            return try reader.bitmap(
                size: size, orientation: reader.orientation,
                allowsIncomplete: request.allowsIncomplete)
        }
    }
}
