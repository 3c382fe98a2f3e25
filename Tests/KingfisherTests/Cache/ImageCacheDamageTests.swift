import Foundation
import Locking
import Testing

@testable import Kingfisher

@Suite("Image cache: damaged entries", .timeLimit(.minutes(1)))
struct ImageCacheDamageTests {
    /// Knows nothing of any bytes for now.
    private struct Reluctant: CacheSerializer {
        func data(with image: KFCrossPlatformImage, original: Data?) -> Data? { nil }
        func image(
            with data: Data, options: KingfisherParsedOptionsInfo
        ) -> KFCrossPlatformImage? { nil }
    }

    /// Ways to ask for an image on disk.
    private static let ways: [KingfisherOptionsInfo] = [[], [.loadDiskFileSynchronously]]

    private func png() throws -> Data {
        let image = try Picture.plain(width: 40, height: 40)
        return try #require(DefaultCacheSerializer.default.data(with: image, original: nil))
    }

    /// A GIF whose canvas is beyond all limits.
    private var hugeGIF: Data {
        var bytes = CachePictures.gif
        bytes.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
        return bytes
    }

    private func decodes(_ format: EncodedImageFormat) -> Bool {
        ImageCodecRegistry.codecs.contains { $0.format == format }
    }

    @Test("W-2: bytes that this program cannot use, but another could, are a miss and stay")
    func foreign() async throws {
        let fixture = try CacheFixture()
        let film = Data(
            [0, 0, 0, 0x18] + Array("ftypqt  ".utf8) + [UInt8](repeating: 0, count: 40))
        var foreign = [film, Data("%PDF-1.7".utf8), hugeGIF]
        // Formats that another build of the program may know.
        if !decodes(.svg) { foreign.append(Data("<?xml version=\"1.0\"?><svg></svg>".utf8)) }
        if !decodes(.jxl) { foreign.append(Data([0xFF, 0x0A, 1, 2])) }
        for data in foreign {
            try await fixture.cache.storeToDisk(data, forKey: "a")
            for way in Self.ways {
                let result = try await fixture.cache.retrieveImage(forKey: "a", options: way)
                #expect(result.image == nil)
            }
            #expect(try fixture.cache.diskStorage.value(forKey: "a") == data)
        }
    }

    @Test("W-2: bytes that nothing could use are a miss and go")
    func damaged() async throws {
        let fixture = try CacheFixture()
        let page = Data("<!doctype html><html></html>".utf8)
        for data in [Data(), Data(count: 300), Data("garbage".utf8), page, try png().dropLast(30)] {
            for way in Self.ways {
                try await fixture.cache.storeToDisk(Data(data), forKey: "a")
                let result = try await fixture.cache.retrieveImage(forKey: "a", options: way)
                #expect(result.image == nil)
                #expect(try fixture.files().isEmpty)
            }
        }
    }

    @Test("W-2: what a foreign serializer makes nothing of stays")
    func foreignSerializer() async throws {
        let fixture = try CacheFixture()
        for data in [try png(), Data([1, 2, 3])] {
            try await fixture.cache.storeToDisk(data, forKey: "a")
            for way in Self.ways {
                let result = try await fixture.cache.retrieveImage(
                    forKey: "a", options: way + [.cacheSerializer(Reluctant())])
                #expect(result.image == nil)
                #expect(fixture.cache.isCached(forKey: "a"))
            }
        }
    }

    @Test("W-2: limits of a request keep what exceeds them and remove what is damaged within them")
    func ownLimits() async throws {
        let fixture = try CacheFixture()
        let tight = KingfisherOptionsInfoItem.decodeLimits(DecodeLimits(maxPixels: 100))
        for way in Self.ways {
            try await fixture.cache.storeToDisk(try png(), forKey: "large")
            _ = try await fixture.cache.retrieveImage(forKey: "large", options: way + [tight])
            #expect(fixture.cache.isCached(forKey: "large"))
            try await fixture.cache.storeToDisk(Data([1, 2, 3]), forKey: "damaged")
            _ = try await fixture.cache.retrieveImage(forKey: "damaged", options: way + [tight])
            #expect(!fixture.cache.isCached(forKey: "damaged"))
        }
    }

    @Test("checking removes what is damaged and moves no date of what is whole")
    func checking() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        try await cache.storeToDisk(try png(), forKey: "whole")
        try await cache.storeToDisk(hugeGIF, forKey: "huge")
        try await cache.storeToDisk(try png().dropLast(30), forKey: "cut")
        let path = cache.cachePath(forKey: "whole")
        let before = try FileAccess.status(of: path)
        #expect(cache.removeIfDamaged(fileNamed: cache.hash(forKey: "whole")) == nil)
        #expect(try FileAccess.status(of: path) == before)
        #expect(cache.removeIfDamaged(fileNamed: cache.hash(forKey: "huge")) == nil)
        let damage = cache.removeIfDamaged(fileNamed: cache.hash(forKey: "cut"))
        #expect(damage?.isRemoved == true)
        #expect(damage?.reason is ImageDecodingError)
        #expect(cache.removeIfDamaged(fileNamed: cache.hash(forKey: "cut")) == nil)
        #expect(try fixture.files().count == 2)
    }

    @Test("W-2: a damaged file whose number a new one took over is told from it")
    func reusedNumber() throws {
        let disk = try CacheFixture().cache.diskStorage
        try disk.store(value: Data([1]), forKey: "a")
        let entry = try #require(try disk.entry(forKey: "a", nil))
        let path = disk.path(ofFile: entry.name)
        // The same file as far as its number says, with the dates of a later store.
        let later = FileTimes(lastAccess: Date(), expiration: Date(timeIntervalSinceNow: 9_999))
        try FileAccess.setTimes(later, of: path, ifStill: entry.status)
        #expect(disk.removeDamaged(entry) == .changed)
        // A read alone changes nothing about the damage.
        let again = try #require(try disk.entry(forKey: "a", nil))
        let read = FileTimes(lastAccess: Date(timeIntervalSinceNow: -50), expiration: nil)
        try FileAccess.setTimes(read, of: path, ifStill: again.status)
        #expect(disk.removeDamaged(again) == .removed)
        #expect(disk.removeDamaged(again) == .gone)
    }
}
