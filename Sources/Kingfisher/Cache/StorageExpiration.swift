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

enum TimeConstants {
    static let secondsInOneDay = 86_400
}

extension StorageExpiration {
    /// When an entry stored at `date` expires.
    func estimatedExpirationSince(_ date: Date) -> Date {
        switch self {
        case .never: .distantFuture
        case .seconds(let seconds): date.addingTimeInterval(seconds)
        case .days(let days): date.addingTimeInterval(Self.seconds(inDays: days))
        case .date(let end): end
        case .expired: .distantPast
        }
    }

    /// When an entry stored now expires.
    var estimatedExpirationSinceNow: Date { estimatedExpirationSince(Date()) }

    /// Seconds from now until an entry stored now expires; infinite in both directions.
    var timeInterval: TimeInterval {
        switch self {
        case .never: .infinity
        case .seconds(let seconds): seconds
        case .days(let days): Self.seconds(inDays: days)
        case .date(let end): end.timeIntervalSinceNow
        case .expired: -.infinity
        }
    }

    /// Whether there is no time left to keep anything.
    var isExpired: Bool { timeInterval <= 0 }

    /// Multiplied as floating point: a large number of days must not overflow an integer.
    private static func seconds(inDays days: Int) -> TimeInterval {
        TimeInterval(days) * TimeInterval(TimeConstants.secondsInOneDay)
    }
}

extension Date {
    /// Whether the date is not after another one; a date counts as past at itself.
    func isPast(referenceDate: Date) -> Bool {
        timeIntervalSince(referenceDate) <= 0
    }

    var isPast: Bool { isPast(referenceDate: Date()) }

    /// The date rounded up to a whole second, for systems that round down what a file is given.
    ///
    /// Up, so that no entry expires before its time.
    var fileAttributeDate: Date {
        Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.up))
    }
}
