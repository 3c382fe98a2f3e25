#if os(Linux)
import Foundation
import Testing

@testable import Kingfisher

@Suite("Cleaning in the background", .timeLimit(.minutes(1)))
struct BackgroundCleaningTests {
    @Test("I-33: what phones call when an application leaves the screen cleans the disk here too")
    func cleans() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        try await cache.storeToDisk(Data([1]), forKey: "old", expiration: .seconds(0.05))
        try await cache.storeToDisk(Data([1]), forKey: "new")
        #expect(await eventually { !cache.diskStorage.isCached(forKey: "old") })
        #expect(try fixture.files().count == 2)
        await cache.backgroundCleanExpiredDiskCache()
        #expect(await eventually { (try? fixture.files().count) == 1 })
        #expect(cache.diskStorage.isCached(forKey: "new"))
    }
}
#endif
