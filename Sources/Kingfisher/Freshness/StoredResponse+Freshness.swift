import Foundation

extension StoredResponse {
    /// Whether an entry may be used as it is.
    enum Freshness: Equatable, Sendable {
        /// Without asking the server.
        case fresh
        /// At once, if the server is asked behind.
        case usableWhileRefreshing
        /// Only once the server confirmed it.
        case stale
    }

    /// The longest time that is guessed where the server says nothing, in seconds: a day.
    private static let longestGuess: TimeInterval = 86_400
    /// How far a clock may be set back before what it says about the past is not believed, in seconds.
    private static let tolerance: TimeInterval = 60

    /// Whether every use has to be confirmed: RFC 9111, sections 4.1 and 5.2.2.
    private var isConfirmedAlways: Bool {
        control.noCache || control.noStore || variesWithEverything
    }

    /// Whether the entry may be used at a date.
    func freshness(at now: Date) -> Freshness {
        if isConfirmedAlways { return .stale }
        let excess = age(at: now) - lifetime(now)
        if excess < 0 { return .fresh }
        if let limit = control.staleWhileRevalidate, !control.mustRevalidate,
            excess < TimeInterval(limit)
        {
            return .usableWhileRefreshing
        }
        return .stale
    }

    /// Whether the stale entry may be used although the server failed to confirm it.
    func isUsableOnError(at now: Date) -> Bool {
        guard let limit = control.staleIfError, !control.mustRevalidate, !isConfirmedAlways else {
            return false
        }
        return age(at: now) - lifetime(now) < TimeInterval(limit)
    }

    /// Seconds since the server made or confirmed it: RFC 9111, section 4.2.3.
    func age(at now: Date) -> TimeInterval {
        let resident = now.timeIntervalSince(receivedAt)
        guard resident > -Self.tolerance else { return .infinity }
        let made = date.flatMap { HTTPDate.parse($0, now: now) }
        let apparent = made.map { max(0, receivedAt.timeIntervalSince($0)) } ?? 0
        let delay = max(0, receivedAt.timeIntervalSince(requestedAt))
        return max(apparent, TimeInterval(age ?? 0) + delay) + max(0, resident)
    }

    /// Seconds that it is fresh for in all: RFC 9111, sections 4.2.1 and 4.2.2.
    func lifetime(_ now: Date) -> TimeInterval {
        if let maxAge = control.maxAge { return TimeInterval(maxAge) }
        let made = date.flatMap { HTTPDate.parse($0, now: now) } ?? receivedAt
        if let expires {
            // What is no date, such as 0, means that it has expired.
            let end = HTTPDate.parse(expires, now: now) ?? .distantPast
            return max(0, end.timeIntervalSince(made))
        }
        guard let changed = lastModified.flatMap({ HTTPDate.parse($0, now: now) }) else { return 0 }
        // What did not change for long is likely to stay for a while.
        return min(Self.longestGuess, max(0, made.timeIntervalSince(changed) / 10))
    }
}
