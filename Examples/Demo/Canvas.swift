import Foundation
import Kingfisher

/// A picture being put together: opaque pixels that are painted over.
struct Canvas {
    let width: Int
    let height: Int
    private var pixels: [Pixel]

    /// Creates a canvas of one colour.
    init(width: Int, height: Int, colour: Pixel) {
        self.width = width
        self.height = height
        pixels = Array(repeating: colour, count: width * height)
    }

    /// Lays a premultiplied pixel over what is there; nothing happens outside the canvas.
    mutating func paint(_ top: Pixel, x: Int, y: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        let below = pixels[y * width + x]
        pixels[y * width + x] = Pixel(
            red: Self.over(top.red, below.red, top.alpha),
            green: Self.over(top.green, below.green, top.alpha),
            blue: Self.over(top.blue, below.blue, top.alpha), alpha: 255)
    }

    /// Lays a bitmap over what is there, its top left corner at a place.
    mutating func draw(_ bitmap: Bitmap, x: Int, y: Int) {
        for row in 0..<bitmap.height {
            for column in 0..<bitmap.width {
                guard let pixel = bitmap.pixel(x: column, y: row) else { continue }
                paint(pixel, x: x + column, y: y + row)
            }
        }
    }

    /// Fills a rectangle with squares of two greys, on which transparency shows.
    mutating func checker(x: Int, y: Int, width: Int, height: Int, cell: Int = 10) {
        for row in 0..<height {
            for column in 0..<width {
                let level: UInt8 = (row / cell + column / cell).isMultiple(of: 2) ? 252 : 236
                paint(
                    Pixel(red: level, green: level, blue: level, alpha: 255), x: x + column,
                    y: y + row)
            }
        }
    }

    /// The canvas as a bitmap.
    ///
    /// - Throws: `RasterError` when there is no memory.
    func bitmap() throws -> Bitmap {
        try Bitmap(width: width, height: height, isOpaque: true) { bytes, bytesPerRow in
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = pixels[y * width + x]
                    let offset = y * bytesPerRow + x * 4
                    bytes[offset] = pixel.blue
                    bytes[offset + 1] = pixel.green
                    bytes[offset + 2] = pixel.red
                    bytes[offset + 3] = 255
                }
            }
        }
    }

    private static func over(_ top: UInt8, _ below: UInt8, _ alpha: UInt8) -> UInt8 {
        let rest = (Int(below) * (255 - Int(alpha)) + 127) / 255
        return UInt8(clamping: Int(top) + rest)
    }
}
