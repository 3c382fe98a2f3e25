import Foundation
import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Times downloads of many small bodies through the public interface, or through `URLSession` alone.
///
/// Usage: `NetworkBench kingfisher|urlsession|joined BASE COUNT SAMPLES`. Prints one line of JSON with
/// the time of each sample in seconds. `network.py` starts the server and the peers.
@main
enum NetworkBench {
    /// Makes an empty image of any bytes, so that only the transfer counts.
    struct NoDecoding: ImageProcessor {
        let identifier = "bench.no-decoding"

        func process(
            item: ImageProcessItem, options: KingfisherParsedOptionsInfo
        ) -> KFCrossPlatformImage? { KFCrossPlatformImage() }
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
        let urls = (0..<count).map { number in
            arguments[1] == "joined" ? base : base.appendingPathComponent("\(number)")
        }
        let run = arguments[1] == "urlsession" ? urlSession() : kingfisher(base)
        try await run(Array(urls.prefix(10)))
        var seconds: [Double] = []
        let clock = ContinuousClock()
        for _ in 0..<samples {
            let time = try await clock.measure { try await run(urls) }
            seconds.append(
                Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18)
        }
        let line = try JSONSerialization.data(withJSONObject: ["seconds": seconds])
        print(String(decoding: line, as: UTF8.self))
    }

    private static func kingfisher(_ base: URL) -> ([URL]) async throws -> Void {
        let downloader = ImageDownloader(name: "bench")
        downloader.downloadTimeout = 60
        downloader.trustedHosts = base.host.map { [$0] }
        let options = KingfisherParsedOptionsInfo([
            .processor(NoDecoding()), .callbackQueue(.untouch),
        ])
        return { urls in
            try await all(urls) { url, done in
                downloader.downloadImage(with: url, options: options) { result in
                    done(try? result.get().originalData.count)
                }
            }
        }
    }

    private static func urlSession() -> ([URL]) async throws -> Void {
        let session = URLSession(configuration: .ephemeral)
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
