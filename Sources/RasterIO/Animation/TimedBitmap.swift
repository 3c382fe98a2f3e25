public import Foundation
public import Raster

/// A frame to be encoded: pixels and how long they are shown.
public struct TimedBitmap: Sendable {
    /// The whole canvas while the frame is shown.
    public var bitmap: Bitmap
    /// Seconds that the frame is shown.
    public var duration: TimeInterval

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - bitmap: The whole canvas while the frame is shown.
    ///   - duration: Seconds that the frame is shown. Formats round it: GIF to hundredths, others to
    ///     thousandths.
    public init(bitmap: Bitmap, duration: TimeInterval) {
        self.bitmap = bitmap
        self.duration = duration
    }

    /// The duration in fractions of a second, at most `limit` of them; 0 for what is no duration.
    func units(per second: Double, limit: Int) -> Int {
        let units = (duration * second).rounded()
        return units > 0 ? Int(min(units, Double(limit))) : 0
    }
}
