import Locking

extension KF {
    // Unchecked: the options stand behind a lock, the delegates have locks of their own.
    /// Collects a source and options, to be set to a view at the end.
    ///
    /// A reference: modifiers change the builder itself and return it.
    public class Builder: @unchecked Sendable {
        /// What is loaded; nil ends in an error when it is set.
        package let source: Source?

        private let state: Locked<KingfisherParsedOptionsInfo>

        /// Called with the error of a failed load, on the main actor.
        public let onFailureDelegate = Delegate<KingfisherError, Void>()
        /// Called with the result of a successful load, on the main actor.
        public let onSuccessDelegate = Delegate<RetrieveImageResult, Void>()
        /// Called with received and expected bytes, on the main actor.
        public let onProgressDelegate = Delegate<(Int64, Int64), Void>()

        init(source: Source?) {
            self.source = source
            state = Locked(
                KingfisherParsedOptionsInfo(KingfisherManager.shared.defaultOptions))
        }

        /// The options so far.
        ///
        /// Begins with the shared manager's defaults at the time of creation.
        public var options: KingfisherParsedOptionsInfo {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }

        /// The progress block for a load, or nil when nobody asked for progress.
        package var progressBlock: DownloadProgressBlock? {
            guard onProgressDelegate.isSet else { return nil }
            return { [onProgressDelegate] received, total in
                onProgressDelegate.call((received, total))
            }
        }

        /// Reports the outcome of a load to the delegate it belongs to.
        package func report(_ outcome: Result<RetrieveImageResult, KingfisherError>) {
            switch outcome {
            case .success(let result): onSuccessDelegate.call(result)
            case .failure(let error): onFailureDelegate.call(error)
            }
        }
    }
}

extension KF.Builder: KFOptionSetter {}

extension KF.Builder {
    /// Keeps the current image of a view until the new one is there.
    ///
    /// - Parameter enabled: Whether to keep it. Default true.
    /// - Returns: The builder.
    public func keepCurrentImageWhileLoading(_ enabled: Bool = true) -> Self {
        options.keepCurrentImageWhileLoading = enabled
        return self
    }

    /// Decodes only the first frame of an animation.
    ///
    /// - Parameter enabled: Whether to stop after the first frame. Default true.
    /// - Returns: The builder.
    public func onlyLoadFirstFrame(_ enabled: Bool = true) -> Self {
        options.onlyLoadFirstFrame = enabled
        return self
    }

    /// Does nothing: a builder starts its load as soon as it is set to a view.
    ///
    /// - Parameter start: Not used. Default true.
    /// - Returns: The builder.
    @available(*, deprecated, message: "A load starts when the builder is set. Leave this out.")
    public func loadImmediately(_ start: Bool = true) -> Self { self }
}
