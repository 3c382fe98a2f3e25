import Foundation
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Holds the list of options, their parsing and the setters of builders together.
///
/// A new option does not compile without its place in ``OptionCase``, which asks for all the rest.
@Suite("The list of options", .timeLimit(.minutes(1)))
@MainActor
struct OptionListTests {
    @Test("13, 13.1: each option sets exactly its own property", arguments: OptionCase.allCases)
    func parsing(option: OptionCase) throws {
        let samples = try OptionSamples()
        let item = samples.item(for: option)
        #expect(OptionCase(of: item) == option)
        let before = Fingerprint(of: KingfisherParsedOptionsInfo(nil))
        let parsed = KingfisherParsedOptionsInfo([item])
        let changed = Fingerprint(of: parsed).changes(from: before)
        // 13.2: the target cache serves originals as well.
        let expected: Set<String> =
            option == .targetCache ? ["targetCache", "originalCache"] : [option.property]
        #expect(Set(changed.keys) == expected)
        #expect(samples.isSet(option, in: parsed))
    }

    @Test(
        "18.7, 18.8, 18.9: each setter sets what the option of its name sets, and nothing else",
        arguments: OptionCase.allCases)
    func setters(option: OptionCase) throws {
        let samples = try OptionSamples()
        let builder = KF.url(nil)
        builder.options = KingfisherParsedOptionsInfo(nil)
        let before = Fingerprint(of: builder.options)
        guard let setter = samples.setter(for: option) else {
            #expect(OptionCase.withoutSetter.contains(option))
            return
        }
        #expect(!OptionCase.withoutSetter.contains(option))
        #expect(setter(builder) === builder)
        let changed = Fingerprint(of: builder.options).changes(from: before)
        let parsed = Fingerprint(of: KingfisherParsedOptionsInfo([samples.item(for: option)]))
        #expect(Set(changed.keys) == [option.property])
        #expect(changed[option.property] == parsed.values[option.property])
        #expect(samples.isSet(option, in: builder.options))
    }

    @Test("13: there is a property for each option, and an option for each public property")
    func properties() {
        let properties = Set(Fingerprint(of: KingfisherParsedOptionsInfo(nil)).values.keys)
        #expect(properties.subtracting(OptionCase.allCases.map(\.property)) == Self.internalOnes)
    }

    /// 13.3: what no option sets.
    private static let internalOnes: Set<String> = [
        "onDataReceived", "condition", "storedResponse", "events", "onDownloadTaskStarted",
        "onImageMade", "sourceTaskIdentifierChecker",
    ]
}

/// The stored properties of options, each as a text that tells values apart.
private struct Fingerprint {
    let values: [String: String]

    init(of options: KingfisherParsedOptionsInfo) {
        let children = Mirror(reflecting: options).children
        values = Dictionary(
            children.map { ($0.label ?? "", Self.text(of: $0.value)) }, uniquingKeysWith: { $1 })
    }

    /// The properties that differ, with their values here.
    func changes(from other: Fingerprint) -> [String: String] {
        values.filter { other.values[$0.key] != $0.value }
    }

    private static func text(of value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .class: return "\(ObjectIdentifier(value as AnyObject))"
        case .optional: return mirror.children.first.map { "some \(text(of: $0.value))" } ?? "nil"
        default: return String(reflecting: value)
        }
    }
}
