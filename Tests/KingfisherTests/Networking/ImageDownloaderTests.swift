import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Makes an empty image of any bytes but none of no bytes, so that downloads need no codec.
struct AnyBytesProcessor: ImageProcessor {
    var identifier = "tests.any-bytes"

    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        switch item {
        case .image(let image): image
        case .data(let data): data.isEmpty ? nil : KFCrossPlatformImage()
        }
    }
}

@Suite("ImageDownloader", .timeLimit(.minutes(1)))
struct ImageDownloaderTests {
    let body = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0) })
    let options: KingfisherOptionsInfo = [.processor(AnyBytesProcessor())]

    @Test("7.8: a download gives the body and the effective URL")
    func downloadGivesBody() async throws {
        let server = try LoopbackServer(routes: ["/a.png": .data(body)])
        let downloader = ImageDownloader(name: "body")
        let result = try await downloader.downloadImage(
            with: server.url("/a.png"), options: options)
        #expect(result.originalData == body)
        #expect(result.url == server.url("/a.png"))
    }

    @Test("4.1: a hundred concurrent callers of one URL make one request and get a hundred answers")
    func concurrentCallersShareOneRequest() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a.png": .data(body).held(at: gate)])
        let downloader = ImageDownloader(name: "hundred")
        let url = server.url("/a.png")
        let joined = Locked(0)
        let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    let modifier = CountingModifier {
                        let count = joined.withLock { count in
                            count += 1
                            return count
                        }
                        if count == 100 { gate.open() }
                    }
                    return try await downloader.downloadImage(
                        with: url, options: options + [.requestModifier(modifier)]
                    ).originalData.count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sizes == Array(repeating: body.count, count: 100))
        #expect(server.requestCount(path: "/a.png") == 1)
    }
}

/// Runs a block when its request has a task.
struct CountingModifier: ImageDownloadRequestModifier {
    let onStart: @Sendable () -> Void

    func modified(for request: URLRequest) -> URLRequest? { request }

    var onDownloadTaskStarted: (@Sendable (DownloadTask?) -> Void)? { { _ in onStart() } }
}
