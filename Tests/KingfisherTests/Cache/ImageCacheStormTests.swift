import Foundation
import Locking
import Testing

@testable import Kingfisher

@Suite("Image cache: storms", .timeLimit(.minutes(5)))
struct ImageCacheStormTests {
    /// Pictures by number; each is stored under its number.
    private let pictures: [KFCrossPlatformImage]
    private let parent: TemporaryDirectory
    private let cache: ImageCache

    init() throws {
        pictures = try (0..<12).map {
            try Picture.plain(width: 16, height: 16, blue: UInt8($0 * 20))
        }
        parent = try TemporaryDirectory()
        // Room for some of the files, so that trimming comes and goes.
        cache = try parent.cache(sizeLimit: 500)
    }

    @Test("T-2, T-11: whatever runs beside, an image that is found is that of its key")
    func storm() async throws {
        let found = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<6 {
                group.addTask {
                    for step in 0..<250 {
                        let isFound = await perform(worker * 31 + step * 7, step)
                        if isFound { found.withLock { $0 += 1 } }
                    }
                }
            }
        }
        #expect(found.withLock { $0 } > 0)
        await cache.clearDiskCache()
        cache.clearMemoryCache()
        try await cache.store(pictures[3], forKey: "3")
        #expect(cache.imageCachedType(forKey: "3") == .memory)
        #expect(try await cache.diskStorageSize > 0)
    }

    /// One step; whether it found an image.
    private func perform(_ choice: Int, _ step: Int) async -> Bool {
        let number = (choice + step / 3) % pictures.count
        let key = "\(number)"
        switch choice % 16 {
        case 0..<5:
            try? await cache.store(pictures[number], forKey: key)
        case 5..<11:
            let options: KingfisherOptionsInfo =
                step.isMultiple(of: 3) ? [.loadDiskFileSynchronously] : []
            let image = try? await cache.retrieveImage(forKey: key, options: options).image
            guard let image else { return false }
            #expect(image.cgImage == pictures[number].cgImage)
            return true
        case 11:
            try? await cache.removeImage(forKey: key)
        case 12:
            cache.clearMemoryCache()
        case 13:
            await cache.cleanExpiredDiskCache()
        case 14:
            _ = await cache.imageCachedTypeAsync(forKey: key)
        default:
            if step.isMultiple(of: 5) { await cache.clearDiskCache() }
            cache.relieve(.warning)
        }
        return false
    }
}
