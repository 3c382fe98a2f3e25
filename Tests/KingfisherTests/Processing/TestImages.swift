import Foundation
import Testing

@testable import Kingfisher

/// Images built in code for the tests of processing.
enum TestImages {
    /// An image in which red is x and green is y; opaque.
    static func coordinates(
        width: Int, height: Int, scale: CGFloat = 1, orientation: RasterImage.Orientation = .up
    ) throws -> RasterImage {
        try make(width: width, height: height, scale: scale, orientation: orientation) { x, y in
            Pixel(red: UInt8(x), green: UInt8(y), blue: 7, alpha: 255)
        }
    }

    /// An image of one colour.
    static func uniform(
        _ pixel: Pixel, width: Int, height: Int, scale: CGFloat = 1
    ) throws -> RasterImage {
        try make(width: width, height: height, scale: scale) { _, _ in pixel }
    }

    /// An image from a function of the position.
    static func make(
        width: Int, height: Int, scale: CGFloat = 1, orientation: RasterImage.Orientation = .up,
        pixel: (Int, Int) -> Pixel
    ) throws -> RasterImage {
        let bitmap = try Bitmap(width: width, height: height) { bytes, bytesPerRow in
            for y in 0..<height {
                for x in 0..<width {
                    let value = pixel(x, y)
                    let offset = y * bytesPerRow + x * 4
                    bytes[offset] = value.blue
                    bytes[offset + 1] = value.green
                    bytes[offset + 2] = value.red
                    bytes[offset + 3] = value.alpha
                }
            }
        }
        return RasterImage(cgImage: bitmap, scale: scale, orientation: orientation)
    }
}

extension RasterImage {
    /// A stored pixel.
    func pixel(_ x: Int, _ y: Int) -> Pixel? { cgImage?.pixel(x: x, y: y) }

    /// Width and height of the stored pixels.
    var pixelSize: CGSize { CGSize(width: cgImage?.width ?? 0, height: cgImage?.height ?? 0) }
}

extension Pixel {
    /// Whether no channel differs by more than a tolerance.
    func isClose(to other: Pixel, within tolerance: Int = 1) -> Bool {
        zip([red, green, blue, alpha], [other.red, other.green, other.blue, other.alpha])
            .allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
    }

    /// An opaque pixel.
    static func opaque(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Pixel {
        Pixel(red: red, green: green, blue: blue, alpha: 255)
    }

    /// The transparent pixel.
    static let clear = Pixel(red: 0, green: 0, blue: 0, alpha: 0)
}
