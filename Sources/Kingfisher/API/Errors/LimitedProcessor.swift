/// The processor in the error of a request that had limits of its own, so that the text can state them.
struct LimitedProcessor: ImageProcessor {
    let processor: any ImageProcessor
    /// What the request allowed.
    let limits: DecodeLimits

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
        let failed = decodeLimits.map { LimitedProcessor(processor: processor, limits: $0) }
        return .processorError(
            reason: .processingFailed(processor: failed ?? processor, item: item))
    }
}
