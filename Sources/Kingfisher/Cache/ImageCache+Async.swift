import Foundation

extension ImageCache {
    /// Waits for a store; throws what went wrong on disk.
    func diskResult(
        of store: (@escaping @Sendable (CacheStoreResult) -> Void) -> Void
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            store { continuation.resume(with: $0.diskCacheResult) }
        }
    }

    /// Waits for a removal; throws when there is a file that cannot be removed.
    func removal(of entry: EntryKey, fromMemory: Bool, fromDisk: Bool) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            removeImage(
                entry, fromMemory: fromMemory, fromDisk: fromDisk, callbackQueue: .untouch
            ) { error in
                if let error { done.resume(throwing: error) } else { done.resume() }
            }
        }
    }
}
