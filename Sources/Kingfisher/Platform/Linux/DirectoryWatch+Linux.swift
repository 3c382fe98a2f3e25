#if os(Linux)
import Foundation
import Locking

/// Follows the changes that others make to one directory, until it is released.
final class DirectoryWatch: Sendable {
    /// Whether directories can be watched on this platform.
    static let isSupported = true

    private let descriptor: Int32
    private let subscription: UInt64

    /// Starts watching; nil when there is no such directory or the kernel has no room.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - ownPrefix: Files that are moved into place from names beginning so are not reported.
    ///   - handler: Called for each change, one after the other, on a private queue.
    init?(
        directory: String, ownPrefix: String,
        _ handler: @escaping @Sendable (DirectoryChange) -> Void
    ) {
        let subscriber = InotifyHub.Subscriber(ownPrefix: ownPrefix, handler: handler)
        guard let place = InotifyHub.shared?.subscribe(subscriber, to: directory) else {
            return nil
        }
        descriptor = place.descriptor
        subscription = place.subscription
    }

    deinit { InotifyHub.shared?.unsubscribe(subscription, from: descriptor) }
}
#endif
