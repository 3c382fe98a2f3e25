import Foundation

/// Reads dates as HTTP writes them: RFC 9110, section 5.6.7, in its three forms.
enum HTTPDate {
    /// Longer than any date; what is longer is none.
    private static let longest = 64

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// The date that a text means.
    ///
    /// - Parameters:
    ///   - text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
    ///     `Sun Nov  6 08:49:37 1994`.
    ///   - now: Decides the century of a year of two digits.
    /// - Returns: The date, or nil for anything else.
    static func parse(_ text: String, now: Date) -> Date? {
        guard text.utf8.count <= longest else { return nil }
        let parts = text.split { $0 == " " || $0 == "," || $0 == "-" }
        switch parts.count {
        case 6 where ["GMT", "UTC"].contains(parts[5]):
            return date(year: year(parts[3], now), month: parts[2], day: parts[1], parts[4])
        case 5:
            return date(year: number(parts[4], 4...4), month: parts[1], day: parts[2], parts[3])
        default:
            return nil
        }
    }

    private static func date(
        year: Int?, month: Substring, day: Substring, _ clock: Substring
    ) -> Date? {
        guard
            let year, let month = months.firstIndex(of: month.lowercased()),
            let day = number(day, 1...2), (1...length(ofMonth: month, year)).contains(day),
            let seconds = seconds(clock)
        else { return nil }
        let days = days(year, month, day)
        return Date(timeIntervalSince1970: TimeInterval(days * 86_400 + seconds))
    }

    /// A year of four digits, or of two, which are never more than fifty years ahead.
    private static func year(_ text: Substring, _ now: Date) -> Int? {
        guard text.count == 2 else { return number(text, 4...4) }
        guard let short = number(text, 2...2) else { return nil }
        let secondsOfYear = 365.2425 * 86_400
        let present = 1970 + Int((now.timeIntervalSince1970 / secondsOfYear).rounded(.down))
        let candidate = present - present % 100 + short
        return candidate > present + 50 ? candidate - 100 : candidate
    }

    private static func seconds(_ clock: Substring) -> Int? {
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard
            parts.count == 3, let hour = number(parts[0], 2...2), hour < 24,
            let minute = number(parts[1], 2...2), minute < 60,
            let second = number(parts[2], 2...2), second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    private static func number(_ text: Substring, _ digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return Int(text)
    }

    /// Days of a month that is counted from 0.
    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch month {
        case 1: return isLeapYear ? 29 : 28
        case 3, 5, 8, 10: return 30
        default: return 31
        }
    }

    /// Days since 1 January 1970 in the Gregorian calendar; years begin in March while counting.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let monthFromMarch = (month + 10) % 12
        let year = monthFromMarch >= 10 ? year - 1 : year
        let yearDays = 365 * year + year / 4 - year / 100 + year / 400
        return yearDays + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
    }
}
