// snippet.show
import Foundation
import Kingfisher

/// A manager of a server's own: a cache in a directory of its choice, within fixed limits.
func makeManager(directory: URL) throws -> KingfisherManager {
    DecodeLimits.default.maxPixels = 24_000_000

    let cache = try ImageCache(name: "thumbnails", cacheDirectoryURL: directory)
    cache.memoryStorage.config.totalCostLimit = 256 << 20
    cache.diskStorage.config.sizeLimit = 10 << 30
    cache.diskStorage.config.expiration = .days(30)

    let downloader = ImageDownloader(name: "thumbnails")
    downloader.downloadTimeout = 10
    return KingfisherManager(downloader: downloader, cache: cache)
}
