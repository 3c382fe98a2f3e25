public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The download of one URL, shared by everyone who asked for it.
public class SessionDataTask: @unchecked Sendable {
    /// Tells the callers of one download apart.
    public typealias CancelToken = Int
    /// Where the download goes to, before redirects.
    public let originalURL: URL?
    /// The transfer underneath.
    public let task: URLSessionDataTask
    init(task: URLSessionDataTask) { self.task = task; originalURL = task.originalRequest?.url }
    var mutableDataCount: Int { 0 }
}
