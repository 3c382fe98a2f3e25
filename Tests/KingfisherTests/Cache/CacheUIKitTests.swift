#if canImport(UIKit) && !os(watchOS)
import Testing
import UIKit

@testable import Kingfisher

@Suite("Caches on UIKit", .timeLimit(.minutes(1)))
@MainActor
struct CacheUIKitTests {
    @Test("I-11: without an application, cleaning in the background does nothing")
    func withoutApplication() throws {
        let cache = try CacheFixture().cache
        if KingfisherWrapper<UIApplication>.shared == nil {
            cache.backgroundCleanExpiredDiskCache()
        }
    }
}
#endif
