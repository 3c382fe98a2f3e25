import KingfisherGTK
import Raster

/// Makes bitmaps from rows of BGRA values `0xAARRGGBB`.
func makeBitmap(_ rows: [[UInt32]]) throws -> Bitmap {
    try Bitmap(width: rows.first?.count ?? 0, height: rows.count) { buffer, bytesPerRow in
        for (y, row) in rows.enumerated() {
            for (x, value) in row.enumerated() {
                buffer.storeBytes(
                    of: value.littleEndian, toByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
            }
        }
    }
}

/// Makes an image of one opaque colour.
func makeImage(width: Int = 8, height: Int = 6, color: UInt32 = 0xFF20_6080) throws -> RasterImage {
    let row = [UInt32](repeating: color, count: width)
    return RasterImage(cgImage: try makeBitmap([[UInt32]](repeating: row, count: height)))
}
