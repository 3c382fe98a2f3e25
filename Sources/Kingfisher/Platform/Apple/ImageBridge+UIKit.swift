#if canImport(UIKit)
import Raster
import UIKit

/// What the drawing code needs to know of `UIImage`.
extension UIImage {
    /// The stored pixels, before the orientation is applied; nil for an image without pixels.
    var storedBitmap: Bitmap? { cgImage.flatMap { try? Bitmap.drawn($0) } }

    /// How the stored pixels are turned for display.
    var bitmapOrientation: BitmapOrientation { imageOrientation.bitmapOrientation }

    /// The frames that the image class itself holds.
    var ownFrames: PreloadedFrames? {
        images.map { PreloadedFrames(images: $0, duration: duration) }
    }

    /// Wraps pixels.
    convenience init(bitmap: Bitmap, scale: CGFloat, orientation: BitmapOrientation = .up) {
        guard let image = bitmap.coreImage else {
            self.init()
            return
        }
        self.init(cgImage: image, scale: scale, orientation: Orientation(orientation))
    }

    /// Wraps an image of Core Graphics, upright.
    convenience init(bitmap: CGImage, scale: CGFloat) {
        self.init(cgImage: bitmap, scale: scale, orientation: .up)
    }
}

extension UIImage.Orientation {
    /// The same orientation as the drawing code names it.
    fileprivate var bitmapOrientation: BitmapOrientation {
        switch self {
        case .up: .up
        case .upMirrored: .upMirrored
        case .down: .down
        case .downMirrored: .downMirrored
        case .leftMirrored: .leftMirrored
        case .right: .right
        case .rightMirrored: .rightMirrored
        case .left: .left
        @unknown default: .up
        }
    }

    fileprivate init(_ orientation: BitmapOrientation) {
        switch orientation {
        case .up: self = .up
        case .upMirrored: self = .upMirrored
        case .down: self = .down
        case .downMirrored: self = .downMirrored
        case .leftMirrored: self = .leftMirrored
        case .right: self = .right
        case .rightMirrored: self = .rightMirrored
        case .left: self = .left
        }
    }
}

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The stored pixels; nil for an image without pixels, the first frame of an animated one.
    var cgImage: CGImage? { base.cgImage ?? base.images?.first?.cgImage }
    /// Pixels for each point.
    var scale: CGFloat { base.scale }
    /// Size in points as displayed.
    var size: CGSize { base.size }
    /// None: the image itself holds all that its file did.
    var finerOriginal: Data? { nil }
    /// None is kept beside the pixels.
    var keptFileSize: Int { 0 }

    /// Wraps pixels with the orientation of another image, upright without one.
    static func image(
        cgImage: CGImage, scale: CGFloat, refImage: KFCrossPlatformImage?
    ) -> KFCrossPlatformImage {
        KFCrossPlatformImage(
            cgImage: cgImage, scale: scale, orientation: refImage?.imageOrientation ?? .up)
    }
}
#endif
