import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What is remembered of the response that an entry came with.
///
/// A value that knows no clock and no file: RFC 9111, section 4, for a private cache.
struct StoredResponse: Equatable, Sendable {
    /// What the server says about keeping it.
    var control = CacheControl()
    /// Whether it depends on more than the request, so that it is right for no other one.
    var variesWithEverything = false
    /// The entity tag, with its quotes.
    var entityTag: String?
    /// When the picture was last changed, as the server wrote it.
    var lastModified: String?
    /// Until when it is fresh, as the server wrote it.
    var expires: String?
    /// Seconds that it spent in caches on its way.
    var age: Int?
    /// When the server made it, as it wrote that.
    var date: String?
    /// When it was asked for.
    var requestedAt: Date
    /// When it was there.
    var receivedAt: Date

    /// The longest text of a field that is kept, in bytes.
    static let longestField = 512

    /// Takes what matters out of a response.
    init(_ response: HTTPURLResponse, requestedAt: Date, receivedAt: Date) {
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
        control = CacheControl(response.value(forHTTPHeaderField: "Cache-Control") ?? "")
        variesWithEverything =
            response.value(forHTTPHeaderField: "Vary")?.split(separator: ",")
            .contains { $0.trimmingCharacters(in: .whitespaces) == "*" } == true
        entityTag = Self.field("ETag", of: response)
        lastModified = Self.field("Last-Modified", of: response)
        expires = Self.field("Expires", of: response)
        date = Self.field("Date", of: response)
        let age = Self.field("Age", of: response)?.split(separator: ",").first
        self.age = CacheControl.seconds(age?.trimmingCharacters(in: .whitespaces))
    }

    /// Creates a record of nothing but its times.
    init(requestedAt: Date, receivedAt: Date) {
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
    }

    /// A field that can be written down and sent back; nil for others.
    private static func field(_ name: String, of response: HTTPURLResponse) -> String? {
        guard let value = response.value(forHTTPHeaderField: name) else { return nil }
        let text = value.trimmingCharacters(in: .whitespaces)
        return isKept(text) ? text : nil
    }

    static func isKept(_ text: String) -> Bool {
        (1...longestField).contains(text.utf8.count)
            && text.utf8.allSatisfy { (32...126).contains($0) }
    }

    /// What to ask the server with; nil when it gave nothing to ask with.
    var condition: RequestCondition? {
        guard entityTag != nil || lastModified != nil else { return nil }
        return RequestCondition(entityTag: entityTag, lastModified: lastModified)
    }

    /// What is remembered after the server confirmed the entry: RFC 9111, section 4.3.4.
    ///
    /// - Parameters:
    ///   - answer: Its answer. A field that it has replaces the one that is known, whatever it says.
    ///   - requestedAt: When it was asked.
    ///   - receivedAt: When it answered.
    /// - Returns: Nil when the answer is about another picture than the one that is known.
    func confirmed(
        by answer: HTTPURLResponse, requestedAt: Date, receivedAt: Date
    ) -> StoredResponse? {
        var result = StoredResponse(answer, requestedAt: requestedAt, receivedAt: receivedAt)
        if let old = entityTag, let new = result.entityTag, Self.opaque(old) != Self.opaque(new) {
            return nil
        }
        if answer.value(forHTTPHeaderField: "Cache-Control") == nil { result.control = control }
        if answer.value(forHTTPHeaderField: "Vary") == nil {
            result.variesWithEverything = variesWithEverything
        }
        result.entityTag = result.entityTag ?? entityTag
        result.lastModified = result.lastModified ?? lastModified
        result.expires = result.expires ?? expires
        return result
    }

    /// An entity tag for the weak comparison: RFC 9110, section 8.8.3.2.
    private static func opaque(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }
}
