import Foundation
import Testing

@testable import Raster

/// Pictures built in code, and what compares them.
enum TestPictures {
    /// The picture of `Expected/make_resampled.py`: soft and hard edges in all channels.
    static func mixed(width: Int, height: Int) throws -> Bitmap {
        try make(width: width, height: height) { x, y in
            let alpha = (x / 5 + y / 4) % 3 != 0 ? (x * 37 + y * 11) % 256 : 255
            // Python's remainder is never negative.
            let blue = (((255 - x * 13 + y * 17) % 256) + 256) % 256
            return Pixel(
                red: UInt8((x * 29 + y * 3) % 256 * alpha / 255),
                green: UInt8((x * y * 7) % 256 * alpha / 255),
                blue: UInt8(blue * alpha / 255), alpha: UInt8(alpha))
        }
    }

    /// A picture in which every pixel is different: red is x, green is y.
    static func coordinates(width: Int, height: Int) throws -> Bitmap {
        try make(width: width, height: height, isOpaque: true) { x, y in
            Pixel(red: UInt8(x), green: UInt8(y), blue: 7, alpha: 255)
        }
    }

    /// One colour everywhere.
    static func uniform(_ pixel: Pixel, width: Int, height: Int) throws -> Bitmap {
        try make(width: width, height: height, isOpaque: pixel.alpha == 255) { _, _ in pixel }
    }

    /// A picture from a function of the position.
    static func make(
        width: Int, height: Int, isOpaque: Bool = false, pixel: (Int, Int) -> Pixel
    ) throws -> Bitmap {
        try Bitmap(width: width, height: height, isOpaque: isOpaque) { bytes, bytesPerRow in
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
    }

    /// The bytes of a file in `Expected`, which an independent program wrote.
    static func expected(_ name: String) throws -> [UInt8] {
        let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("Expected")
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }
}

extension Bitmap {
    /// All pixels row by row, without padding.
    var packedBytes: [UInt8] {
        withUnsafeBytes { bytes in
            (0..<height).flatMap { y in
                [UInt8](bytes[y * bytesPerRow..<y * bytesPerRow + width * 4])
            }
        }
    }

    /// Whether no colour exceeds its alpha.
    var isPremultiplied: Bool {
        let bytes = packedBytes
        return stride(from: 0, to: bytes.count, by: 4).allSatisfy { index in
            bytes[index..<index + 3].allSatisfy { $0 <= bytes[index + 3] }
        }
    }
}

/// Largest difference of two equally long lists of bytes.
func largestDifference(_ left: [UInt8], _ right: [UInt8]) throws -> Int {
    try #require(left.count == right.count)
    return zip(left, right).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
}
