import Foundation
import LoopbackHTTP
import Raster
import RasterIO
import Testing
import ViewTestSupport

@testable import KingfisherGTK

@MainActor
@Suite(.timeLimit(.minutes(1)), .needsDisplay)
struct PlaceholderTests {
    @Test(
        "IMG-9, PLH-1: the image is a placeholder that becomes the image of a view, and leaves it")
    func image() throws {
        let image = try makeImage()
        let anything: Any = image
        let placeholder = try #require(anything as? any Placeholder)
        let view = GTKImageView()
        placeholder.add(to: view)
        #expect(view.image === image)
        placeholder.remove(from: view)
        #expect(view.image == nil)
    }

    @Test("PLH-2, PLH-3: a new placeholder takes the place of the one before")
    func twoCovers() async throws {
        let gate = LoopbackGate()
        let lab = try ImageLab { _ in .init(steps: [.wait(gate), .close]) }
        let view = GTKImageView()
        let covers = (0..<2).map { _ in Cover(widget: gtk_label_new("…")) }
        for cover in covers {
            view.kf.setImage(
                with: lab.server.url("/a.png"), placeholder: cover, options: lab.options)
        }
        #expect(view.subviews.count == 1)
        #expect(view.subviews.first === covers[1])
        #expect(view.kf.placeholder as? Cover === covers[1])
        let image = try makeImage()
        view.kf.setImage(with: lab.server.url("/b.png"), placeholder: image, options: lab.options)
        #expect(view.subviews.isEmpty && view.image === image)
        view.kf.setImage(with: lab.server.url("/c.png"), options: lab.options)
        #expect(view.image == nil && view.kf.placeholder == nil)
        view.kf.cancelDownloadTask()
        gate.open()
    }

    @Test("CRE-13: the first frame in a view leaves the whole animation on disk for later requests")
    func firstFrameFirst() async throws {
        let frames = try (0..<3).map { index in
            TimedBitmap(
                bitmap: try Bitmap(width: 4, height: 4, isOpaque: true) { bytes, _ in
                    for at in bytes.indices { bytes[at] = at % 4 == 3 ? 255 : UInt8(60 * index) }
                }, duration: 0.1)
        }
        let gif = try ImageEncoder.encode(frames, as: .gif)
        let lab = try ImageLab(routes: ["/a.gif": .data(gif, type: "image/gif")])
        let url = lab.server.url("/a.gif")
        let view = GTKImageView()
        let first = await outcome {
            view.kf.setImage(
                with: url, options: lab.options + [.onlyLoadFirstFrame], completionHandler: $0)
        }
        #expect(try #require(first.value).image.images == nil)
        lab.cache.clearMemoryCache()
        let second = await outcome {
            view.kf.setImage(with: url, options: lab.options, completionHandler: $0)
        }
        let whole = try #require(second.value)
        #expect(whole.cacheType == .disk)
        #expect(whole.image.images?.count == 3)
        #expect(view.image === whole.image)
        #expect(lab.server.requestCount == 1)
    }
}

private final class Cover: GTKView, Placeholder {}
