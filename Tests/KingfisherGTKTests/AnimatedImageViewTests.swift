import Foundation
import LoopbackHTTP
import Testing
import ViewTestSupport

@testable import KingfisherGTK

@MainActor
@Suite(.timeLimit(.minutes(1)), .needsDisplay)
struct AnimatedImageViewTests {
    private static let colors = TestAnimation.colors

    @Test("Section 11.1: a new view has the defaults of its interface")
    func defaults() {
        let view = AnimatedImageView()
        #expect(view.autoPlayAnimatedImage && view.needsPrescaling)
        #expect(view.framePreloadCount == 10)
        #expect(view.runLoopMode == .common)
        #expect(view.repeatCount == .infinite)
        #expect(view.delegate == nil && view.animator == nil && view.image == nil)
        #expect(!view.isAnimating)
        view.startAnimating()
        view.stopAnimating()
        view.purgeFrames()
        #expect(!view.isAnimating)
    }

    @Test(
        "VIEW-3, ANI-12, ANI-13, AV-11: on screen it plays each frame in turn, as often as it should"
    )
    func playsOnScreen() async throws {
        let view = AnimatedImageView()
        let listener = Listener()
        view.delegate = listener
        view.repeatCount = .finite(count: 2)
        view.image = try TestAnimation.image(delays: [0.05, 0.02, 0.1])
        let frames = PaintableWatch(view)
        let window = TestWindow(showing: view)
        defer { window.close() }
        await listener.finished()
        #expect(listener.loops == [1, 2])
        #expect(listener.finishCount == 1)
        #expect(!view.isAnimating)
        #expect(view.animator?.currentFrameIndex == 2)
        let paintable = try #require(view.canvas.paintable)
        #expect(try draw(paintable).joined().allSatisfy { $0 == Self.colors[2] })
        // A slow machine skips frames, but nothing else is ever shown.
        var seen: [UInt32] = []
        for await color in frames.colors {
            seen.append(color)
            if seen.count == frames.count { break }
        }
        #expect(seen.allSatisfy(Self.colors.contains))
        #expect(seen.count >= 2 && seen.count <= 6)
    }

    @Test(
        "VIEW-3, AV-4: mapped is attached: it starts when it is mapped and stops when it is hidden")
    func mapping() async throws {
        let view = AnimatedImageView(image: try TestAnimation.image())
        #expect(view.animator != nil && !view.isAnimating)
        let window = TestWindow(showing: view)
        await window.wasDrawn(view)
        #expect(view.isAnimating)
        view.isHidden = true
        #expect(!view.isAnimating)
        view.isHidden = false
        await window.wasDrawn(view)
        #expect(view.isAnimating)
        window.close()
        #expect(!view.isAnimating)
        g_object_run_dispose(cgtk4_object(view.widget))
        #expect(view.isDestroyed && view.animator == nil)
        view.startAnimating()
        view.image = try TestAnimation.image()
        #expect(!view.isAnimating)
    }

    @Test(
        "VIEW-3, VIEW-4, AV-5: without autoplay it waits for the call, which an unmapped view takes too"
    )
    func manual() async throws {
        let view = AnimatedImageView()
        view.autoPlayAnimatedImage = false
        view.image = try TestAnimation.image()
        let window = TestWindow(showing: view)
        defer { window.close() }
        await window.wasDrawn(view)
        #expect(!view.isAnimating)
        view.startAnimating()
        #expect(view.isAnimating)
        view.stopAnimating()
        #expect(!view.isAnimating)
        let unmapped = AnimatedImageView(image: try TestAnimation.image())
        unmapped.startAnimating()
        #expect(unmapped.isAnimating)
    }

    @Test(
        "IV-7, AV-14, VIEW-13, CRE-13: a load gives it a source of frames, and a plain view all frames"
    )
    func loads() async throws {
        let data = try TestAnimation.gif()
        let lab = try ImageLab(routes: ["/a.gif": .data(data, type: "image/gif")])
        let animated = AnimatedImageView()
        func load(_ view: GTKImageView, _ options: KingfisherOptionsInfo = []) async {
            _ = await outcome {
                view.kf.setImage(
                    with: lab.server.url("/a.gif"), options: lab.options + options,
                    completionHandler: $0)
            }
        }
        await load(animated)
        #expect(animated.image?.images == nil)
        #expect(animated.image?.kf.frameSource?.frameCount == 3)
        #expect(animated.animator != nil)
        let plain = GTKImageView()
        await load(plain)
        #expect(plain.image?.images?.count == 3)
        await load(animated)
        #expect(animated.image?.images == nil && animated.animator != nil)
        // What the caller asks for is left alone; the frames are then played as a plain view does.
        await load(animated, [.preloadAllAnimationData])
        #expect(animated.image?.images?.count == 3 && animated.animator == nil)
        await load(animated, [.onlyLoadFirstFrame])
        #expect(animated.image?.kf.frameSource == nil && animated.animator == nil)
    }

