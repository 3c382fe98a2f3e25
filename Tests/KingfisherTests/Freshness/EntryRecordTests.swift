import Foundation
import Testing

@testable import Kingfisher

@Suite(
    "Records beside entries", .timeLimit(.minutes(1)),
    .enabled(if: keepsAttributes, "The file system keeps no attributes."))
struct EntryRecordTests {
    private let fixture: ManagerFixture

    init() throws { fixture = try ManagerFixture() }

    @Test("A record adds no file, no byte and no name; it goes with its entry")
    func recordsAreNoEntries() async throws {
        let server = try RevisionServer([("Cache-Control", "max-age=600")])
        _ = try await fixture.retrieve(server.url, [.cachePolicy(.standard)]).get()
        let key = server.url.absoluteString
        let storage = fixture.cache.diskStorage
        let names = try FileManager.default.contentsOfDirectory(
            atPath: storage.directoryURL.path)
        #expect(names == [storage.cacheFileName(forKey: key)])
        let file = try Data(contentsOf: storage.cacheFileURL(forKey: key))
        #expect(try storage.totalSize() == UInt(file.count))
        try storage.remove(forKey: key)
        #expect(storage.remembered(forKey: key, forcedExtension: nil) == nil)
    }

    @Test("A later store without a record leaves none behind")
    func replacedEntries() throws {
        let storage = fixture.cache.diskStorage
        let record = StoredResponse(requestedAt: Date(), receivedAt: Date()).encoded
        try storage.store(
            value: Data([1]), forKey: "a", expiration: nil, writeOptions: [], forcedExtension: nil,
            record: record)
        #expect(storage.remembered(forKey: "a", forcedExtension: nil) != nil)
        try storage.store(value: Data([2]), forKey: "a")
        #expect(storage.remembered(forKey: "a", forcedExtension: nil) == nil)
    }

    @Test("A confirmation of an entry that was replaced meanwhile is not written to the new one")
    func lateConfirmations() throws {
        let storage = fixture.cache.diskStorage
        let record = StoredResponse(requestedAt: Date(), receivedAt: Date())
        try storage.store(
            value: Data([1]), forKey: "a", expiration: nil, writeOptions: [], forcedExtension: nil,
            record: record.encoded)
        let old = try #require(storage.remembered(forKey: "a", forcedExtension: nil))
        try storage.store(value: Data([2]), forKey: "a")
        storage.remember(record, of: old)
        #expect(storage.remembered(forKey: "a", forcedExtension: nil) == nil)
    }

    @Test("A damaged record is none, and its entry is used as if there were none")
    func damagedRecords() async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        _ = try await fixture.retrieve(server.url, [.cachePolicy(.standard)]).get()
        let url = fixture.cache.diskStorage.cacheFileURL(forKey: server.url.absoluteString)
        let status = try #require(try FileAccess.status(of: url.path))
        try FileAccess.setRecord(Data([0xFF, 0]), of: url.path, ifStill: status.identity)
        let result = try await fixture.retrieve(server.url, [.cachePolicy(.standard)]).get()
        #expect(result.cacheType == .memory)
        #expect(server.conditions.count == 1)
    }
}
