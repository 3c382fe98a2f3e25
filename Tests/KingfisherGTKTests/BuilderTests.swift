import Foundation
import LoopbackHTTP
import Testing
import ViewTestSupport

@testable import KingfisherGTK

@MainActor
@Suite(.timeLimit(.minutes(1)), .needsDisplay)
struct BuilderTests {
    @Test("KF-3, KF-6: a builder loads into a view and reports success after the view has changed")
    func setsAndReports() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png(width: 20, height: 10))])
        let view = GTKImageView()
        let placeholder = try makeImage()
        let result = await withCheckedContinuation { continuation in
            let task = builder(for: lab.server.url("/a.png"), in: lab)
                .resizing(referenceSize: CGSize(width: 10, height: 10), mode: .aspectFit)
                .placeholder(placeholder)
                .onSuccess { result in
                    #expect(view.image === result.image)
                    continuation.resume(returning: result)
                }
                .onFailure { Issue.record($0) }
                .set(to: view)
            #expect(task != nil)
            #expect(view.image === placeholder)
        }
        #expect(result.image.size == CGSize(width: 10, height: 5))
        #expect(view.kf.placeholder == nil)
    }

    @Test("KF-6: progress is reported before the outcome")
    func progress() async throws {
        let png = try ImageLab.png(width: 300, height: 200)
        let lab = try ImageLab(routes: ["/a.png": .data(png)])
        let view = GTKImageView()
        var last: Int64 = 0
        await withCheckedContinuation { continuation in
            builder(for: lab.server.url("/a.png"), in: lab)
                .onProgress { received, _ in MainActor.assumeIsolated { last = received } }
                .onSuccess { _ in continuation.resume() }
                .set(to: view)
        }
        #expect(last == Int64(png.count))
    }

    @Test("KF-1, KF-6: a builder without a source shows the placeholder and fails at once")
    func noSource() throws {
        let view = GTKImageView()
        let placeholder = try makeImage()
        var errors: [KingfisherError] = []
        let task = KF.url(nil)
            .placeholder(placeholder)
            .onFailure { errors.append($0) }
            .set(to: view)
        #expect(task == nil)
        #expect(view.image === placeholder)
        guard case .imageSettingError(.emptySource) = errors.first, errors.count == 1 else {
            Issue.record("\(errors)")
            return
        }
    }

    @Test(
        "KF-4, KF-7, 18.5, 18.6: one builder sets several views, each with its placeholder of then")
    func severalViews() async throws {
        // The answer waits until both views have asked, so that they share it.
        let gate = LoopbackGate()
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png()).held(at: gate)])
        let (first, second) = (GTKImageView(), GTKImageView())
        let cover = Cover(widget: gtk_label_new("…"))
        let image = try makeImage()
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let shared = builder(for: lab.server.url("/a.png"), in: lab).onSuccess { _ in
            arrived.yield()
        }
        shared.placeholder(cover).set(to: first)
        shared.placeholder(image).set(to: second)
        #expect(first.kf.placeholder as? Cover === cover)
        #expect(second.image === image)
        gate.open()
        for await _ in arrivals.prefix(2) {}
        #expect(first.image != nil)
        #expect(first.image === second.image)
        #expect(lab.server.requestCount(path: "/a.png") == 1)
    }

    @Test("KF-5, 18.7: fade sets the transition")
    func fade() {
        guard case .fade(0.25) = KF.url(nil).fade(duration: 0.25).options.transition else {
            Issue.record("The transition is not a fade of a quarter of a second.")
            return
        }
        #expect(KF.url(nil).forceTransition().options.forceTransition)
    }

    private func builder(for url: URL, in lab: ImageLab) -> KF.Builder {
        let builder = KF.url(url)
        builder.options = KingfisherParsedOptionsInfo(lab.options)
        return builder
    }
}

private final class Cover: GTKView, Placeholder {}
