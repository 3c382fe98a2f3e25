import Foundation
import Locking

/// Files that are being written under a name of their own, so that none survives an interruption.
enum TemporaryFiles {
    private static let paths = Locked<Set<String>>([])

    /// Notes a file that has just been made.
    static func note(_ path: String) {
        paths.withLock { _ = $0.insert(path) }
    }

    /// Forgets a file that was moved or removed.
    static func forget(_ path: String) {
        paths.withLock { _ = $0.remove(path) }
    }

    /// Removes all that are left.
    static func removeAll() {
        let left = paths.withLock { paths in
            defer { paths = [] }
            return paths
        }
        left.forEach { unlink($0) }
    }
}
