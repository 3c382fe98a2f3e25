import Foundation

extension KingfisherError {
    /// Why no image came out of a processor.
    public enum ProcessorErrorReason: Sendable {
        /// The processor returned nil for the item. Code 4001.
        case processingFailed(processor: any ImageProcessor, item: ImageProcessItem)

        var errorDescription: String? {
            switch self {
            case .processingFailed(let processor, .data(let data)):
                processor.explanation(of: data)
                    ?? "\(processor.readableName) made no image of \(data.count) bytes of data."
            case .processingFailed(let processor, .image):
                "\(processor.readableName) made no image of the image it was given."
            }
        }

        var errorCode: Int {
            switch self {
            case .processingFailed: 4001
            }
        }
    }
}

extension ImageProcessor {
    /// What is wrong with data that it made no image of; nil when that is not known.
    fileprivate func explanation(of data: Data) -> String? {
        if let limited = self as? LimitedProcessor { return limited.explanation }
        return UndecodableData.explanation(of: data, limits: .default)
    }

    /// The identifier, or the type's name for the processor that has none.
    fileprivate var readableName: String {
        guard identifier.isEmpty else { return identifier }
        return "\(type(of: (self as? LimitedProcessor)?.processor ?? self))"
    }
}
