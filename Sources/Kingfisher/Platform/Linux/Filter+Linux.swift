#if os(Linux)
public import Foundation

/// Makes a picture of another one; nil when it cannot.
///
/// The picture that goes in is as stored, before the orientation of its image is applied.
public typealias Transformer = (Bitmap) -> Bitmap?

/// A change of pixels that can be applied to images.
///
/// The counterpart of a Core Image filter, on ``Raster/Bitmap``.
public struct Filter {
    let transform: Transformer

    /// Creates a filter.
    ///
    /// - Parameter transform: Makes the new picture. Called on the processing queue, possibly by
    ///   several threads at once.
    public init(transform: @escaping Transformer) {
        self.transform = transform
    }

    /// Puts a colour over the whole rectangle, transparent parts included.
    public static let tint: @Sendable (KFCrossPlatformColor) -> Filter = { color in
        Filter { try? $0.tinted(with: color.rasterColor) }
    }

    /// Changes brightness, contrast, saturation and exposure, on linear light.
    public static let colorControl: @Sendable (ColorElement) -> Filter = { element in
        Filter { try? $0.adjusted(element.adjustment) }
    }

    /// The parameters of ``colorControl``.
    public struct ColorElement: Sendable {
        /// What is added, −1…1; 0 changes nothing.
        public let brightness: CGFloat
        /// Factor of the distance from 0.5, 0…4; 1 changes nothing.
        public let contrast: CGFloat
        /// Share of the colour against grey, 0…2; 1 changes nothing.
        public let saturation: CGFloat
        /// Stops of exposure, −10…10; 0 changes nothing.
        public let inputEV: CGFloat

        /// Creates parameters.
        ///
        /// - Parameters:
        ///   - brightness: What is added, −1…1; 0 changes nothing.
        ///   - contrast: Factor of the distance from 0.5, 0…4; 1 changes nothing.
        ///   - saturation: Share of the colour against grey, 0…2; 1 changes nothing.
        ///   - inputEV: Stops of exposure, −10…10; 0 changes nothing.
        public init(
            brightness: CGFloat, contrast: CGFloat, saturation: CGFloat, inputEV: CGFloat
        ) {
            self.brightness = brightness
            self.contrast = contrast
            self.saturation = saturation
            self.inputEV = inputEV
        }

        fileprivate var adjustment: ColorAdjustment {
            ColorAdjustment(
                brightness: Double(brightness), contrast: Double(contrast),
                saturation: Double(saturation), exposure: Double(inputEV))
        }
    }
}

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image changed by a filter.
    ///
    /// - Parameter filter: The filter.
    /// - Returns: A new still image with the same scale and orientation; the image itself when it
    ///   has no pixels or the filter gives none.
    public func apply(_ filter: Filter) -> KFCrossPlatformImage {
        filtered(filter) ?? base
    }

    /// ``apply(_:)``, with nil for failure.
    func filtered(_ filter: Filter) -> KFCrossPlatformImage? {
        guard let bitmap = base.storedBitmap, let result = filter.transform(bitmap) else {
            return nil
        }
        return Self.image(cgImage: result, scale: scale, refImage: base)
    }
}
#endif
