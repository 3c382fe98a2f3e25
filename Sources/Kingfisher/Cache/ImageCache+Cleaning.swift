import Foundation

extension ImageCache {
    /// Removes all images from memory, before the method returns.
    public func clearMemoryCache() {
        memoryStorage.removeAll()
    }

    /// Removes all images from memory, then all files.
    ///
    /// - Parameter handler: Called once on the main queue when the files are gone.
    public func clearCache(completion handler: (@Sendable () -> Void)? = nil) {
        clearMemoryCache()
        clearDiskCache(completion: handler)
    }

    func clearDisk(_ handler: (@Sendable () -> Void)?) {
        memoryStorage.cancelAllPromotions()
        readers.close(nil)
        lanes.submit(.clearing) { [diskStorage] in
            // Without a directory there is nothing to clear; what cannot be removed stays.
            try? diskStorage.removeAll()
            guard let handler else { return }
            DispatchQueue.main.async(execute: handler)
        }
    }

    func cleanDisk(_ handler: (@Sendable () -> Void)?) {
        lanes.submit(.sweep) { [self] in
            // A step that fails must not keep the other one or the handler from its turn.
            let expired = (try? diskStorage.removeExpiredValues()) ?? []
            let exceeding = (try? diskStorage.removeSizeExceededValues()) ?? []
            announceCleaned(expired + exceeding, then: handler)
        }
    }

    func measureDisk(_ handler: @escaping @Sendable (Result<UInt, KingfisherError>) -> Void) {
        lanes.submit(.sweep) { [diskStorage] in
            let result: Result<UInt, KingfisherError>
            do {
                result = .success(try diskStorage.totalSize())
            } catch let error as KingfisherError {
                result = .failure(error)
            } catch {
                result = .failure(
                    .cacheError(
                        reason: .fileEnumeratorCreationFailed(url: diskStorage.directoryURL)))
            }
            DispatchQueue.main.async { handler(result) }
        }
    }

    /// Makes room soon after a store reached the size limit, before the next one is written.
    func trimIfNeeded() {
        let limit = diskStorage.setting(\.sizeLimit)
        guard limit > 0, let total = diskStorage.index.total,
            trimming.shouldTrim(total: total, limit: limit)
        else { return }
        lanes.submitBetweenWrites { [self] in
            let removed = (try? diskStorage.removeSizeExceededValues()) ?? []
            trimming.trimmed(to: diskStorage.index.total ?? 0)
            announceCleaned(removed, then: nil)
        }
    }

    private func announceCleaned(_ removed: [URL], then handler: (@Sendable () -> Void)?) {
        guard !removed.isEmpty || handler != nil else { return }
        let names = removed.map(\.lastPathComponent)
        DispatchQueue.main.async { [self] in
            if !names.isEmpty {
                NotificationCenter.default.post(
                    name: .KingfisherDidCleanDiskCache, object: self,
                    userInfo: [KingfisherDiskCacheCleanedHashKey: names])
            }
            handler?()
        }
    }
}
