import Foundation
import Locking
import LoopbackHTTP
import Raster
import RasterIO

@testable import Kingfisher

/// A manager with a server, a cache and a directory of its own.
final class ManagerFixture: Sendable {
    let directory: URL
    let cache: ImageCache
    let downloader: ImageDownloader
    let manager: KingfisherManager
    let server: LoopbackServer

    /// Creates a fixture.
    ///
    /// - Parameter routes: Answers of the server; by default a picture at `/a.png`.
    /// - Throws: When the directory or the server cannot be made.
    init(routes: [String: LoopbackResponse]? = nil) throws {
        let name = "manager-\(UUID().uuidString)"
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        cache = try ImageCache(name: name, cacheDirectoryURL: directory)
        downloader = ImageDownloader(name: name)
        manager = KingfisherManager(downloader: downloader, cache: cache)
        // Completions must not depend on a main thread that runs its queue.
        manager.defaultOptions = [.callbackQueue(.untouch)]
        server = try LoopbackServer(routes: try routes ?? ["/a.png": .data(TestPicture.png())])
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(at: directory)
    }

    /// The picture that the server has by default.
    var url: URL { server.url("/a.png") }

    /// Retrieves with `waitForCache`, so that a following look-up finds what was stored.
    func retrieve(
        _ source: Source, _ options: KingfisherOptionsInfo = []
    ) async -> Result<RetrieveImageResult, KingfisherError> {
        await withCheckedContinuation { continuation in
            manager.retrieveImage(with: source, options: [.waitForCache] + options) {
                continuation.resume(returning: $0)
            }
        }
    }

    func retrieve(
        _ url: URL, _ options: KingfisherOptionsInfo = []
    ) async -> Result<RetrieveImageResult, KingfisherError> {
        await retrieve(url.convertToSource(), options)
    }
}

/// Pictures made in code.
enum TestPicture {
    /// A bitmap whose pixels all differ from their neighbours.
    static func bitmap(width: Int = 8, height: Int = 6) throws -> Bitmap {
        try Bitmap(width: width, height: height, isOpaque: true) { bytes, bytesPerRow in
            for y in 0..<height {
                for x in 0..<width {
                    let offset = y * bytesPerRow + 4 * x
                    bytes[offset] = UInt8((x * 30) & 0xFF)
                    bytes[offset + 1] = UInt8((y * 40) & 0xFF)
                    bytes[offset + 2] = UInt8((x * y * 10) & 0xFF)
                    bytes[offset + 3] = 255
                }
            }
        }
    }

    static func image(width: Int = 8, height: Int = 6) throws -> RasterImage {
        RasterImage(cgImage: try bitmap(width: width, height: height))
    }

    static func png(width: Int = 8, height: Int = 6) throws -> Data {
        guard let data = try image(width: width, height: height).pngData() else {
            throw CocoaError(.fileWriteUnknown)
        }
        return data
    }
}

/// A processor that counts its runs and makes an image of a size of its own.
final class CountingProcessor: ImageProcessor {
    let identifier: String
    private let runs = Locked(0)
    private let fails: Bool

    init(_ name: String = "counting", fails: Bool = false) {
        identifier = "test.\(name)"
        self.fails = fails
    }

    var runCount: Int { runs.withLock { $0 } }

    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        runs.withLock { $0 += 1 }
        return fails ? nil : try? TestPicture.image(width: 3, height: 2)
    }
}

extension Result where Failure == KingfisherError {
    var failure: KingfisherError? {
        if case .failure(let error) = self { return error }
        return nil
    }
}

extension RetrieveImageResult {
    var pixelWidth: Int? { image.cgImage?.width }
}
