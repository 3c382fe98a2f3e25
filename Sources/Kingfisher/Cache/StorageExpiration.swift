public import Foundation

/// How long an entry stays valid in a cache.
public enum StorageExpiration: Sendable {
    /// For ever.
    case never
    /// For a number of seconds from the time of storing.
    case seconds(TimeInterval)
    /// For a number of days of 86,400 seconds each.
    case days(Int)
    /// Until a date.
    case date(Date)
    /// Not at all: the entry is not stored.
    case expired
}

/// How a read changes the time an entry stays valid.
public enum ExpirationExtending: Sendable {
    /// Not at all.
    case none
    /// By the time that was given when it was stored, counted from the read.
    case cacheTime
    /// To an expiration of its own, counted from the read.
    case expirationTime(_ expiration: StorageExpiration)
}
