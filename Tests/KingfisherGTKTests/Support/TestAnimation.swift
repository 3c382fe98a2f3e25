import Foundation
import KingfisherGTK
import Raster

/// Animations of frames of one colour each.
enum TestAnimation {
    /// Red, green and blue.
    static let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF]

    /// A GIF.
    ///
    /// - Parameters:
    ///   - delays: Seconds that each frame is shown, in hundredths; the colours take turns.
    ///   - width: Width in pixels.
    ///   - height: Height in pixels.
    /// - Returns: The encoded frames.
    /// - Throws: When they cannot be encoded.
    static func gif(
        delays: [TimeInterval] = [0.03, 0.03, 0.03], width: Int = 8, height: Int = 6
    ) throws -> Data {
        let frames = try delays.enumerated().map { index, delay in
            let row = [UInt32](repeating: colors[index % colors.count], count: width)
            return TimedBitmap(
                bitmap: try makeBitmap([[UInt32]](repeating: row, count: height)), duration: delay)
        }
        return try ImageEncoder.encode(frames, as: .gif)
    }

    /// An image whose frames are decoded by who plays it.
    static func image(
        delays: [TimeInterval] = [0.03, 0.03, 0.03], width: Int = 8, height: Int = 6
    ) throws -> RasterImage {
        let data = try gif(delays: delays, width: width, height: height)
        let image = KingfisherWrapper<RasterImage>.image(
            data: data, options: ImageCreatingOptions())
        guard let image else { throw CocoaError(.coderInvalidValue) }
        return image
    }
}
