import Foundation
import Testing

@testable import Kingfisher

@Suite("HTTPDate", .timeLimit(.minutes(1)))
struct HTTPDateTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test(
        "RFC 9110, 5.6.7: all three forms are read",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
            ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
            ("sat, 1 mar 2025 00:00:00 UTC", 1_740_787_200),
        ])
    func dates(text: String, seconds: Int) {
        #expect(HTTPDate.parse(text, now: now)?.timeIntervalSince1970 == TimeInterval(seconds))
    }

    @Test(
        "A year of two digits is never more than fifty years ahead",
        arguments: [("73", 2073), ("74", 1974), ("00", 2000), ("99", 1999)])
    func shortYears(text: String, year: Int) throws {
        let date = try #require(HTTPDate.parse("Sunday, 06-Nov-\(text) 08:49:37 GMT", now: now))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
        #expect(calendar.component(.year, from: date) == year)
    }

    @Test("Every day of four centuries is that of the calendar")
    func calendar() throws {
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
        for day in stride(from: -25_567, to: 120_000, by: 13) {
            let date = Date(timeIntervalSince1970: TimeInterval(day * 86_400))
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let (year, month, dayOfMonth) = (parts.year ?? 0, parts.month ?? 1, parts.day ?? 0)
            let padded = dayOfMonth < 10 ? "0\(dayOfMonth)" : "\(dayOfMonth)"
            let text = "Sun, \(padded) \(months[month - 1]) \(year) 00:00:00 GMT"
            #expect(HTTPDate.parse(text, now: now) == date, "\(text)")
        }
    }

    @Test(
        "Anything else is no date",
        arguments: [
            "", "0", "-1", "never", "Sun, 31 Feb 2024 00:00:00 GMT",
            "Wed, 29 Feb 2023 00:00:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nox 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 +8:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
            String(repeating: "Sun, ", count: 10_000),
        ])
    func noDates(text: String) {
        #expect(HTTPDate.parse(text, now: now) == nil)
    }
}
