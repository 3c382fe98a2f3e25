import Foundation
import TestTools
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("StoredResponse", .timeLimit(.minutes(1)))
struct StoredResponseTests {
    private static let received = Date(timeIntervalSince1970: 784_111_777)
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    /// A response that took two seconds and arrived at the time above.
    private static func response(_ fields: [String: String]) throws -> StoredResponse {
        StoredResponse(
            try answer(200, fields), requestedAt: received.addingTimeInterval(-2),
            receivedAt: received)
    }

    private static func answer(
        _ status: Int, _ fields: [String: String]
    ) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "http://example.com/a"))
        return try #require(
            HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields))
    }

    /// What is remembered of a response after a confirmation.
    private static func confirm(
        _ old: [String: String], by new: [String: String]
    ) throws -> StoredResponse? {
        try response(old).confirmed(
            by: answer(304, new), requestedAt: received, receivedAt: received)
    }

    @Test(
        "RFC 9111, 4.2.1: lifetimes",
        arguments: [
            (["Cache-Control": "max-age=60"], 60),
            (["Cache-Control": "max-age=60", "Expires": "0"], 60),
            (["Expires": "Sun, 06 Nov 1994 08:50:37 GMT", "Date": date], 60),
            (["Expires": "Sun, 06 Nov 1994 08:50:37 GMT"], 60),
            (["Expires": "Sun, 06 Nov 1994 08:48:37 GMT", "Date": date], 0),
            (["Expires": "0"], 0), (["Expires": "tomorrow", "Last-Modified": date], 0),
            (["Last-Modified": "Sun, 06 Nov 1994 08:32:57 GMT", "Date": date], 100),
            (["Last-Modified": "Sun, 06 Nov 1904 08:32:57 GMT", "Date": date], 86_400),
            (["Last-Modified": "Sun, 06 Nov 1999 08:32:57 GMT", "Date": date], 0),
            (["ETag": "\"a\""], 0), ([:], 0),
        ] as [([String: String], TimeInterval)])
    func lifetimes(fields: [String: String], seconds: TimeInterval) throws {
        #expect(try Self.response(fields).lifetime(Self.received) == seconds)
    }

    @Test(
        "RFC 9111, 4.2.3: ages",
        arguments: [
            ([:], 0, 2), ([:], 10, 12), (["Age": "30"], 0, 32), (["Age": "30"], 10, 42),
            (["Age": "30, 900"], 0, 32), (["Age": "x"], 0, 2), (["Age": "-5"], 0, 2),
            (["Date": "Sun, 06 Nov 1994 08:48:37 GMT"], 10, 70),
            (["Date": "Sun, 06 Nov 1994 08:48:37 GMT", "Age": "500"], 10, 512),
            (["Date": "Sun, 06 Nov 1994 09:00:00 GMT"], 10, 12),
            // A clock that went back a little is forgiven, one that went back far is not believed.
            ([:], -30, 2), ([:], -3_600, .infinity),
        ] as [([String: String], TimeInterval, TimeInterval)])
    func ages(fields: [String: String], later: TimeInterval, seconds: TimeInterval) throws {
        let now = Self.received.addingTimeInterval(later)
        #expect(try Self.response(fields).age(at: now) == seconds)
    }

    @Test(
        "Freshness follows age, lifetime and directives",
        arguments: [
            ("max-age=60", 57, .fresh), ("max-age=60", 58, .stale),
            ("max-age=60, no-cache", 0, .stale), ("no-store, max-age=60", 0, .stale),
            ("max-age=60, stale-while-revalidate=30", 57, .fresh),
            ("max-age=60, stale-while-revalidate=30", 58, .usableWhileRefreshing),
            ("max-age=60, stale-while-revalidate=30", 88, .stale),
            ("max-age=60, stale-while-revalidate=30, must-revalidate", 58, .stale),
            ("max-age=60, stale-while-revalidate=30, no-cache", 58, .stale),
            ("max-age=99999999999999", 2_000_000_000, .fresh),
        ] as [(String, TimeInterval, StoredResponse.Freshness)])
    func freshness(
        control: String, later: TimeInterval, expected: StoredResponse.Freshness
    ) throws {
        let response = try Self.response(["Cache-Control": control])
        #expect(response.freshness(at: Self.received.addingTimeInterval(later)) == expected)
    }

    @Test(
        "RFC 5861: stale-if-error covers a failing server for its time",
        arguments: [
            ("max-age=0, stale-if-error=60", 57, true), ("max-age=0, stale-if-error=60", 58, false),
            ("max-age=0", 0, false), ("max-age=0, stale-if-error=60, must-revalidate", 0, false),
            ("stale-if-error=60, no-cache", 0, false),
        ] as [(String, TimeInterval, Bool)])
    func staleIfError(control: String, later: TimeInterval, expected: Bool) throws {
        let response = try Self.response(["Cache-Control": control])
        let now = Self.received.addingTimeInterval(later)
        #expect(response.isUsableOnError(at: now) == expected)
    }

    @Test(
        "RFC 9111, 4.1: what varies with everything is confirmed each time",
        arguments: [
            ("*", true), ("Accept, *", true), (" * ,Accept", true), ("Accept", false),
            ("Accept*", false), ("", false),
        ])
    func variesWithEverything(vary: String, expected: Bool) throws {
        let response = try Self.response([
            "Cache-Control": "max-age=60, stale-if-error=60", "Vary": vary,
        ])
        #expect(response.freshness(at: Self.received) == (expected ? .stale : .fresh))
        #expect(response.isUsableOnError(at: Self.received) == !expected)
        #expect(StoredResponse(encoded: response.encoded) == response)
    }

    @Test("RFC 9111, 4.3.4: a confirmation replaces what it names and keeps the rest")
    func confirmation() throws {
        let old = [
            "Cache-Control": "max-age=60", "ETag": "\"a\"", "Last-Modified": Self.date,
            "Age": "50", "Date": Self.date,
        ]
        let new = try #require(try Self.confirm(old, by: ["Cache-Control": "max-age=90"]))
        #expect(new.control.maxAge == 90)
        #expect(new.entityTag == "\"a\"")
        #expect(new.lastModified == Self.date)
        #expect(new.age == nil && new.date == nil)
        let kept = try #require(try Self.confirm(old, by: ["ETag": "W/\"a\""]))
        #expect(kept.control.maxAge == 60)
        #expect(kept.entityTag == "W/\"a\"")
    }

    @Test(
        "RFC 9110, 8.8.3.2: a confirmation with another entity tag, weak or not, is about another image",
        arguments: [
            ("\"a\"", "\"b\"", false), ("W/\"a\"", "W/\"b\"", false), ("\"a\"", "W/\"b\"", false),
            ("W/\"a\"", "\"b\"", false), ("W/\"a\"", "\"a\"", true), ("W/\"a\"", "W/\"a\"", true),
            ("\"W/a\"", "\"a\"", false),
        ])
    func entityTags(old: String, new: String, isSame: Bool) throws {
        #expect((try Self.confirm(["ETag": old], by: ["ETag": new]) != nil) == isSame)
    }

    @Test("RFC 9111, 3.2: a field of a confirmation counts although it says nothing to this cache")
    func replacedFields() throws {
        let old = ["Cache-Control": "max-age=60", "Vary": "*"]
        let shared = try #require(try Self.confirm(old, by: ["Cache-Control": "public"]))
        #expect(shared.control == CacheControl())
        #expect(shared.variesWithEverything)
        let other = try #require(try Self.confirm(old, by: ["Vary": "Accept"]))
        #expect(other.control.maxAge == 60)
        #expect(!other.variesWithEverything)
    }

    @Test("What to ask with is what the server gave")
    func conditions() throws {
        #expect(try Self.response([:]).condition == nil)
        let response = try Self.response(["ETag": "W/\"a\"", "Last-Modified": "then"])
        let url = try #require(URL(string: "http://example.com"))
        var request = URLRequest(url: url)
        response.condition?.apply(to: &request)
        #expect(request.value(forHTTPHeaderField: "If-None-Match") == "W/\"a\"")
        #expect(request.value(forHTTPHeaderField: "If-Modified-Since") == "then")
    }

    @Test("The record gives back what was remembered")
    func coding() throws {
        let response = try Self.response([
            "Cache-Control": "max-age=60, no-cache, stale-if-error=5", "ETag": "\"a: b\"",
            "Last-Modified": Self.date, "Expires": "0", "Age": "7", "Date": Self.date,
        ])
        #expect(StoredResponse(encoded: response.encoded) == response)
        let bare = try Self.response([:])
        #expect(StoredResponse(encoded: bare.encoded) == bare)
    }

    @Test("Fields that cannot be written down are dropped, and every record fits")
    func hostileFields() throws {
        let long = String(repeating: "a", count: 20_000)
        let limit = String(repeating: "b", count: StoredResponse.longestField)
        let dropped = try Self.response(["ETag": long, "Last-Modified": "é", "Date": ""])
        #expect(dropped.condition == nil)
        let largest = try Self.response([
            "ETag": limit, "Last-Modified": limit, "Expires": limit, "Date": limit,
            "Age": "99999999999999999", "Cache-Control": "no-store, no-cache, max-age=9999999999",
        ])
        #expect(largest.encoded.count <= StoredResponse.longestRecord)
        #expect(StoredResponse(encoded: largest.encoded) == largest)
    }

    @Test(
        "What is no record of this version is none",
        arguments: [
            "", "\n", "kingfisher-http-1", "kingfisher-http-1 1", "kingfisher-http-2 1 2",
            "kingfisher-http-1 a b", "kingfisher-http-1 -1 2",
            "kingfisher-http-1 1 99999999999999999999", "kingfisher-http-1 1 2\nno separator",
            "kingfisher-http-1 1 2\netag: \u{1}", "kingfisher-http-1 1 2 3",
            "kingfisher-http-1 1 2\netag: " + String(repeating: "a", count: 5_000),
        ])
    func noRecords(text: String) {
        #expect(StoredResponse(encoded: Data(text.utf8)) == nil)
    }

    @Test("Records of random pieces trap nothing, and what is read of them is written as it was")
    func randomRecords() {
        let pieces = [
            "etag: ", "age: ", "cache-control: ", ": ", "\n", "\n", " ", "max-age=", "\"", ",", "9",
            "a", "é",
        ]
        var numbers = SeededGenerator(seed: 0x9E37_79B9_7F4A_7C15)
        var parsed = 0
        for _ in 0..<5_000 {
            var text = "kingfisher-http-1 1 2\n"
            for _ in 0..<Int.random(in: 0...16, using: &numbers) {
                text += pieces.randomElement(using: &numbers) ?? ""
            }
            if let response = StoredResponse(encoded: Data(text.utf8)) {
                parsed += 1
                #expect(StoredResponse(encoded: response.encoded) == response, "\(text)")
            }
        }
        #expect(parsed > 100)
    }
}
