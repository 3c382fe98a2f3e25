public import Foundation
package import Locking
public import Raster

/// An image: pixels, the scale that relates them to points, and an orientation.
///
/// The image class on platforms without UIKit or AppKit, shaped like `UIImage` so that code using
/// it reads the same on both. Immutable apart from the state that libraries attach to an instance,
/// and safe to use from any thread.
public final class RasterImage: Sendable {
    /// How the stored pixels are turned for display.
    ///
    /// Raw values are those of `UIImage.Orientation`.
    public enum Orientation: Int, Sendable, CaseIterable {
        /// Stored upright.
        case up = 0
        /// Rotated by 180°.
        case down = 1
        /// Rotated by 90° counter-clockwise.
        case left = 2
        /// Rotated by 90° clockwise.
        case right = 3
        /// Mirrored along the vertical axis.
        case upMirrored = 4
        /// Mirrored along the horizontal axis.
        case downMirrored = 5
        /// Mirrored, then rotated by 90° counter-clockwise.
        case leftMirrored = 6
        /// Mirrored, then rotated by 90° clockwise.
        case rightMirrored = 7
    }

    /// The stored pixels, before ``imageOrientation`` is applied; nil for an empty image.
    public let cgImage: Bitmap?
    /// Pixels for each point, from a millionth to a million.
    ///
    /// Default 1.
    public let scale: CGFloat
    /// How the stored pixels are turned for display.
    public let imageOrientation: Orientation
    /// All frames of an animation that was loaded whole, else nil.
    public let images: [RasterImage]?
    /// Seconds one loop of ``images`` takes; 0 without frames.
    public let duration: TimeInterval

    /// Scales with which sizes stay numbers that can be worked with.
    private static let soundScales: ClosedRange<CGFloat> = 1e-6...1e6

    /// State that other layers attach to this instance, by key.
    package let attachments = Locked<[UnsafeRawPointer: any Sendable]>([:])

    private init(
        cgImage: Bitmap?, scale: CGFloat, orientation: Orientation, images: [RasterImage]?,
        duration: TimeInterval
    ) {
        self.cgImage = cgImage
        // Others, and what is not a number, would make sizes meaningless.
        self.scale = RasterImage.soundScales.contains(scale) ? scale : 1
        imageOrientation = orientation
        self.images = images
        self.duration = duration
    }

    /// Creates an empty image: no pixels, size zero.
    public convenience init() {
        self.init(cgImage: nil, scale: 1, orientation: .up, images: nil, duration: 0)
    }

    /// Creates an image that shows a bitmap upright with one pixel for each point.
    public convenience init(cgImage: Bitmap) {
        self.init(cgImage: cgImage, scale: 1, orientation: .up)
    }

    /// Creates an image that shows a bitmap.
    ///
    /// - Parameters:
    ///   - cgImage: The stored pixels.
    ///   - scale: Pixels for each point. Anything outside of 0.000001 … 1000000 counts as 1.
    ///   - orientation: How the stored pixels are turned for display.
    public convenience init(cgImage: Bitmap, scale: CGFloat, orientation: Orientation) {
        self.init(
            cgImage: cgImage, scale: scale, orientation: orientation, images: nil, duration: 0)
    }

    /// Makes an image of the frames of an animation.
    ///
    /// - Parameters:
    ///   - images: The frames in order. The first one gives pixels, scale and orientation.
    ///   - duration: Seconds that one loop takes.
    /// - Returns: The image, or nil without frames.
    public static func animatedImage(
        with images: [RasterImage], duration: TimeInterval
    ) -> RasterImage? {
        guard let first = images.first else { return nil }
        return RasterImage(
            cgImage: first.cgImage, scale: first.scale, orientation: first.imageOrientation,
            images: images, duration: duration)
    }

    /// Size in points as displayed: pixels divided by ``scale``, sides swapped where the orientation
    /// turns the image by 90°.
    public var size: CGSize {
        guard let cgImage else { return .zero }
        let width = CGFloat(cgImage.width) / scale
        let height = CGFloat(cgImage.height) / scale
        return imageOrientation.swapsSides
            ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
    }
}

extension RasterImage.Orientation {
    /// Whether width and height trade places between stored and displayed pixels.
    public var swapsSides: Bool {
        switch self {
        case .up, .down, .upMirrored, .downMirrored: false
        case .left, .right, .leftMirrored, .rightMirrored: true
        }
    }
}

extension RasterImage: Equatable {
    /// Whether two images show the same pixels at the same scale and orientation.
    public static func == (lhs: RasterImage, rhs: RasterImage) -> Bool {
        if lhs === rhs { return true }
        return lhs.cgImage == rhs.cgImage && lhs.scale == rhs.scale
            && lhs.imageOrientation == rhs.imageOrientation && lhs.images == rhs.images
    }
}
