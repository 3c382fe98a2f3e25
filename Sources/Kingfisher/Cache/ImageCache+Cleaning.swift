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
        // What was read from disk between the two steps is older than the clearing.
        clearDisk(handler, forgetting: clearMemoryCache)
    }

    func clearDisk(
        _ handler: (@Sendable () -> Void)?, forgetting forgetMore: () -> Void = {}
    ) {
        change(.clearing) { [diskStorage] in
            // Without a directory there is nothing to clear; what cannot be removed stays.
            try? diskStorage.removeAll()
            return { if let handler { DispatchQueue.main.async(execute: handler) } }
        } forgetting: {
            readers.forgetAll()
            forgetMore()
        }
    }

    func cleanDisk(_ handler: (@Sendable () -> Void)?) {
        lanes.submit(.sweep) { [self] in
            // A step that fails must not keep the other one or the handler from its turn.
            let expired = (try? diskStorage.removeExpired(referenceDate: Date())) ?? []
            let exceeding = (try? diskStorage.trim().removed) ?? []
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

    /// Makes room from now on whenever the size limit is reached, or has been already.
    func keepSizeLimit() {
        diskStorage.limitWatchers.add { [weak self] in
            self?.trimIfNeeded()
            return self != nil
        }
        trimIfNeeded()
    }

    /// Makes room soon after the size limit was reached, before the next store is written.
    ///
    /// That comes to light by a store, by a lower limit, and when the files of a directory were
    /// measured for the first time.
    func trimIfNeeded() {
        let limit = diskStorage.setting(\.sizeLimit)
        guard limit > 0, let total = diskStorage.index.total else { return }
        let step = trimming.stored(total: total, limit: limit)
        lanes.pauseWrites(step.word)
        if step.startsTrimming { lanes.submitTrimming { [self] in trim(to: limit) } }
    }

    private func trim(to limit: UInt) {
        let outcome = try? diskStorage.trim { [self] in
            lanes.pauseWrites(trimming.removed(total: diskStorage.index.total ?? 0, limit: limit))
        }
        let removed = outcome?.removed ?? []
        // Where nothing gave way, the total that led here is what there is.
        let left = removed.isEmpty ? diskStorage.index.total : outcome?.left
        lanes.pauseWrites(trimming.ended(leaving: left ?? 0, limit: limit))
        announceCleaned(removed, then: nil)
        // A limit that was lowered meanwhile asks for more.
        if diskStorage.setting(\.sizeLimit) != limit { trimIfNeeded() }
    }

    /// Tells of removed files by their paths below the directory.
    private func announceCleaned(_ removed: [String], then handler: (@Sendable () -> Void)?) {
        guard !removed.isEmpty || handler != nil else { return }
        let names = removed.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
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
