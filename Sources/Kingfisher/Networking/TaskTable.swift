import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The downloads of one session, by URL for those who join and by transfer for its events.
///
/// Decides without acting: its owner asks under a lock and acts outside.
struct TaskTable {
    private var joinable: [URL: SessionDataTask] = [:]
    private var byTransfer: [ObjectIdentifier: SessionDataTask] = [:]
    private(set) var isClosed = false

    /// Everything that is not finished.
    var all: [SessionDataTask] { Array(byTransfer.values) }

    /// Joins the download of a URL.
    ///
    /// - Returns: The download and the token, or nil when there is none to join.
    func join(
        _ url: URL, _ callback: SessionDataTask.TaskCallback
    ) -> (task: SessionDataTask, token: SessionDataTask.CancelToken)? {
        guard
            let task = joinable[url],
            // The answer to a condition may have no bytes, which only helps those who asked so.
            task.condition == nil || task.condition == callback.options.condition,
            let token = task.addCallback(callback)
        else { return nil }
        return (task, token)
    }

    /// Adds a download, in the place of a finished one where there is one.
    ///
    /// - Returns: Whether it was added; false once the table is closed.
    mutating func insert(_ task: SessionDataTask, for url: URL) -> Bool {
        guard !isClosed else { return false }
        joinable[url] = task
        byTransfer[ObjectIdentifier(task.task)] = task
        return true
    }

    /// Notes that another transfer has taken the place of one.
    ///
    /// - Returns: False when nobody waits for the download any more.
    mutating func exchange(_ old: URLSessionTask, for task: SessionDataTask) -> Bool {
        byTransfer[ObjectIdentifier(old)] = nil
        // Closing comes before removing, so what is open now is removed with its new transfer.
        guard task.isOpen else { return false }
        byTransfer[ObjectIdentifier(task.task)] = task
        return true
    }

    /// The download of a transfer; nil when it is over.
    func find(_ transfer: URLSessionTask) -> SessionDataTask? {
        byTransfer[ObjectIdentifier(transfer)]
    }

    /// Everything unfinished that goes to a URL.
    func findAll(_ url: URL) -> [SessionDataTask] {
        byTransfer.values.filter { $0.originalURL == url }
    }

    /// Removes a download.
    ///
    /// A newer one of the same URL stays.
    mutating func remove(_ task: SessionDataTask) {
        byTransfer[ObjectIdentifier(task.task)] = nil
        if let url = task.originalURL, joinable[url] === task { joinable[url] = nil }
    }

    /// Refuses everything new.
    ///
    /// - Returns: What was not finished.
    mutating func close() -> [SessionDataTask] {
        isClosed = true
        return all
    }
}
