import Foundation
import Testing

@testable import Kingfisher

@Suite("Errors of caches in words", .timeLimit(.minutes(1)))
struct CacheErrorReasonTests {
    private let cause = CocoaError(.fileWriteNoPermission)

    private func text(_ reason: KingfisherError.CacheErrorReason) throws -> String {
        try #require(KingfisherError.cacheError(reason: reason).errorDescription)
    }

    @Test("14.2: a value that cannot be converted is printed, in part when it is long")
    func object() throws {
        let short = try text(.cannotConvertToData(object: "a title", error: cause))
        #expect(short.contains("a title") && short.contains("String"))
        let long = try text(
            .cannotConvertToData(object: String(repeating: "é", count: 100_000), error: cause))
        #expect(long.contains("éé") && long.count < 2_000)
    }

    @Test("14.2: the image and its original are named when they cannot be serialized")
    func image() throws {
        let serializer = DefaultCacheSerializer.default
        let known = try text(
            .cannotSerializeImage(
                image: TestPicture.image(width: 8, height: 6), original: Data(count: 1234),
                serializer: serializer))
        #expect(known.contains("8.0 × 6.0 points") && known.contains("1234 bytes"))
        let unknown = try text(
            .cannotSerializeImage(image: nil, original: nil, serializer: serializer))
        #expect(unknown.contains("no image") && unknown.contains("no original"))
    }

    @Test("14.2: the attributes of a file that cannot be set are printed, in order")
    func attributes() throws {
        let attributes: [FileAttributeKey: Any] = [
            .modificationDate: "later", .creationDate: "now",
        ]
        let text = try text(
            .cannotSetCacheFileAttribute(
                filePath: "/cache/a", attributes: attributes, error: cause))
        #expect(
            text.contains(
                "[\(FileAttributeKey.creationDate.rawValue): now, "
                    + "\(FileAttributeKey.modificationDate.rawValue): later]"))
    }
}
