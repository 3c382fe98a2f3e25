import Foundation

extension DiskStorage.Backend {
    /// Sets the dates of a file that was read, a moment later and unless it changed meanwhile.
    func extendExpiration(of entry: DiskEntry, _ extending: ExpirationExtending) {
        let now = Date()
        let known = entry.status.times
        guard let times = known.extended(by: extending, at: now),
            known.isWorthReplacing(by: times)
        else { return }
        let path = path(ofFile: entry.name)
        metaChangingQueue.async {
            // A file whose dates cannot be set just lives as long as it was meant to.
            try? FileAccess.setTimes(times, of: path, ifStill: entry.status)
        }
    }
}

extension FileTimes {
    /// Seconds of staleness that a last access may have; bounds how often a busy file is touched.
    private static let longestThrottle: TimeInterval = 60

    /// The dates after a read; nil when it changes nothing or the present ones are not known.
    func extended(by extending: ExpirationExtending, at now: Date) -> FileTimes? {
        guard let lastAccess, let expiration else { return nil }
        switch extending {
        case .none:
            return nil
        case .cacheTime where expiration == .distantFuture:
            return FileTimes(lastAccess: now, expiration: .distantFuture)
        case .cacheTime:
            let lifetime = expiration.timeIntervalSince(lastAccess)
            return FileTimes(lastAccess: now, expiration: now.addingTimeInterval(lifetime))
        case .expirationTime(let policy):
            return FileTimes(
                lastAccess: now, expiration: policy.estimatedExpirationSince(now))
        }
    }

    /// Whether new dates differ enough to be written: by a hundredth of the lifetime, or a minute.
    ///
    /// Without this, every read of a busy file would be a write as well.
    func isWorthReplacing(by times: FileTimes) -> Bool {
        guard let lastAccess, let expiration, let newAccess = times.lastAccess,
            let newExpiration = times.expiration
        else { return true }
        let lifetime = newExpiration.timeIntervalSince(newAccess)
        let throttle = min(max(0, lifetime / 100), Self.longestThrottle)
        return abs(newAccess.timeIntervalSince(lastAccess)) >= throttle
            || abs(newExpiration.timeIntervalSince(expiration)) >= throttle
    }
}
