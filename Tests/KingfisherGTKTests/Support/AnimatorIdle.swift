@testable import Kingfisher

extension FrameAnimator {
    /// Waits until all frames are decoded that were asked for so far.
    func isIdle() async {
        await withCheckedContinuation { continuation in
            preloadQueue.async { continuation.resume() }
        }
    }
}