    @Test("The builder loads into it as `setImage` does")
    func builder() async throws {
        let lab = try ImageLab(
            routes: ["/a.gif": .data(try TestAnimation.gif(), type: "image/gif")])
        let view = AnimatedImageView()
        await withCheckedContinuation { continuation in
            KF.url(lab.server.url("/a.gif")).targetCache(lab.cache)
                .onSuccess { _ in continuation.resume() }
                .onFailure { error in
                    Issue.record(error)
                    continuation.resume()
                }
                .set(to: view)
        }
        #expect(view.animator != nil)
    }

    @Test(
        "ANI-6, AV-2, W22: frames are decoded for the size on screen, and drawn in the image's size"
    )
    func prescaling() async throws {
        let image = try TestAnimation.image(width: 480, height: 360)
        let view = AnimatedImageView(image: image)
        let frames = PaintableWatch(view)
        let window = TestWindow(showing: view, width: 120, height: 90)
        defer { window.close() }
        for await _ in frames.colors {
            guard let frame = view.animator?.currentFrameImage, frame.size.width < 480 else {
                continue
            }
            let scale = CGFloat(gtk_widget_get_scale_factor(view.widget))
            #expect(frame.size.width <= 120 * scale && frame.size.height <= 90 * scale)
            #expect(max(frame.size.width / 120, frame.size.height / 90) == scale)
            break
        }
        let paintable = try #require(view.canvas.paintable)
        #expect(gdk_paintable_get_intrinsic_width(paintable) == 480)
        #expect(gdk_paintable_get_intrinsic_height(paintable) == 360)
        #expect(gdk_paintable_get_flags(paintable) == GDK_PAINTABLE_STATIC_SIZE)
    }

    @Test("W15: how the image fills the view decides how large its frames are")
    func contentFit() {
        let view = AnimatedImageView()
        #expect(view.frameContentMode == .scaleAspectFit)
        view.contentFit = GTK_CONTENT_FIT_COVER
        #expect(view.frameContentMode == .scaleAspectFill)
        view.contentFit = GTK_CONTENT_FIT_FILL
        #expect(view.frameContentMode == .scaleToFill)
        view.contentFit = GTK_CONTENT_FIT_SCALE_DOWN
        #expect(view.frameContentMode == .scaleAspectFit)
        #expect(view.pixelSize == .zero)
    }

    @Test("ANI-5: a long animation on screen keeps few frames")
    func memory() async throws {
        let view = AnimatedImageView()
        view.framePreloadCount = 3
        view.image = try TestAnimation.image(delays: Array(repeating: 0.02, count: 100))
        let frames = PaintableWatch(view)
        let window = TestWindow(showing: view)
        defer { window.close() }
        var count = 0
        for await _ in frames.colors {
            count += 1
            if count == 12 { break }
        }
        view.stopAnimating()
        let animator = try #require(view.animator)
        await animator.isIdle()
        let resident = (0..<100).filter { animator.frame(at: $0) != nil }
        #expect(resident.count == 4)
        #expect(resident.contains(animator.currentFrameIndex))
    }

    @Test("AV-1: the same image set again goes on with its frame")
    func sameImage() async throws {
        let image = try TestAnimation.image(delays: [0.02, 30, 0.02])
        let view = AnimatedImageView(image: image)
        let frames = PaintableWatch(view)
        let window = TestWindow(showing: view)
        defer { window.close() }
        for await color in frames.colors where color == Self.colors[1] { break }
        let animator = view.animator
        view.image = image
        #expect(view.animator === animator)
        let paintable = try #require(view.canvas.paintable)
        #expect(try draw(paintable).first?.first == Self.colors[1])
        view.image = nil
        #expect(view.animator == nil && view.canvas.paintable == nil && !view.isAnimating)
    }

