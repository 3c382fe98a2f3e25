import Foundation
import Raster

/// Writes APNG: frames filtered and compressed as still pictures are, without loss.
enum APNGWriter {
    /// Encodes frames of equal size; `loopCount` 0 plays without end.
    ///
    /// Throws ``ImageEncodingError`` or `RasterError`.
    static func encode(_ frames: [TimedBitmap], loopCount: Int) throws -> Data {
        guard let first = frames.first?.bitmap else { throw ImageEncodingError.noPixels }
        guard
            frames.allSatisfy({ $0.bitmap.width == first.width && $0.bitmap.height == first.height }
            )
        else { throw ImageEncodingError.failed(format: .png, reason: "frames differ in size") }
        let withAlpha = !frames.allSatisfy { $0.bitmap.hasOnlyOpaquePixels() }
        var png = PNGWriter.start(first, withAlpha: withAlpha)
        let counts =
            PNGWriter.bigEndian(UInt32(clamping: frames.count))
            + PNGWriter.bigEndian(UInt32(clamping: loopCount))
        PNGWriter.append(counts, type: "acTL", to: &png)
        var number: UInt32 = 0
        for (index, frame) in frames.enumerated() {
            PNGWriter.append(control(frame, number: number), type: "fcTL", to: &png)
            number += 1
            let pixels = try PNGWriter.compressedRows(of: frame.bitmap, withAlpha: withAlpha)
            if index == 0 {
                PNGWriter.append(pixels, type: "IDAT", to: &png)
            } else {
                PNGWriter.append(PNGWriter.bigEndian(number) + pixels, type: "fdAT", to: &png)
                number += 1
            }
        }
        PNGWriter.append(Data(), type: "IEND", to: &png)
        return png
    }

    /// A frame that replaces the whole canvas, its time in thousandths of a second.
    private static func control(_ frame: TimedBitmap, number: UInt32) -> Data {
        var body = PNGWriter.bigEndian(number)
        body += PNGWriter.bigEndian(UInt32(clamping: frame.bitmap.width))
        body += PNGWriter.bigEndian(UInt32(clamping: frame.bitmap.height))
        body += [0, 0, 0, 0, 0, 0, 0, 0]
        let milliseconds = frame.units(per: 1000, limit: Int(UInt16.max))
        body += [UInt8(milliseconds >> 8), UInt8(milliseconds & 0xFF), 0x03, 0xE8]
        // Keep afterwards; replace what was there.
        return body + [0, 0]
    }
}
