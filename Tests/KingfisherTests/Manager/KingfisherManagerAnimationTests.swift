import Foundation
import LoopbackHTTP
import RasterIO
import Testing

@testable import Kingfisher

@Suite("KingfisherManager and animations", .timeLimit(.minutes(1)))
struct KingfisherManagerAnimationTests {
    /// Two frames of one pixel each: GIF89a, a palette of two colours, 10 centiseconds a frame.
    private static let gif = Data(
        [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
            + frame(pixel: 0x44) + frame(pixel: 0x4C) + [0x3B])

    private static func frame(pixel: UInt8) -> [UInt8] {
        [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, pixel, 1, 0]
    }

    @Test(
        """
        3.2.6, 19.11, CRE-14, regression 18: a cached animation is made anew for options that differ, \
        and only then
        """)
    func animationsFollowTheOptions() async throws {
        let fixture = try ManagerFixture(
            routes: ["/a.gif": .data(Self.gif, type: "image/gif")])
        let url = fixture.server.url("/a.gif")
        let first = try await fixture.retrieve(url, [.onlyLoadFirstFrame]).get()
        #expect(first.image.kf.images == nil)
        #expect(first.image.kf.imageFrameCount == 2)

        let whole = try await fixture.retrieve(url, [.preloadAllAnimationData]).get()
        #expect(whole.cacheType == .memory)
        #expect(whole.image.kf.images?.count == 2)

        let again = try await fixture.retrieve(url, [.preloadAllAnimationData]).get()
        #expect(again.image === whole.image)

        fixture.cache.clearMemoryCache()
        let fromDisk = try await fixture.retrieve(url, [.preloadAllAnimationData]).get()
        #expect(fromDisk.cacheType == .disk)
        #expect(fromDisk.image.kf.images?.count == 2)
        #expect(fixture.server.requestCount == 1)
    }
}
