import Foundation
import Locking

/// The frames of an animation that nobody has needed as a list so far.
// Unchecked: the source is used by copies only, apart from its constant properties.
final class LazyFrames: @unchecked Sendable {
    /// Where the frames come from.
    let source: any ImageFrameSource
    private let options: ImageCreatingOptions
    /// Nil as long as nobody has asked; what came of it then.
    private let decoded = Locked<[KFCrossPlatformImage]??>(nil)

    /// Keeps a source; nothing is decoded.
    init(_ source: any ImageFrameSource, options: ImageCreatingOptions) {
        self.source = source
        self.options = options
    }

    /// Seconds that one loop takes.
    var duration: TimeInterval {
        options.duration > 0 ? options.duration : source.loopDuration
    }

    /// All frames up to a damaged one, decoded the first time; nil when there is none.
    ///
    /// Threads that ask at the same time may decode twice, but all get the same images.
    var images: [KFCrossPlatformImage]? {
        if let images = decoded.withLock({ $0 }) { return images }
        let images = GIFAnimatedImage(from: source.copy(), options: options)?.images
        return decoded.withLock { known in
            let first = known ?? images
            known = .some(first)
            return first
        }
    }
}
