import Foundation
import Kingfisher

extension ProcessingStep {
    /// The processor that does the step.
    ///
    /// - Parameter scale: Pixels for each point. Sizes are multiplied here rather than left to
    ///   the request's scale factor, which is not part of cache keys: otherwise a picture cached
    ///   at one scale would answer for another.
    /// - Returns: The processor.
    func processor(scale: Double) -> any ImageProcessor {
        switch self {
        case .downsample(let size):
            DownsamplingImageProcessor(size: size * scale)
        case .resize(let size, let mode):
            ResizingImageProcessor(referenceSize: size * scale, mode: mode.contentMode)
        case .crop(let size, let anchor):
            CroppingImageProcessor(size: size * scale, anchor: anchor)
        case .roundCorner(let rounding, let background, let size):
            RoundCornerImageProcessor(
                radius: rounding.radius(scale: scale), targetSize: size.map { $0 * scale },
                roundingCorners: rounding.corners, backgroundColor: background)
        case .border(let width, let color, let rounding):
            BorderImageProcessor(
                border: Border(
                    color: color, lineWidth: width * scale, radius: rounding.radius(scale: scale),
                    roundingCorners: rounding.corners))
        case .blur(let radius):
            BlurImageProcessor(blurRadius: radius * scale)
        default:
            colorProcessor
        }
    }

    /// The processor of a step that has no size.
    private var colorProcessor: any ImageProcessor {
        switch self {
        case .overlay(let color, let fraction):
            OverlayImageProcessor(overlay: color, fraction: fraction)
        case .tint(let color):
            TintImageProcessor(tint: color)
        case .colorControls(let brightness, let contrast, let saturation, let exposure):
            ColorControlsProcessor(
                brightness: brightness, contrast: contrast, saturation: saturation,
                inputEV: exposure)
        case .blackWhite:
            BlackWhiteProcessor()
        case .blend(let mode, let alpha, let background):
            BlendImageProcessor(blendMode: mode, alpha: alpha, backgroundColor: background)
        case .composite(let operation, let alpha, let background):
            CompositingImageProcessor(
                compositingOperation: operation, alpha: alpha, backgroundColor: background)
        case .downsample, .resize, .crop, .roundCorner, .border, .blur:
            DefaultImageProcessor.default
        }
    }
}

extension [ProcessingStep] {
    /// All steps as one processor, in order; nil when there are none.
    func processor(scale: Double) -> (any ImageProcessor)? {
        let processors = map { $0.processor(scale: scale) }
        guard let first = processors.first else { return nil }
        return processors.dropFirst().reduce(first) { $0 |> $1 }
    }
}

extension ProcessingStep.ResizeMode {
    fileprivate var contentMode: Kingfisher.ContentMode {
        switch self {
        case .none: .none
        case .fit: .aspectFit
        case .fill: .aspectFill
        }
    }
}

private func * (size: CGSize, factor: Double) -> CGSize {
    CGSize(width: size.width * factor, height: size.height * factor)
}
