#if os(Linux)
import Foundation

/// What the drawing code needs to know of an image class; each platform has its own bridge.
extension RasterImage {
    /// The stored pixels, before the orientation is applied; nil for an image without pixels.
    var storedBitmap: Bitmap? { cgImage }

    /// How the stored pixels are turned for display.
    var bitmapOrientation: BitmapOrientation { imageOrientation.bitmapOrientation }

    /// The frames that the image class itself holds.
    var ownFrames: PreloadedFrames? {
        images.map { PreloadedFrames(images: $0, duration: duration) }
    }

    /// Wraps pixels.
    convenience init(bitmap: Bitmap, scale: CGFloat, orientation: BitmapOrientation = .up) {
        self.init(cgImage: bitmap, scale: scale, orientation: Orientation(orientation))
    }
}

extension RasterImage {
    /// What this library attached to the instance.
    var attachedState: ImageState {
        attachments.withLock { $0[StateKey.pointer] as? ImageState } ?? ImageState()
    }

    /// Changes what is attached to the instance, as one step for other threads.
    func updateAttachedState(_ change: (inout ImageState) -> Void) {
        attachments.withLock { values in
            var state = values[StateKey.pointer] as? ImageState ?? ImageState()
            change(&state)
            values[StateKey.pointer] = state
        }
    }
}

private enum StateKey {
    // Unchecked: only the address counts; the byte is never written.
    nonisolated(unsafe) static let pointer = UnsafeRawPointer(
        UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
}

extension RasterImage.Orientation {
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

extension RasterColor {
    /// The components in extended sRGB, opacity last.
    var rgba: (r: CGFloat, g: CGFloat, b: CGFloat, a: CGFloat) { (red, green, blue, alpha) }
}

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The stored pixels; nil for an image without pixels.
    var cgImage: Bitmap? { base.cgImage }
    /// Pixels for each point.
    var scale: CGFloat { base.scale }
    /// Size in points as displayed.
    var size: CGSize { base.size }
    /// The file that the pixels were decoded from, where it holds more than they do.
    ///
    /// Nil for pixels that were changed, and for those that are turned for display.
    var finerOriginal: Data? {
        base.imageOrientation == .up ? base.cgImage?.origin.encoded : nil
    }
    /// Bytes of a file that the pixels keep in memory; 0 for most.
    var keptFileSize: Int { base.cgImage?.origin.encoded?.count ?? 0 }

    /// Wraps pixels with the orientation of another image.
    ///
    /// - Parameters:
    ///   - cgImage: The pixels.
    ///   - scale: Pixels for each point.
    ///   - refImage: Whose orientation to take; nil means upright.
    /// - Returns: The image.
    static func image(
        cgImage: Bitmap, scale: CGFloat, refImage: KFCrossPlatformImage?
    ) -> KFCrossPlatformImage {
        KFCrossPlatformImage(
            cgImage: cgImage, scale: scale, orientation: refImage?.imageOrientation ?? .up)
    }
}
#endif
