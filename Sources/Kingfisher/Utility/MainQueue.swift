import Foundation

/// Knows whether code runs where the main queue runs.
enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether this is the main thread, or a thread that serves the main queue in its place.
    ///
    /// On Linux a program with an asynchronous `main` gives its first thread up; its main queue and
    /// main actor then run on threads of the pool, one after another.
    static var isCurrent: Bool {
        Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true
    }
}
