import CountedMalloc
import Foundation
import Kingfisher

/// Requests that the caches answer.
struct Hits {
    private let manager: KingfisherManager
    private let sources: [Source]
    private let picture: Data

    init(directory: URL, picture: Data) throws {
        self.picture = picture
        let cache = try ImageCache(name: "hits", cacheDirectoryURL: directory)
        manager = KingfisherManager(downloader: .default, cache: cache)
        sources = (0..<60).compactMap { number in
            URL(string: "http://example.com/pictures/\(number).jpg").map { .network($0) }
        }
        for source in sources {
            try cache.diskStorage.store(value: picture, forKey: source.cacheKey)
        }
    }

    /// What a memory hit costs, from the call to the end of its completion handler.
    func memory() -> (microseconds: Double, allocations: Double) {
        let image = DefaultCacheSerializer.default.image(with: picture, options: .init(nil))
        for source in sources {
            manager.cache.store(
                image ?? KFCrossPlatformImage(), forKey: source.cacheKey, toDisk: false)
        }
        func round(_ count: Int) {
            for number in 0..<count {
                manager.retrieveImage(
                    with: sources[number % sources.count], options: [.callbackQueue(.untouch)]
                ) { _ in }
            }
        }
        round(10_000)
        let count = 100_000
        let before = CountedMallocCount()
        round(count)
        let allocations = Double(CountedMallocCount() - before) / Double(count)
        let times = (0..<7).map { _ in seconds { round(count) } / Double(count) * 1_000_000 }
        return (times.sorted()[3], allocations.rounded())
    }

    /// How much longer a disk hit takes than to read the file, to decode it and to keep the image.
    func disk() throws -> Double {
        let options = KingfisherParsedOptionsInfo(nil)
        let ratios = try (0..<9).map { _ in
            // Kept as the cache keeps them: pixels in fresh pages take longer than in warm ones.
            var images: [KFCrossPlatformImage?] = []
            let bare = try seconds {
                for source in sources {
                    let data = try manager.cache.diskStorage.value(forKey: source.cacheKey)
                    images.append(
                        data.flatMap {
                            DefaultCacheSerializer.default.image(with: $0, options: options)
                        })
                }
            }
            images = []
            manager.cache.clearMemoryCache()
            return seconds { sources.forEach(waitFor) } / bare
        }
        return ratios.sorted()[4]
    }

    private func waitFor(_ source: Source) {
        let done = DispatchSemaphore(value: 0)
        manager.retrieveImage(
            with: source, options: [.callbackQueue(.untouch), .onlyFromCache]
        ) { result in
            guard case .success(let value) = result, value.cacheType == .disk else {
                fatalError("The picture should have come from disk.")
            }
            done.signal()
        }
        done.wait()
    }
}
