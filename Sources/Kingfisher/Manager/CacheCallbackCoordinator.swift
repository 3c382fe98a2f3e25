import Locking

/// Decides when a load that is being cached counts as complete.
///
/// Without waiting that is once the stores have been issued; with waiting, once the image and, if
/// wanted, its original are stored. The trigger runs at most once, whatever the order of events.
final class CacheCallbackCoordinator: Sendable {
    /// What has been stored so far.
    enum State: Equatable, Sendable {
        case idle
        case imageCached
        case originalImageCached
        case done
    }

    /// Something that happened.
    enum Action: Sendable {
        /// All stores have been issued.
        case cacheInitiated
        /// The final image has been stored, or could not be.
        case cachingImage
        /// The original has been stored, or could not be.
        case cachingOriginalImage
    }

    private let shouldWaitForCache: Bool
    private let shouldCacheOriginal: Bool
    private let current = Locked(State.idle)

    init(shouldWaitForCache: Bool, shouldCacheOriginal: Bool) {
        self.shouldWaitForCache = shouldWaitForCache
        self.shouldCacheOriginal = shouldCacheOriginal
    }

    var state: State { current.withLock { $0 } }

    /// Takes an action into account.
    ///
    /// - Parameters:
    ///   - action: What happened.
    ///   - trigger: Runs before this returns if the load became complete with this action.
    func apply(_ action: Action, trigger: () -> Void) {
        let completes = current.withLock { state in
            let next = successor(of: state, after: action)
            defer { state = next }
            return next == .done && state != .done
        }
        if completes { trigger() }
    }

    private func successor(of state: State, after action: Action) -> State {
        switch (state, action) {
        case (.done, _):
            .done
        case (_, .cacheInitiated):
            shouldWaitForCache ? state : .done
        case (.idle, .cachingImage):
            shouldCacheOriginal ? .imageCached : .done
        case (.idle, .cachingOriginalImage):
            .originalImageCached
        case (.originalImageCached, .cachingImage), (.imageCached, .cachingOriginalImage):
            .done
        case (.imageCached, .cachingImage), (.originalImageCached, .cachingOriginalImage):
            state
        }
    }
}
