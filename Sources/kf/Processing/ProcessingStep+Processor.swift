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
        case .roundCorner(let radius):
            RoundCornerImageProcessor(cornerRadius: radius * scale)
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
