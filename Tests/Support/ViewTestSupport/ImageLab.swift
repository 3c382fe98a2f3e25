package import Foundation
package import Kingfisher
package import LoopbackHTTP
import Raster

/// A server, a cache and a downloader of a test's own.
package final class ImageLab: Sendable {
    /// The server that answers.
    package let server: LoopbackServer
    /// An empty cache in a directory of its own.
    package let cache: ImageCache

    private let downloader: ImageDownloader
    private let directory: URL

    /// Starts a server.
    ///
    /// - Parameter handler: Makes the answers.
    /// - Throws: When the server or the cache cannot be made.
    package init(handler: @escaping LoopbackServer.Handler) throws {
        let name = UUID().uuidString
        server = try LoopbackServer(handler: handler)
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        cache = try ImageCache(name: name, cacheDirectoryURL: directory)
        downloader = ImageDownloader(name: name)
    }

    /// Starts a server with fixed answers.
    ///
    /// - Parameter routes: Answers by path. A missing path answers 404.
    /// - Throws: When the server or the cache cannot be made.
    package convenience init(routes: [String: LoopbackResponse]) throws {
        try self.init { routes[$0.path] ?? .status(404) }
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Options that keep a load within the lab and have it complete when all is stored.
    package var options: KingfisherOptionsInfo {
        [.targetCache(cache), .downloader(downloader), .waitForCache]
    }

    /// A PNG of one colour.
    ///
    /// - Parameters:
    ///   - width: Width in pixels.
    ///   - height: Height in pixels.
    ///   - gray: The level of red, green and blue.
    /// - Returns: The encoded picture.
    /// - Throws: When it cannot be made.
    package static func png(width: Int = 8, height: Int = 6, gray: UInt8 = 96) throws -> Data {
        let bitmap = try Bitmap(width: width, height: height, isOpaque: true) { bytes, _ in
            for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : gray }
        }
        guard let data = RasterImage(cgImage: bitmap).pngData() else {
            throw CocoaError(.fileWriteUnknown)
        }
        return data
    }
}
