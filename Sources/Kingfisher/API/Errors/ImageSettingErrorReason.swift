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
        /// A newer request took the place of this one for a live photo; exactly one of result and
        /// error is set. Code 5005.
        case notCurrentLivePhotoSourceTask(
            result: RetrieveLivePhotoResult?, error: (any Error)?, source: LivePhotoSource)
        /// The system could not make a live photo of its files. Code 5006.
        case livePhotoResultError(
            result: RetrieveLivePhotoResult?, error: (any Error)?, source: LivePhotoSource)

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
            case .notCurrentLivePhotoSourceTask(nil, nil, _):
                nil
            case .notCurrentLivePhotoSourceTask(_, let error, let source):
                """
                The live photo of \(source.readableKeys) ended after another request had replaced \
                it\(error.map { ": \($0.readableDescription)" } ?? ".")
                """
            case .livePhotoResultError(_, let error, let source):
                """
                No live photo could be made of \(source.readableKeys)\
                \(error.map { ": \($0.readableDescription)" } ?? ".")
                """
            }
        }

        var errorCode: Int {
            switch self {
            case .emptySource: 5001
            case .notCurrentSourceTask: 5002
            case .dataProviderError: 5003
            case .alternativeSourcesExhausted: 5004
            case .notCurrentLivePhotoSourceTask: 5005
            case .livePhotoResultError: 5006
            }
        }
    }
}
