#if canImport(Darwin)
import Foundation

/// An observation that ends when it is released.
// Unchecked: the token is written once and only handed back.
final class NotificationToken: @unchecked Sendable {
    private let token: any NSObjectProtocol

    init(_ name: Notification.Name, _ handler: @escaping @Sendable () -> Void) {
        token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
            _ in
            handler()
        }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
}
#endif
