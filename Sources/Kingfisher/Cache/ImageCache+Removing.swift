import Foundation

extension ImageCache {
    /// Removes an entry and says what the disk made of it; a file that is not there is no failure.
    func removeImage(
        _ entry: EntryKey, fromMemory: Bool, fromDisk: Bool, callbackQueue: CallbackQueue,
        _ completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        if fromMemory {
            memoryStorage.remove(forKey: entry.key)
        }
        guard fromDisk else {
            callbackQueue.execute { completion(nil) }
            return
        }
        let entry = diskStorage.resolved(entry)
        change(.write(entry)) { [self] in
            let failure = removeFile(entry)
            return { callbackQueue.execute { completion(failure) } }
        } forgetting: {
            // A read that came before the removal would bring back what is removed, or has done so.
            readers.forget(entry)
            if fromMemory { memoryStorage.remove(forKey: entry.key) }
        }
    }

    private func removeFile(_ entry: EntryKey) -> (any Error)? {
        do {
            try diskStorage.remove(forKey: entry.key, forcedExtension: entry.forcedExtension)
            return nil
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            return nil
        } catch {
            return error
        }
    }
}
