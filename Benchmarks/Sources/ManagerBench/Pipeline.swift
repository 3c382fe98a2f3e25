import Foundation
import Kingfisher

/// Thumbnails of many pictures: loaded, reduced and written the first time, read the second.
struct Pipeline {
    private let manager: KingfisherManager
    private let jobs: Int
    private let options: KingfisherOptionsInfo

    init(directory: URL, jobs: Int) throws {
        let downloader = ImageDownloader(name: "pipeline")
        let configuration = downloader.sessionConfiguration
        configuration.httpMaximumConnectionsPerHost = jobs
        downloader.sessionConfiguration = configuration
        manager = KingfisherManager(
            downloader: downloader,
            cache: try ImageCache(name: "pipeline", cacheDirectoryURL: directory))
        self.jobs = jobs
        var serializer = DefaultCacheSerializer()
        serializer.compressionQuality = 0.9
        options = [
            .processor(DownsamplingImageProcessor(size: CGSize(width: 200, height: 200))),
            .cacheSerializer(serializer), .callbackQueue(.untouch), .waitForCache,
        ]
    }

    /// Seconds that all thumbnails take: made, read from disk, and found in memory.
    func measure(_ urls: [URL]) async throws -> [String: Double] {
        let cold = try await run(urls, expecting: .none)
        manager.cache.clearMemoryCache()
        let disk = try await run(urls, expecting: .disk)
        let memory = try await run(urls, expecting: .memory)
        return ["cold": cold, "disk": disk, "memory": memory]
    }

    private func run(_ urls: [URL], expecting type: CacheType) async throws -> Double {
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, url) in urls.enumerated() {
                if number >= jobs { try await group.next() }
                group.addTask { [manager, options] in
                    let result = try await manager.retrieveImage(with: url, options: options)
                    guard result.cacheType == type, result.image.size.width == 200 else {
                        throw ManagerBench.Failure(reason: "\(url) came from \(result.cacheType)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let time = ContinuousClock.now - start
        return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }
}
