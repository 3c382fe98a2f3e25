import Foundation
import Testing

@testable import Kingfisher

@Suite("CacheControl", .timeLimit(.minutes(1)))
struct CacheControlTests {
    private static func control(_ change: (inout CacheControl) -> Void) -> CacheControl {
        var control = CacheControl()
        change(&control)
        return control
    }

    @Test(
        "Directives are read whatever their case, order, quotes and company",
        arguments: [
            ("max-age=60", control { $0.maxAge = 60 }),
            ("Max-Age = \"60\"", control { $0.maxAge = 60 }),
            ("public, max-age=60, immutable, x=\"a, no-store\"", control { $0.maxAge = 60 }),
            ("x=\"a\\\", no-store\", no-cache", control { $0.noCache = true }),
            ("no-cache=\"Set-Cookie, X\"", control { $0.noCache = true }),
            ("NO-STORE", control { $0.noStore = true }),
            ("s-maxage=1, private", CacheControl()),
            ("proxy-revalidate, must-understand", CacheControl()),
            (
                "must-revalidate,max-age=0",
                control {
                    $0.maxAge = 0
                    $0.mustRevalidate = true
                }
            ),
            (
                "max-age=1, stale-while-revalidate=20, stale-if-error=300",
                control {
                    $0.maxAge = 1
                    $0.staleWhileRevalidate = 20
                    $0.staleIfError = 300
                }
            ),
        ])
    func directives(field: String, expected: CacheControl) {
        #expect(CacheControl(field) == expected)
        #expect(CacheControl(CacheControl(field).text) == expected)
    }

    @Test(
        "Of a directive given twice the first counts",
        arguments: [("max-age=5, max-age=500", 5), ("max-age=x, max-age=500", 0)])
    func duplicates(field: String, seconds: Int) {
        #expect(CacheControl(field).maxAge == seconds)
    }

    @Test(
        "RFC 9111, 1.2.2: huge ages mean 68 years, and what is no number means stale at once",
        arguments: [
            ("max-age=99999999999999999999999999", CacheControl.longest),
            ("max-age=2147483649", CacheControl.longest), ("max-age=-1", 0), ("max-age=1.5", 0),
            ("max-age=", 0), ("max-age", 0), ("max-age=+1", 0), ("max-age=0x10", 0),
            ("max-age=١", 0),
        ])
    func ages(field: String, seconds: Int) {
        #expect(CacheControl(field).maxAge == seconds)
    }

    @Test(
        "Hostile fields are read to their end",
        arguments: [
            "", ",,,,", "=", "====,=\"", "\"", "\"\\", "max-age=\"60", "\u{0}\u{7}no",
            String(repeating: "no-cache,", count: 50_000), String(repeating: "\"", count: 99_999),
            String(repeating: "=", count: 100_000),
        ])
    func hostile(field: String) {
        let control = CacheControl(field)
        #expect(!control.noStore)
        #expect(control.text.utf8.count < StoredResponse.longestField)
    }
}