    @Test("VIEW-9, AV-12: an animation goes on after its frames were purged")
    func purge() async throws {
        let view = AnimatedImageView(image: try TestAnimation.image())
        let frames = PaintableWatch(view)
        let window = TestWindow(showing: view)
        defer { window.close() }
        await window.wasDrawn(view)
        for keeps in [true, false] {
            view.purgeFrames(keepCurrentFrame: keeps)
            var seen: Set<UInt32> = []
            for await color in frames.colors {
                seen.insert(color)
                if seen.count == 3 { break }
            }
            #expect(seen == Set(Self.colors))
        }
    }

    @Test("TRN-4: an animation that fades in plays")
    func transition() async throws {
        let view = AnimatedImageView(image: try makeImage())
        let window = TestWindow(showing: view)
        defer { window.close() }
        await window.wasDrawn(view)
        let image = try TestAnimation.image()
        await withCheckedContinuation { continuation in
            view.setImage(image, transition: .fade(0.05)) { continuation.resume() }
        }
        #expect(view.image === image)
        #expect(view.isAnimating)
        let frames = PaintableWatch(view)
        var seen: Set<UInt32> = []
        for await color in frames.colors {
            seen.insert(color)
            if seen.count == 2 { break }
        }
        #expect(seen.isSubset(of: Self.colors))
    }

    @Test("Regression 20, AV-15: several views play one image at once")
    func sharedImage() async throws {
        let image = try TestAnimation.image()
        let box: UnsafeMutablePointer<GtkWidget> = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
        let views = (0..<4).map { _ in AnimatedImageView(image: image) }
        views.forEach { gtk_box_append(cgtk4_box(box), $0.widget) }
        let watches = views.map { PaintableWatch($0) }
        let window = TestWindow(showing: GTKView(widget: box))
        defer { window.close() }
        for watch in watches {
            var seen: Set<UInt32> = []
            for await color in watch.colors {
                seen.insert(color)
                if seen.count == 3 { break }
            }
            #expect(seen == Set(Self.colors))
        }
        #expect(Set(views.compactMap { $0.animator.map(ObjectIdentifier.init) }).count == 4)
    }

    @Test(
        "VIEW-2: an image whose frames are all there is played as in a plain view, without an animator"
    )
    func preloaded() async throws {
        let frames = try Self.colors.map { try makeImage(color: $0) }
        let view = AnimatedImageView(
            image: RasterImage.animatedImage(with: frames, duration: 0.1))
        #expect(view.animator == nil)
        let watch = PaintableWatch(view)
        let window = TestWindow(showing: view)
        defer { window.close() }
        var seen: Set<UInt32> = []
        for await color in watch.colors {
            seen.insert(color)
            if seen.count == 2 { break }
        }
        #expect(seen.isSubset(of: Self.colors))
    }

    @Test("VIEW-12, AV-10: a view that plays is let go of")
    func lifetime() async throws {
        weak var watched: AnimatedImageView?
        do {
            let view = AnimatedImageView(image: try TestAnimation.image())
            watched = view
            let window = TestWindow(showing: view)
            await window.wasDrawn(view)
            #expect(view.isAnimating)
            window.close()
        }
        #expect(watched == nil)
    }

    @Test("AV-11: both calls of a delegate may be left out")
    func silentDelegate() async throws {
        final class Silent: AnimatedImageViewDelegate {}
        let view = AnimatedImageView()
        let silent = Silent()
        view.delegate = silent
        view.didPlay(loops: 1)
        view.didFinish()
        #expect(view.delegate === silent)
    }
}

/// Writes down what the delegate of a view is told.
@MainActor
private final class Listener: AnimatedImageViewDelegate {
    private(set) var loops: [UInt] = []
    private(set) var finishCount = 0
    private var waiter: CheckedContinuation<Void, Never>?

    func animatedImageView(_ imageView: AnimatedImageView, didPlayAnimationLoops: UInt) {
        loops.append(didPlayAnimationLoops)
    }

    func animatedImageViewDidFinishAnimating(_ imageView: AnimatedImageView) {
        finishCount += 1
        waiter?.resume()
        waiter = nil
    }

    func finished() async {
        guard finishCount == 0 else { return }
        await withCheckedContinuation { waiter = $0 }
    }
}
