extension KingfisherError {
    /// Why an image was not set, or its source could not be used.
    public enum ImageSettingErrorReason: Sendable {
        /// There is no source to load from. Code 5001.
        case emptySource
        /// A newer request took the place of this one; exactly one of result and error is set.
        /// Code 5002.
        case notCurrentSourceTask(
            result: RetrieveImageResult?, error: (any Error)?, source: Source)
        /// The data provider failed. Code 5003.
        case dataProviderError(provider: any ImageDataProvider, error: any Error)
        /// The source and all its alternatives failed, in this order. Code 5004.
        case alternativeSourcesExhausted([PropagationError])

        var errorDescription: String? {
            switch self {
            case .emptySource:
                "There is no source to load an image from."
            case .notCurrentSourceTask(.some(let result), _, let source):
                """
                The image of \"\(source.cacheKey)\" arrived after another request had replaced it \
                (from \(result.cacheType)).
                """
            case .notCurrentSourceTask(nil, .some(let error), let source):
                """
                Loading \"\(source.cacheKey)\" failed after another request had replaced it: \
                \(error.readableDescription)
                """
            case .notCurrentSourceTask(nil, nil, _):
                nil
            case .dataProviderError(let provider, let error):
                """
                The data provider for \"\(provider.cacheKey)\" failed: \
                \(error.readableDescription)
                """
            case .alternativeSourcesExhausted(let errors):
                "All \(errors.count) sources failed: "
                    + errors.map {
                        "\"\($0.source.cacheKey)\": \($0.error.readableDescription)"
                    }.joined(separator: "; ")
            }
        }

        var errorCode: Int {
            switch self {
            case .emptySource: 5001
            case .notCurrentSourceTask: 5002
            case .dataProviderError: 5003
            case .alternativeSourcesExhausted: 5004
            }
        }
    }
}
