import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Keeps the number of a downloader's transfers below a limit; the most urgent one goes next.
///
/// Decides without acting: its owner asks under a lock and acts outside.
struct DownloadLimiter {
    /// A transfer that can begin.
    struct Start {
        let task: SessionDataTask
        let url: URL
        let request: URLRequest
    }

    private var running: Set<ObjectIdentifier> = []
    private var waiting = WorkQueue<Start>()
    private var tickets: [ObjectIdentifier: WorkQueue<Start>.Ticket] = [:]

    /// Asks to begin.
    ///
    /// - Parameters:
    ///   - start: What to begin; kept when it has to wait.
    ///   - limit: How many may run at once.
    /// - Returns: Whether to begin now.
    mutating func admit(_ start: Start, limit: Int) -> Bool {
        // Its end was noted already. A task closes before that is noted, and that is done under the lock
        // which holds here, so one that is open now is removed later.
        guard start.task.isOpen else { return false }
        guard running.count < limit else {
            tickets[ObjectIdentifier(start.task)] = waiting.push(
                start, key: start.url, priority: start.task.task.priority)
            return false
        }
        running.insert(ObjectIdentifier(start.task))
        return true
    }

    /// Makes a waiting transfer at least as urgent as `priority`.
    mutating func raise(_ url: URL, to priority: Float) { waiting.raise(url, to: priority) }

    /// Notes the end of a transfer, or of the wait for it.
    mutating func finish(_ task: SessionDataTask) {
        guard running.remove(ObjectIdentifier(task)) == nil else { return }
        if let ticket = tickets.removeValue(forKey: ObjectIdentifier(task)) {
            waiting.remove(ticket)
        }
    }

    /// How many wait.
    var waitingCount: Int { tickets.count }

    /// What may begin now, and then counts as running.
    mutating func next(limit: Int) -> [Start] {
        var starts: [Start] = []
        while running.count < limit, let start = waiting.pop() {
            tickets[ObjectIdentifier(start.task)] = nil
            // Nobody waits for it any more.
            guard start.task.isOpen else { continue }
            running.insert(ObjectIdentifier(start.task))
            starts.append(start)
        }
        return starts
    }
}
