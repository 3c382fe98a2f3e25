#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Raster

/// What the drawing code needs to know of `NSImage`, which has pixels for points and is never turned.
extension NSImage {
    /// The pixels; nil for an image without any.
    var storedBitmap: Bitmap? { kf.cgImage.flatMap { try? Bitmap.drawn($0) } }

    /// Always upright.
    var bitmapOrientation: BitmapOrientation { .up }

    /// None: this class holds no frames, they are attached.
    var ownFrames: PreloadedFrames? { nil }

    /// Wraps pixels, which are upright as all are here; the size in points is that in pixels.
    convenience init(bitmap: Bitmap, scale: CGFloat, orientation: BitmapOrientation = .up) {
        guard let image = bitmap.coreImage else {
            self.init(size: .zero)
            return
        }
        self.init(bitmap: image, scale: scale)
    }

    /// Wraps an image of Core Graphics; the size in points is that in pixels.
    convenience init(bitmap: CGImage, scale: CGFloat) {
        self.init(cgImage: bitmap, size: CGSize(width: bitmap.width, height: bitmap.height))
    }

    /// An image that shows the first frame and holds all; nil without frames.
    static func animatedImage(with images: [NSImage], duration: TimeInterval) -> NSImage? {
        guard let image = images.first?.copy() as? NSImage else { return nil }
        image.updateAttachedState {
            $0.preloaded = PreloadedFrames(images: images, duration: duration)
        }
        return image
    }

    /// The largest of the sizes that a function finds in the representations, each side for itself.
    fileprivate func largest(_ size: (NSImageRep) -> CGSize) -> CGSize {
        representations.map(size).reduce(.zero) { largest, size in
            CGSize(
                width: max(largest.width, size.width), height: max(largest.height, size.height))
        }
    }
}

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The pixels; nil for an image without any.
    var cgImage: CGImage? { base.cgImage(forProposedRect: nil, context: nil, hints: nil) }
    /// Pixels for each point: one.
    var scale: CGFloat { 1 }
    /// The pixels of the largest representation; where none has any, as in drawings, its points.
    var size: CGSize {
        let pixels = base.largest { CGSize(width: $0.pixelsWide, height: $0.pixelsHigh) }
        return pixels == .zero ? base.largest(\.size) : pixels
    }
    /// None: the image itself holds all that its file did.
    var finerOriginal: Data? { nil }
    /// None is kept beside the pixels.
    var keptFileSize: Int { 0 }

    /// Wraps pixels; neither a scale nor another image's orientation has a meaning here.
    static func image(
        cgImage: CGImage, scale: CGFloat, refImage: KFCrossPlatformImage?
    ) -> KFCrossPlatformImage {
        KFCrossPlatformImage(bitmap: cgImage, scale: scale)
    }
}
#endif
