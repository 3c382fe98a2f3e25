import Foundation
import LoopbackHTTP
import Raster
import Testing
import ViewTestSupport

@testable import KingfisherGTK
@testable import SnippetsGTK

@MainActor
@Suite(.timeLimit(.minutes(1)), .needsDisplay)
struct ReadmeExampleTests {
    @Test("The larger example shows a reduced picture with round corners, and keeps the original")
    func showsHighResolution() async throws {
        let original = try ImageLab.png(width: 400, height: 300, gray: 0x60)
        let server = try LoopbackServer(routes: ["/lake.png": .data(original)])
        let url = server.url("/lake.png")
        defer { removeFromSharedCache(url, sizes: [100, 60]) }
        let view = GTKImageView()
        let window = TestWindow(showing: view)
        defer { window.close() }

        let placeholder = try makeImage()
        show(url, width: 100, in: view, placeholder: placeholder)
        #expect(view.kf.placeholder as? RasterImage === placeholder)
        let indicator = try #require(view.loading.indicator)
        #expect(!indicator.view.isHidden)
        while view.kf.placeholder != nil { await window.wasDrawn(view) }

        let image = try #require(view.image)
        #expect(indicator.view.isHidden)
        #expect(image.size == CGSize(width: 100, height: 75))
        #expect(image.scale == 2)
        let bitmap = try #require(image.cgImage)
        #expect(bitmap.pixel(x: 0, y: 0)?.alpha == 0)
        #expect(bitmap.pixel(x: 100, y: 75)?.green == 0x60)

        show(url, width: 60, in: view, placeholder: placeholder)
        while view.kf.placeholder != nil { await window.wasDrawn(view) }
        #expect(view.image?.size == CGSize(width: 60, height: 45))
        #expect(server.requestCount == 1)
    }

    private func show(
        _ url: URL, width: CGFloat, in view: GTKImageView, placeholder: RasterImage
    ) {
        showHighResolution(
            url, in: view, size: CGSize(width: width, height: width * 3 / 4),
            placeholder: placeholder)
    }

    /// The example loads with the shared manager, as a program would.
    private func removeFromSharedCache(_ url: URL, sizes: [CGFloat]) {
        let cache = KingfisherManager.shared.cache
        cache.removeImage(forKey: url.cacheKey)
        for width in sizes {
            let processor =
                DownsamplingImageProcessor(size: CGSize(width: width, height: width * 3 / 4))
                |> RoundCornerImageProcessor(cornerRadius: 20)
            cache.removeImage(
                forKey: url.cacheKey, processorIdentifier: processor.identifier)
        }
    }
}
