import Foundation

extension SessionDataTask {
    /// One caller: what to call, and the options it gave.
    struct TaskCallback {
        let onCompleted: Delegate<Result<ImageLoadingResult, KingfisherError>, Void>?
        /// Opens when the caller knows its handle; nil where there is none to wait for.
        let gate: StartGate?
        private let box: Box

        /// Options are large, and callers are handed around a lot.
        private final class Box: Sendable {
            let options: KingfisherParsedOptionsInfo
            let key: ImageKey

            init(_ options: KingfisherParsedOptionsInfo) {
                self.options = options
                key = ImageKey(options)
            }
        }

        init(
            onCompleted: Delegate<Result<ImageLoadingResult, KingfisherError>, Void>?,
            options: KingfisherParsedOptionsInfo, gate: StartGate? = nil
        ) {
            self.onCompleted = onCompleted
            self.gate = gate
            box = Box(options)
        }

        var options: KingfisherParsedOptionsInfo { box.options }

        /// The image it wants.
        ///
        /// Made once: the identifier is a processor's own code, which must not run under a lock.
        var key: ImageKey { box.key }

        /// Hands the outcome over on the caller's queue.
        func complete(_ result: Result<ImageLoadingResult, KingfisherError>) {
            options.callbackQueue.execute { [onCompleted] in
                onCompleted?.call(result)
            }
        }

        /// Hands the outcome over as soon as the caller knows its handle.
        func completeOnceStarted(_ result: Result<ImageLoadingResult, KingfisherError>) {
            guard let gate else { return complete(result) }
            gate.pass { complete(result) }
        }
    }
}
