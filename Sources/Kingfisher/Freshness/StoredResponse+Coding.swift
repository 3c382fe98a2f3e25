import Foundation

/// How the record is written beside an entry: a line with the version and the times in milliseconds
/// since 1970, then a line for each field.
extension StoredResponse {
    private static let version = "kingfisher-http-1"
    /// The longest record, in bytes; what is longer is none.
    static let longestRecord = 3_072
    /// The latest time that is believed, in milliseconds since 1970: the year 9999.
    private static let lastMillisecond = 253_402_300_799_999

    /// The record.
    var encoded: Data {
        let times = [requestedAt, receivedAt].map { "\(Self.milliseconds($0))" }
        var lines = [([Self.version] + times).joined(separator: " ")]
        let fields = [
            ("cache-control", control.text), ("etag", entityTag), ("last-modified", lastModified),
            ("expires", expires), ("age", age.map { "\($0)" }), ("date", date),
            ("vary", variesWithEverything ? "*" : nil),
        ]
        for case (let name, let value?) in fields where !value.isEmpty {
            lines.append("\(name): \(value)")
        }
        return Data(lines.joined(separator: "\n").utf8)
    }

    /// Reads a record; nil for anything that this version did not write.
    init?(encoded data: Data) {
        guard data.count <= Self.longestRecord, let text = String(data: data, encoding: .utf8)
        else { return nil }
        var lines = text.split(separator: "\n")[...]
        let head = lines.popFirst()?.split(separator: " ") ?? []
        guard
            head.count == 3, head[0] == Self.version,
            let requestedAt = Self.date(head[1]), let receivedAt = Self.date(head[2])
        else { return nil }
        self.init(requestedAt: requestedAt, receivedAt: receivedAt)
        for line in lines {
            guard let separator = line.range(of: ": ") else { return nil }
            let value = String(line[separator.upperBound...])
            guard Self.isKept(value) else { return nil }
            set(String(line[..<separator.lowerBound]), to: value)
        }
    }

    private mutating func set(_ name: String, to value: String) {
        switch name {
        case "cache-control": control = CacheControl(value)
        case "etag": entityTag = value
        case "last-modified": lastModified = value
        case "expires": expires = value
        case "age": age = CacheControl.seconds(value)
        case "date": date = value
        case "vary": variesWithEverything = value == "*"
        default: break
        }
    }

    private static func milliseconds(_ date: Date) -> Int {
        let value = (date.timeIntervalSince1970 * 1_000).rounded()
        return Int(max(0, min(TimeInterval(lastMillisecond), value)))
    }

    private static func date(_ text: Substring) -> Date? {
        guard let value = Int(text), (0...lastMillisecond).contains(value) else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(value) / 1_000)
    }
}
