import Foundation
import Locking

@testable import Kingfisher

/// A processor that waits until it is released, on a queue of its own so that nothing else waits.
final class HeldProcessor: ImageProcessor {
    let identifier: String
    /// A value for each run that has begun.
    let begun = Recorder<Void>()
    private let queue: DispatchQueue
    private let gate = DispatchSemaphore(value: 0)
    private let gives: @Sendable () -> KFCrossPlatformImage?

    init(
        _ name: String = #function,
        gives: @escaping @Sendable () -> KFCrossPlatformImage? = { KFCrossPlatformImage() }
    ) {
        identifier = "tests.held.\(name)"
        queue = DispatchQueue(label: identifier)
        self.gives = gives
    }

    var runCount: Int { begun.values.count }

    /// The options of a request that is processed by this.
    var options: KingfisherOptionsInfo {
        [.processor(self), .processingQueue(.dispatch(queue)), .callbackQueue(.untouch)]
    }

    /// Lets the current run and all later ones go on.
    func release() {
        for _ in 0..<100 { gate.signal() }
    }

    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        begun.record(())
        gate.wait()
        return gives()
    }
}
