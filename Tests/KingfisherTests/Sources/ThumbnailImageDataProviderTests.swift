import Foundation
import RasterIO
import Testing

@testable import Kingfisher

@Suite("ThumbnailImageDataProvider", .timeLimit(.minutes(1)))
struct ThumbnailImageDataProviderTests {
    private func withFile<Value>(
        _ data: Data, _ body: (URL) async throws -> Value
    ) async throws -> Value {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("thumbnail-\(UUID().uuidString)")
        try data.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url)
    }

    @Test("16: the thumbnail keeps format and proportions")
    func keepsTheFormat() async throws {
        let png = try TestPicture.png(width: 40, height: 20)
        let jpeg = try #require(
            TestPicture.image(width: 40, height: 20).jpegData(compressionQuality: 0.9))
        for (data, format) in [(png, ImageFormat.PNG), (jpeg, .JPEG)] {
            let thumbnail = try await withFile(data) {
                try await ThumbnailImageDataProvider(url: $0, maxPixelSize: 10).data()
            }
            #expect(thumbnail.kf.imageFormat == format)
            let header = try ImageDecoder.header(of: thumbnail)
            #expect(header.width == 10)
            #expect(header.height == 5)
        }
    }

    @Test("16: the key names the file, the size and the kind")
    func cacheKeys() {
        let url = URL(fileURLWithPath: "/a/b.png")
        #expect(
            ThumbnailImageDataProvider(url: url, maxPixelSize: 100).cacheKey
                == "file:///a/b.png_thumb_100.0_true")
        #expect(
            ThumbnailImageDataProvider(url: url, maxPixelSize: 1, cacheKey: "k").cacheKey == "k")
    }

    @Test("16, W23: what cannot be used is an error, never a trap")
    func failures() async throws {
        let missing = URL(fileURLWithPath: "/nonexistent/\(UUID().uuidString)")
        await #expect(
            throws: ThumbnailImageDataProvider.ThumbnailImageDataProviderError.invalidImageSource
        ) { try await ThumbnailImageDataProvider(url: missing, maxPixelSize: 10).data() }
        _ = try await withFile(Data("text".utf8)) { url in
            await #expect(
                throws:
                    ThumbnailImageDataProvider.ThumbnailImageDataProviderError.invalidThumbnail
            ) { try await ThumbnailImageDataProvider(url: url, maxPixelSize: 10).data() }
        }
        let remote = try #require(URL(string: "http://host.test/a.png"))
        for (url, size) in [(remote, 10), (missing, 0), (missing, CGFloat.nan)] {
            let error = await #expect(throws: KingfisherError.self) {
                try await ThumbnailImageDataProvider(url: url, maxPixelSize: size).data()
            }
            #expect(error?.errorCode == 5001)
        }
    }
}
