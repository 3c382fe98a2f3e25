import Foundation
import LoopbackHTTP
import Raster
import Testing
import ViewTestSupport

@testable import KingfisherGTK

@MainActor
@Suite(.timeLimit(.minutes(1)), .needsDisplay)
struct ImageViewLoadingTests {
    @Test("ENG-13: a URL is loaded over the network and its pixels are drawn by the widget")
    func loadsAndDraws() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png(gray: 0x60))])
        let view = GTKImageView()
        let result = await outcome {
            view.kf.setImage(
                with: lab.server.url("/a.png"), options: lab.options, completionHandler: $0)
        }
        let image = try #require(result.value?.image)
        #expect(view.image === image)
        let paintable = try #require(view.canvas.paintable)
        let pixels = try draw(paintable)
        #expect(pixels.count == 6)
        #expect(pixels.joined().allSatisfy { $0 == 0xFF60_6060 })
    }

    @Test("SUR-1: a lone trailing closure is the completion")
    func trailingClosure() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png())])
        let view = GTKImageView()
        let result = await withCheckedContinuation { continuation in
            view.kf.setImage(with: lab.server.url("/a.png"), options: lab.options) {
                continuation.resume(returning: $0)
            }
        }
        #expect(result.value != nil)
    }

    @Test("PLH-1, PLH-3, IV-1, IV-3, IV-5: an image as placeholder is shown until the result")
    func imagePlaceholder() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png())])
        let view = GTKImageView(image: try makeImage())
        #expect(view.kf.placeholder == nil)
        let placeholder = try makeImage(color: 0xFF11_2233)
        let result = await outcome { done in
            view.kf.setImage(
                with: lab.server.url("/a.png"), placeholder: placeholder, options: lab.options,
                completionHandler: done)
            #expect(view.image === placeholder)
            #expect(view.kf.placeholder as? RasterImage === placeholder)
        }
        #expect(view.kf.placeholder == nil)
        #expect(view.image === result.value?.image)
    }

    @Test(
        "PLH-2, PH-3, IV-4: a view as placeholder covers the view while loading, and is gone afterwards",
        arguments: [true, false])
    func viewPlaceholder(succeeds: Bool) async throws {
        let lab = try ImageLab(routes: succeeds ? ["/a.png": .data(try ImageLab.png())] : [:])
        let view = GTKImageView()
        view.kf.indicatorType = .activity
        let cover = Cover(widget: gtk_label_new("…"))
        let failure = try makeImage()
        let result = await outcome { done in
            view.kf.setImage(
                with: lab.server.url("/a.png"), placeholder: cover,
                options: lab.options + [.onFailureImage(failure)], completionHandler: done)
            // Under the indicator, over the image.
            #expect(view.subviews.first === cover)
            #expect(view.subviews.count == 2)
            #expect(view.image == nil)
        }
        #expect(!view.subviews.contains { $0 === cover })
        #expect(view.kf.placeholder == nil)
        #expect(view.image === (succeeds ? result.value?.image : failure))
    }

    @Test("ENG-15, IV-5: after a failure without a failure image the placeholder stays")
    func placeholderStaysAfterFailure() async throws {
        let lab = try ImageLab(routes: [:])
        let view = GTKImageView()
        let cover = Cover(widget: gtk_label_new("…"))
        _ = await outcome {
            view.kf.setImage(
                with: lab.server.url("/a.png"), placeholder: cover, options: lab.options,
                completionHandler: $0)
        }
        #expect(view.kf.placeholder as? Cover === cover)
        #expect(view.subviews.count == 1)
        view.kf.setImage(with: nil as URL?)
        #expect(view.subviews.isEmpty)
        #expect(view.kf.placeholder == nil)
    }

    @Test("CRE-13: a plain view has all frames, unless only the first one is asked for")
    func preloadedFrames() async throws {
        let frames = try [0xFF00_0000, 0xFFFF_FFFF].map { (color: UInt32) in
            TimedBitmap(bitmap: try #require(try makeImage(color: color).cgImage), duration: 0.1)
        }
        let gif = try ImageEncoder.encode(frames, as: .gif)
        let lab = try ImageLab(routes: ["/a.gif": .data(gif)])
        for (extra, count) in [([], 2), ([.onlyLoadFirstFrame], nil)]
            as [(KingfisherOptionsInfo, Int?)]
        {
            let view = GTKImageView()
            let result = await outcome { done in
                view.kf.setImage(
                    with: lab.server.url("/a.gif"), options: lab.options + extra,
                    completionHandler: done)
            }
            #expect(result.value?.image.images?.count == count)
        }
    }

    @Test("IV-1: keep-current keeps the image, and only an empty view takes the placeholder")
    func keepCurrent() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png())])
        let current = try makeImage()
        let (full, empty) = (GTKImageView(image: current), GTKImageView())
        let placeholder = try makeImage(color: 0xFF11_2233)
        for (view, expected) in [(full, current), (empty, placeholder)] {
            _ = await outcome { done in
                view.kf.setImage(
                    with: lab.server.url("/a.png"), placeholder: placeholder,
                    options: lab.options + [.keepCurrentImageWhileLoading, .forceRefresh],
                    completionHandler: done)
                #expect(view.image === expected)
            }
        }
    }

    @Test("IV-6, IND-6: the spinner is seen while loading and hidden inside the completion")
    func activityIndicator() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png())])
        let view = GTKImageView()
        #expect(view.kf.indicator == nil)
        view.kf.indicatorType = .activity
        let indicator = try #require(view.kf.indicator as? ActivityIndicator)
        #expect(indicator.view.isHidden)
        #expect(indicator.view.superview === view)
        await withCheckedContinuation { continuation in
            view.kf.setImage(with: lab.server.url("/a.png"), options: lab.options) { _ in
                #expect(indicator.view.isHidden)
                continuation.resume()
            }
            #expect(!indicator.view.isHidden)
            #expect(gtk_spinner_get_spinning(OpaquePointer(indicator.view.widget)) != 0)
        }
        #expect(gtk_spinner_get_spinning(OpaquePointer(indicator.view.widget)) == 0)
    }

    @Test("IV-6: the spinner of two overlapping loads is hidden with the second")
    func overlappingLoads() async throws {
        let gate = LoopbackGate()
        let png = try ImageLab.png()
        let lab = try ImageLab { request in
            var response = LoopbackResponse.data(png)
            if request.path == "/slow.png" { response.steps.insert(.wait(gate), at: 0) }
            return response
        }
        let view = GTKImageView()
        view.kf.indicatorType = .activity
        let indicator = try #require(view.kf.indicator)
        var hiddenAfterFirst: Bool?
        _ = await outcome { done in
            view.kf.setImage(
                with: lab.server.url("/slow.png"), options: lab.options, completionHandler: done)
            view.kf.setImage(with: lab.server.url("/a.png"), options: lab.options) { _ in
                hiddenAfterFirst = indicator.view.isHidden
                gate.open()
            }
        }
        #expect(hiddenAfterFirst == false)
        #expect(indicator.view.isHidden)
    }

    @Test("IND-2: setting an indicator type replaces the indicator and its view")
    func indicatorTypes() throws {
        let view = GTKImageView()
        view.kf.indicatorType = .image(imageData: try ImageLab.png(width: 9))
        let image = try #require(view.kf.indicator as? ImageIndicator)
        #expect((image.view as? GTKImageView)?.image?.size.width == 9)
        #expect(view.subviews.count == 1)
        view.kf.indicatorType = .image(imageData: Data("no image".utf8))
        #expect(view.kf.indicator == nil)
        guard case .image = view.kf.indicatorType else {
            Issue.record("\(view.kf.indicatorType)")
            return
        }
        #expect(view.subviews.isEmpty)
        let custom = Blinker()
        view.kf.indicatorType = .custom(indicator: custom)
        #expect((view.kf.indicator as? Blinker)?.view === custom.view)
        var (width, height): (gint, gint) = (0, 0)
        gtk_widget_get_size_request(custom.view.widget, &width, &height)
        #expect([width, height] == [20, 10])
        #expect(gtk_widget_get_margin_start(custom.view.widget) == 8)
        #expect(gtk_widget_get_margin_bottom(custom.view.widget) == 6)
        view.kf.indicatorType = .none
        #expect(view.kf.indicator == nil)
        #expect(view.subviews.isEmpty)
    }

    @Test("TRN-1, TRN-4: a download fades in, and completion comes when the fade is over")
    func fade() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png(gray: 0xFF))])
        let view = GTKImageView()
        let window = TestWindow(showing: view)
        defer { window.close() }
        await window.wasDrawn(view)
        let transitions = TransitionWatch(view)
        let options = lab.options + [.transition(.fade(0.05))]
        var runningInside: Bool?
        let result = await outcome { done in
            view.kf.setImage(with: lab.server.url("/a.png"), options: options) {
                runningInside = view.canvas.isChanging
                done($0)
            }
        }
        #expect(result.value?.cacheType == CacheType.none)
        #expect(view.image === result.value?.image)
        #expect(runningInside == false)
        #expect(transitions.count == 1)
        // From the cache the image is there at once, unless the transition is forced.
        _ = await outcome {
            view.kf.setImage(
                with: lab.server.url("/a.png"), options: options, completionHandler: $0)
        }
        #expect(transitions.count == 1)
        _ = await outcome {
            view.kf.setImage(
                with: lab.server.url("/a.png"), options: options + [.forceTransition],
                completionHandler: $0)
        }
        #expect(transitions.count == 2)
    }

    @Test("GTK-15, W-3: a newer image during a fade stays, and both calls complete once")
    func newerDuringFade() async throws {
        let lab = try ImageLab(routes: [
            "/a.png": .data(try ImageLab.png(width: 3)),
            "/b.png": .data(try ImageLab.png(width: 4)),
        ])
        let view = GTKImageView()
        let window = TestWindow(showing: view)
        defer { window.close() }
        await window.wasDrawn(view)
        _ = await outcome {
            GTKImageView().kf.setImage(
                with: lab.server.url("/b.png"), options: lab.options, completionHandler: $0)
        }
        let transitions = TransitionWatch(view)
        var newer: Result<RetrieveImageResult, KingfisherError>?
        let first = await outcome { done in
            view.kf.setImage(
                with: lab.server.url("/a.png"), options: lab.options + [.transition(.fade(60))],
                completionHandler: done)
            transitions.onBegin = {
                view.kf.setImage(with: lab.server.url("/b.png"), options: lab.options) {
                    newer = $0
                }
            }
        }
        #expect(first.value?.image.size.width == 3)
        #expect(newer?.value?.cacheType == .memory)
        #expect(view.image?.size.width == 4)
        #expect(!view.canvas.isChanging)
    }

    @Test("GTK-4, ENG-10: a view destroyed while loading completes once and is not written to")
    func destroyedWhileLoading() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png())])
        let view = GTKImageView()
        var count = 0
        _ = await outcome { done in
            view.kf.setImage(with: lab.server.url("/a.png"), options: lab.options) {
                count += 1
                done($0)
            }
            g_object_run_dispose(cgtk4_object(view.widget))
        }
        #expect(count == 1)
        #expect(view.canvas.paintable == nil)
    }

    @Test("CAN-2: cancelling a download reports it, and the placeholder stays")
    func cancel() async throws {
        let gate = LoopbackGate()
        let lab = try ImageLab { _ in .init(steps: [.wait(gate), .close]) }
        let view = GTKImageView()
        let placeholder = try makeImage()
        let result = await outcome { done in
            view.kf.setImage(
                with: lab.server.url("/a.png"), placeholder: placeholder, options: lab.options,
                completionHandler: done)
            view.kf.cancelDownloadTask()
        }
        gate.open()
        #expect(result.error?.isTaskCancelled == true)
        #expect(view.image === placeholder)
    }
}

private final class Cover: GTKView, Placeholder {}

/// An indicator that is a value with a place and a size of its own.
private struct Blinker: Indicator {
    let view = IndicatorView(widget: gtk_label_new("*"))
    let centerOffset = CGPoint(x: 4, y: -3)

    func startAnimatingView() { view.isHidden = false }
    func stopAnimatingView() { view.isHidden = true }

    func sizeStrategy(in imageView: KFCrossPlatformImageView) -> IndicatorSizeStrategy {
        .size(CGSize(width: 20, height: 10))
    }
}
