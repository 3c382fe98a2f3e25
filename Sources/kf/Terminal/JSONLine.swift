import Foundation

/// Values as JSON on one line.
enum JSONLine {
    /// The object of a value, keys in alphabetical order.
    ///
    /// - Returns: The line without its end, or nil for a value that JSON cannot hold.
    static func text(of value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A value that JSON shows as null when it is missing, where otherwise its key would be left out.
@propertyWrapper
struct OrNull<Value: Encodable & Equatable & Sendable>: Encodable, Equatable, Sendable {
    var wrappedValue: Value?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
