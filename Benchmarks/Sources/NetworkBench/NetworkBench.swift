import BareCurl
import Foundation
import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Times downloads of many small bodies through the public interface, through `URLSession` alone, or
/// through libcurl alone.
///
/// Usage: `NetworkBench kingfisher|urlsession|libcurl|joined BASE COUNT SAMPLES`. Prints one line of
/// JSON with the time of each sample in seconds, and for `joined`, where all calls are for one
/// picture through a manager, with the number of pictures that were decoded. `network.py` starts the
/// server and the peers.
@main
enum NetworkBench {
    /// Makes an empty image of any bytes, so that only the transfer counts.
    struct NoDecoding: ImageProcessor {
        let identifier = "bench.no-decoding"

        func process(
            item: ImageProcessItem, options: KingfisherParsedOptionsInfo
        ) -> KFCrossPlatformImage? { KFCrossPlatformImage() }
    }

    /// Decodes, and counts how often.
    // Unchecked: the number stands behind the lock.
    final class CountingDecoder: ImageProcessor, @unchecked Sendable {
        let identifier = "bench.counting-decoder"
        private let lock = NSLock()
        private var number = 0

        var count: Int { lock.withLock { number } }

        func process(
            item: ImageProcessItem, options: KingfisherParsedOptionsInfo
        ) -> KFCrossPlatformImage? {
            lock.withLock { number += 1 }
            return DefaultImageProcessor.default.process(item: item, options: options)
        }
    }

    struct Failure: Error {
        let reason: String
    }

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard
            arguments.count == 5, let base = URL(string: arguments[2]),
            let count = Int(arguments[3]), let samples = Int(arguments[4])
        else { throw Failure(reason: "usage: NetworkBench MODE BASE COUNT SAMPLES") }
        let mode = arguments[1]
        let urls = (0..<count).map { number in
            mode == "joined" ? base : base.appendingPathComponent("\(number)")
        }
        let decoder = CountingDecoder()
        let run =
            switch mode {
            case "urlsession": urlSession()
            case "libcurl": libcurl(base)
            case "joined": manager(decoder)
            default: kingfisher(base, NoDecoding())
            }
        if mode != "joined" { try await run(Array(urls.prefix(10))) }
        var seconds: [Double] = []
        let clock = ContinuousClock()
        for _ in 0..<samples {
            let time = try await clock.measure { try await run(urls) }
            seconds.append(
                Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)
        }
        let line = try JSONSerialization.data(
            withJSONObject: ["seconds": seconds, "decoded": decoder.count] as [String: Any])
        print(String(decoding: line, as: UTF8.self))
    }

    /// libcurl alone, with as many connections as the others have.
    private static func libcurl(_ base: URL) -> ([URL]) async throws -> Void {
        { urls in
            guard BareCurl_download(base.absoluteString, Int32(urls.count), 6) > 0 else {
                throw Failure(reason: "a download failed")
            }
        }
    }

    private static func kingfisher(
        _ base: URL, _ processor: any ImageProcessor
    ) -> ([URL]) async throws -> Void {
        let downloader = ImageDownloader(name: "bench")
        downloader.downloadTimeout = 60
        downloader.trustedHosts = base.host.map { [$0] }
        let options = KingfisherParsedOptionsInfo([
            .processor(processor), .callbackQueue(.untouch),
        ])
        return { urls in
            try await all(urls) { url, done in
                downloader.downloadImage(with: url, options: options) { result in
                    done(try? result.get().originalData.count)
                }
            }
        }
    }

    /// A manager whose cache is empty.
    private static func manager(_ processor: any ImageProcessor) -> ([URL]) async throws -> Void {
        let name = "bench-\(UUID().uuidString)"
        let manager = KingfisherManager(
            downloader: ImageDownloader(name: name), cache: ImageCache(name: name))
        let options: KingfisherOptionsInfo = [
            .processor(processor), .callbackQueue(.untouch), .cacheMemoryOnly,
        ]
        return { urls in
            try await all(urls) { url, done in
                manager.retrieveImage(with: url, options: options) { result in
                    done((try? result.get()).map { _ in 1 })
                }
            }
        }
    }

    private static func urlSession() -> ([URL]) async throws -> Void {
        // Without a cache, as ours has none here.
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        let session = URLSession(configuration: configuration)
        return { urls in
            try await all(urls) { url, done in
                session.dataTask(with: url) { data, _, _ in done(data?.count) }.resume()
            }
        }
    }

    /// Starts everything at once and returns when all have ended.
    private static func all(
        _ urls: [URL], start: (URL, @escaping @Sendable (Int?) -> Void) -> Void
    ) async throws {
        let (results, continuation) = AsyncStream<Int?>.makeStream()
        for url in urls {
            start(url) { continuation.yield($0) }
        }
        var left = urls.count
        for await size in results {
            guard size != nil else { throw Failure(reason: "a download failed") }
            left -= 1
            if left == 0 { return }
        }
    }
}
