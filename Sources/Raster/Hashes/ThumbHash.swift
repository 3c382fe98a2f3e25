public import Foundation

/// A blurred picture in about 25 bytes, to be shown until the real one is there.
///
/// Keeps shape and transparency. Format: https://evanw.github.io/thumbhash/.
public enum ThumbHash {
    /// Longest side of the picture that a hash is computed from; larger ones are reduced first.
    private static let workingSize = 100

    /// The hash of a picture.
    ///
    /// - Parameter bitmap: The picture.
    /// - Returns: The bytes; usually passed on as Base64.
    /// - Throws: `RasterError` when there is no memory.
    public static func encode(_ bitmap: Bitmap) throws -> Data {
        let small = try bitmap.reduced(maxPixelSize: workingSize)
        let planes = ThumbHashPlanes(small)
        let (width, height) = (Double(small.width), Double(small.height))
        let limit = planes.hasAlpha ? 5.0 : 7.0
        let countX = max(1, Int((limit * width / max(width, height)).rounded()))
        let countY = max(1, Int((limit * height / max(width, height)).rounded()))
        func channel(_ plane: [Double], _ x: Int, _ y: Int) -> ThumbHashChannel {
            ThumbHashChannel(
                plane, width: small.width, height: small.height, countX: x, countY: y)
        }
        let header = ThumbHashHeader(
            isLandscape: small.width > small.height, hasAlpha: planes.hasAlpha,
            count: small.width > small.height ? countY : countX,
            l: channel(planes.l, max(countX, 3), max(countY, 3)), p: channel(planes.p, 3, 3),
            q: channel(planes.q, 3, 3), a: planes.hasAlpha ? channel(planes.a, 5, 5) : nil)
        return header.bytes
    }

    /// The picture of a hash, 32 pixels at its longer side.
    ///
    /// - Parameter hash: The bytes.
    /// - Returns: The picture; let a view enlarge it.
    /// - Throws: ``PlaceholderHashError/malformedThumbHash(bytes:)`` for too few bytes, or
    ///   `RasterError` when there is no memory.
    public static func decode(_ hash: Data) throws -> Bitmap {
        let header = try ThumbHashHeader(bytes: [UInt8](hash))
        let ratio = header.aspectRatio
        let width = max(1, Int((ratio > 1 ? 32 : 32 * ratio).rounded()))
        let height = max(1, Int((ratio > 1 ? 32 / ratio : 32).rounded()))
        let l = header.l.plane(width: width, height: height)
        let p = header.p.plane(width: width, height: height)
        let q = header.q.plane(width: width, height: height)
        let a = header.a?.plane(width: width, height: height)
        let output = try PixelBuffer(width: width, height: height, zeroed: false)
        for y in 0..<height {
            let row = output.row(y)
            for x in 0..<width {
                let index = y * width + x
                let blue = l[index] - 2.0 / 3 * p[index]
                let red = (3 * l[index] - blue + q[index]) / 2
                let green = red - q[index]
                let alpha = min(max(a?[index] ?? 1, 0), 1)
                for (offset, value) in [blue, green, red].enumerated() {
                    row[4 * x + offset] = UInt8((min(max(value, 0), 1) * alpha * 255).rounded())
                }
                row[4 * x + 3] = UInt8((alpha * 255).rounded())
            }
        }
        return output.freeze(isOpaque: a == nil)
    }
}
