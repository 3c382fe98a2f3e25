import Foundation
import Locking
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Something that happens each time bytes of a download arrive.
protocol DataReceivingSideEffect: AnyObject, Sendable {
    /// Whether the request it belongs to is still wanted. Asked on the main queue before acting.
    var onShouldApply: () -> Bool { get set }

    /// Called after a chunk was appended to the task's data.
    func onDataReceived(_ session: URLSession, task: SessionDataTask, data: Data)
}

/// Reports received and expected bytes to a progress block on the main queue.
// Unchecked: `onShouldApply` is set before the download starts and read on the main queue.
final class ImageLoadingProgressSideEffect: DataReceivingSideEffect, @unchecked Sendable {
    var onShouldApply: () -> Bool = { true }

    private let block: DownloadProgressBlock

    init(_ block: @escaping DownloadProgressBlock) {
        self.block = block
    }

    func onDataReceived(_ session: URLSession, task: SessionDataTask, data: Data) {
        DispatchQueue.main.async { [self] in
            let expected = task.expectedByteCount
            guard expected != -1, onShouldApply(), !task.isSilenced(self) else { return }
            block(Int64(task.mutableDataCount), expected)
        }
    }
}
