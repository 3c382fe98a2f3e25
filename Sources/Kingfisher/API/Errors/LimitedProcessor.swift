/// The processor in the error of a request whose own limits were the reason, so that the text can
/// state them.
struct LimitedProcessor: ImageProcessor {
    let processor: any ImageProcessor
    /// What was wrong under the limits of the request; nil when the data can be decoded.
    let explanation: String?

    var identifier: String { processor.identifier }

    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        processor.process(item: item, options: options)
    }
}

extension KingfisherParsedOptionsInfo {
    /// The error of a processor that made nothing of an item.
    func processingFailure(of item: ImageProcessItem) -> KingfisherError {
        .processorError(reason: .processingFailed(processor: failedProcessor(of: item), item: item))
    }

    /// The processor as it was given, unless the text of the error depends on the request's limits.
    private func failedProcessor(of item: ImageProcessItem) -> any ImageProcessor {
        guard
            case .data(let data) = item, let decodeLimits
        else { return processor }
        // Found out here, once: texts of errors are asked for often.
        let explanation = UndecodableData.explanation(of: data, limits: decodeLimits)
        guard explanation != UndecodableData.explanation(of: data, limits: .default) else {
            return processor
        }
        return LimitedProcessor(processor: processor, explanation: explanation)
    }
}
