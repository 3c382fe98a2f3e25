import Foundation
import Locking
import LoopbackHTTP
import Testing
import ViewTestSupport

@testable import Kingfisher

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ComponentSettingTests {
    @Test("ENG-2: a nil source sets the placeholder, fails inside the call and returns nil")
    func nilSource() throws {
        let icon = Icon()
        let placeholder = RasterImage()
        icon.image = RasterImage()
        var errors: [KingfisherError?] = []
        let task = icon.kf.setImage(
            with: nil as URL?, placeholder: placeholder,
            options: [.keepCurrentImageWhileLoading]
        ) { errors.append($0.error) }
        #expect(task == nil)
        #expect(errors.count == 1)
        guard case .imageSettingError(.emptySource) = errors.first else {
            Issue.record("\(errors)")
            return
        }
        #expect(icon.image === placeholder)
        #expect(icon.kf.taskIdentifier == nil)
    }

    @Test("ENG-4, ENG-6, ENG-13: placeholder at once, then the result with the identifier cleared")
    func orderOfEvents() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png())])
        let icon = Icon()
        let placeholder = RasterImage()
        var seen: (image: RasterImage?, identifier: UInt?)
        let result = await outcome { done in
            let task = icon.kf.setImage(
                with: lab.server.url("/a.png"), placeholder: placeholder, options: lab.options
            ) { outcome in
                seen = (icon.image, icon.kf.taskIdentifier)
                done(outcome)
            }
            #expect(task != nil)
            #expect(icon.image === placeholder)
            #expect(icon.kf.taskIdentifier != nil)
        }
        let image = try #require(result.value?.image)
        #expect(seen.image === image)
        #expect(seen.identifier == nil)
        #expect(result.value?.cacheType == CacheType.none)
        #expect(icon.history.count == 2)
        #expect(icon.history.last.flatMap { $0 } === image)
    }

    @Test("ui PRG-4: a progressive JPEG is set before it is complete, and never after the result")
    func progressiveImages() async throws {
        let gate = LoopbackGate()
        let lab = try ImageLab(routes: [
            "/p.jpg": .halves(
                ProgressivePicture.data, after: ProgressivePicture.scanOffsets[4] + 2, gate: gate)
        ])
        let (icon, progressive) = (Icon(), ImageProgressive())
        progressive.onImageUpdated.delegate(on: icon) { _, _ in
            DispatchQueue.main.async { gate.open() }
            return .default
        }
        let result = await outcome { done in
            icon.kf.setImage(
                with: lab.server.url("/p.jpg"),
                options: lab.options + [.progressiveJPEG(progressive)], completionHandler: done)
        }
        let image = try #require(result.value?.image)
        // The placeholder, at least one image that is not complete, and the result.
        #expect(icon.history.count >= 3)
        #expect(icon.history.dropFirst().allSatisfy { $0?.size == image.size })
        #expect(icon.image === image)
    }

    @Test("ENG-5, ENG-7: identifiers only grow, over all targets")
    func identifiersGrow() async throws {
        let gate = LoopbackGate()
        let lab = try ImageLab { _ in .init(steps: [.wait(gate), .close]) }
        let (first, second) = (Icon(), Icon())
        let url = lab.server.url("/a.png")
        var identifiers: [UInt] = []
        for icon in [first, second, first] {
            icon.kf.setImage(with: url, options: lab.options)
            identifiers.append(try #require(icon.kf.taskIdentifier))
        }
        #expect(identifiers == identifiers.sorted())
        #expect(Set(identifiers).count == 3)
        first.kf.cancelDownloadTask()
        second.kf.cancelDownloadTask()
        gate.open()
    }

    @Test("ENG-10, ENG-16: a superseded call is told so, with its result, and changes nothing")
    func superseded() async throws {
        let gate = LoopbackGate()
        let (slow, fast) = (try ImageLab.png(width: 4), try ImageLab.png(width: 5))
        let lab = try ImageLab { request in
            var response = LoopbackResponse.data(request.path == "/slow.png" ? slow : fast)
            if request.path == "/slow.png" { response.steps.insert(.wait(gate), at: 0) }
            return response
        }
        let icon = Icon()
        var quick: Result<RetrieveImageResult, KingfisherError>?
        let late = await outcome { done in
            icon.kf.setImage(
                with: lab.server.url("/slow.png"), options: lab.options, completionHandler: done)
            icon.kf.setImage(with: lab.server.url("/fast.png"), options: lab.options) {
                quick = $0
                gate.open()
            }
        }
        #expect(icon.image === quick?.value?.image)
        #expect(icon.image?.size.width == 5)
        #expect(late.error?.isNotCurrentTask == true)
        guard
            case .imageSettingError(.notCurrentSourceTask(let result?, nil, let source)) = late
                .error
        else {
            Issue.record("\(late)")
            return
        }
        #expect(result.image.size.width == 4)
        #expect(source.url == lab.server.url("/slow.png"))
        // A superseded download is finished and cached all the same (ENG-17).
        #expect(lab.cache.isCached(forKey: lab.server.url("/slow.png").cacheKey))
    }

    @Test("ENG-3, W-1: a nil source makes a running load stale; its image is not shown")
    func nilSourceAfterLoad() async throws {
        let gate = LoopbackGate()
        let png = try ImageLab.png()
        let lab = try ImageLab { _ in
            var response = LoopbackResponse.data(png)
            response.steps.insert(.wait(gate), at: 0)
            return response
        }
        let icon = Icon()
        let late = await outcome { done in
            icon.kf.setImage(
                with: lab.server.url("/a.png"), options: lab.options, completionHandler: done)
            icon.kf.setImage(with: nil as URL?)
            gate.open()
        }
        #expect(late.error?.isNotCurrentTask == true)
        #expect(icon.image == nil)
    }

    @Test("ENG-11: completion is on the main thread, whatever the callback queue")
    func completionOnMain() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png())])
        let icon = Icon()
        let onMain = Locked<[Bool]>([])
        for _ in 0..<2 {
            _ = await outcome { done in
                icon.kf.setImage(
                    with: lab.server.url("/a.png"),
                    options: lab.options + [.callbackQueue(.dispatch(.global()))]
                ) { result in
                    onMain.withLock { $0.append(Thread.isMainThread) }
                    done(result)
                }
            }
        }
        #expect(onMain.withLock { $0 } == [true, true])
    }

    @Test("ENG-9, ENG-12: a memory hit completes inside the call, without a task")
    func memoryHit() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png())])
        let icon = Icon()
        let url = lab.server.url("/a.png")
        _ = await outcome {
            icon.kf.setImage(with: url, options: lab.options, completionHandler: $0)
        }
        let other = Icon()
        var hit: Result<RetrieveImageResult, KingfisherError>?
        let task = other.kf.setImage(with: url, options: lab.options) { hit = $0 }
        #expect(task == nil)
        #expect(hit?.value?.cacheType == .memory)
        #expect(other.image === hit?.value?.image)
        #expect(lab.server.requestCount(path: "/a.png") == 1)
    }

    @Test("ENG-12: an image that is nowhere fails inside the call with only-from-cache")
    func onlyFromCache() throws {
        let lab = try ImageLab(routes: [:])
        let icon = Icon()
        var miss: Result<RetrieveImageResult, KingfisherError>?
        icon.kf.setImage(with: lab.server.url("/a.png"), options: lab.options + [.onlyFromCache]) {
            miss = $0
        }
        guard case .cacheError(.imageNotExisting) = miss?.error else {
            Issue.record("\(String(describing: miss))")
            return
        }
        #expect(lab.server.requests.isEmpty)
    }

    @Test(
        "ENG-15: without a failure image the target keeps what it shows, with nil it is cleared",
        arguments: FailureImage.allCases)
    func failureImage(_ choice: FailureImage) async throws {
        let lab = try ImageLab(routes: [:])
        let icon = Icon()
        let (placeholder, failure) = (RasterImage(), RasterImage())
        var options = lab.options
        switch choice {
        case .notGiven: break
        case .none: options.append(.onFailureImage(nil))
        case .some: options.append(.onFailureImage(failure))
        }
        let result = await outcome {
            icon.kf.setImage(
                with: lab.server.url("/missing.png"), placeholder: placeholder, options: options,
                completionHandler: $0)
        }
        #expect(result.error?.isInvalidResponseStatusCode(404) == true)
        switch choice {
        case .notGiven: #expect(icon.image === placeholder)
        case .none: #expect(icon.image == nil)
        case .some: #expect(icon.image === failure)
        }
    }

    enum FailureImage: CaseIterable {
        case notGiven
        case none
        case some
    }

    @Test("IC-1: with keep-current the placeholder only goes to an empty slot")
    func keepCurrent() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png())])
        let options = lab.options + [.keepCurrentImageWhileLoading]
        let (current, placeholder) = (RasterImage(), RasterImage())
        let full = Icon()
        full.image = current
        let empty = Icon()
        for (icon, expected) in [(full, current), (empty, placeholder)] {
            _ = await outcome { done in
                icon.kf.setImage(
                    with: lab.server.url("/a.png"), placeholder: placeholder,
                    options: options + [.forceRefresh], completionHandler: done)
                #expect(icon.image === expected)
            }
            #expect(icon.image?.size.width == 8)
        }
    }

    @Test("CAN-2, ENG-21: cancelling one of two loads of a URL ends that one only")
    func cancelOne() async throws {
        let gate = LoopbackGate()
        let png = try ImageLab.png()
        let lab = try ImageLab { _ in
            var response = LoopbackResponse.data(png)
            response.steps.insert(.wait(gate), at: 0)
            return response
        }
        let (first, second) = (Icon(), Icon())
        let url = lab.server.url("/a.png")
        var cancelled: Result<RetrieveImageResult, KingfisherError>?
        let result = await outcome { done in
            first.kf.setImage(with: url, options: lab.options) {
                cancelled = $0
                gate.open()
            }
            second.kf.setImage(with: url, options: lab.options, completionHandler: done)
            first.kf.cancelDownloadTask()
        }
        #expect(result.value != nil)
        #expect(cancelled?.error?.isTaskCancelled == true)
        #expect(first.image == nil)
        #expect(first.kf.taskIdentifier == nil)
        #expect(lab.server.requestCount(path: "/a.png") == 1)
    }

    @Test("CAN-1: cancelling is harmless when nothing is loaded, and after the result")
    func cancelNothing() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png())])
        let icon = Icon()
        icon.kf.cancelDownloadTask()
        var count = 0
        _ = await outcome { done in
            icon.kf.setImage(with: lab.server.url("/a.png"), options: lab.options) {
                count += 1
                done($0)
            }
        }
        icon.kf.cancelDownloadTask()
        #expect(count == 1)
        #expect(icon.image != nil)
    }

    @Test("W-11: a load cancelled while its bytes are processed shows no image")
    func cancelDuringProcessing() async throws {
        let lab = try ImageLab(routes: ["/a.png": .data(try ImageLab.png())])
        let icon = Icon()
        let processor = HookedProcessor()
        processor.hook.withLock {
            $0 = {
                DispatchQueue.main.sync {
                    MainActor.assumeIsolated { icon.kf.cancelDownloadTask() }
                }
            }
        }
        let result = await outcome {
            icon.kf.setImage(
                with: lab.server.url("/a.png"), options: lab.options + [.processor(processor)],
                completionHandler: $0)
        }
        #expect(result.error != nil)
        #expect(icon.image == nil)
        #expect(icon.kf.taskIdentifier == nil)
    }

    @Test("PRG-1, PRG-2: progress grows to the total, on the main thread, before completion")
    func progress() async throws {
        let png = try ImageLab.png(width: 300, height: 200)
        let lab = try ImageLab(routes: ["/a.png": .data(png)])
        let icon = Icon()
        let events = Locked<[Int64]>([])
        let result = await outcome { done in
            icon.kf.setImage(
                with: lab.server.url("/a.png"), options: lab.options,
                progressBlock: { received, total in
                    #expect(Thread.isMainThread)
                    #expect(total == Int64(png.count))
                    events.withLock { $0.append(received) }
                },
                completionHandler: done)
        }
        let seen = events.withLock { $0 }
        #expect(result.value != nil)
        #expect(seen == seen.sorted())
        #expect(seen.last == Int64(png.count))
    }

    @Test("RE-3: a completion may start another load on the same target")
    func nested() async throws {
        let lab = try ImageLab(routes: [
            "/a.png": .data(try ImageLab.png(width: 3)),
            "/b.png": .data(try ImageLab.png(width: 4)),
        ])
        let icon = Icon()
        let result = await outcome { done in
            icon.kf.setImage(with: lab.server.url("/a.png"), options: lab.options) { _ in
                icon.kf.setImage(
                    with: lab.server.url("/b.png"), options: lab.options, completionHandler: done)
            }
        }
        #expect(result.value?.image.size.width == 4)
        #expect(icon.image?.size.width == 4)
    }

    @Test("W-2: cancel reaches a load that a synchronous completion started")
    func cancelNested() async throws {
        let gate = LoopbackGate()
        let png = try ImageLab.png()
        let lab = try ImageLab { request in
            var response = LoopbackResponse.data(png)
            if request.path == "/slow.png" { response.steps.insert(.wait(gate), at: 0) }
            return response
        }
        let url = lab.server.url("/a.png")
        let icon = Icon()
        _ = await outcome {
            icon.kf.setImage(with: url, options: lab.options, completionHandler: $0)
        }
        let result = await outcome { done in
            icon.kf.setImage(with: url, options: lab.options) { _ in
                icon.kf.setImage(
                    with: lab.server.url("/slow.png"), options: lab.options,
                    completionHandler: done)
            }
            icon.kf.cancelDownloadTask()
        }
        gate.open()
        #expect(result.error?.isTaskCancelled == true)
    }

    @Test("ENG-20: a load keeps its target until it has completed")
    func targetLives() async throws {
        let gate = LoopbackGate()
        let png = try ImageLab.png()
        let lab = try ImageLab { _ in
            var response = LoopbackResponse.data(png)
            response.steps.insert(.wait(gate), at: 0)
            return response
        }
        weak var target: Icon?
        var hadImage = false
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        _ = await outcome { done in
            let icon = Icon()
            icon.onRelease = { release.finish() }
            target = icon
            icon.kf.setImage(with: lab.server.url("/a.png"), options: lab.options) {
                hadImage = target?.image != nil
                done($0)
            }
            gate.open()
        }
        #expect(hadImage)
        for await _ in released {}
        #expect(target == nil)
    }

    @Test("A provider's data is shown like any other, without a download")
    func provider() async throws {
        let lab = try ImageLab(routes: [:])
        let icon = Icon()
        let provider = RawImageDataProvider(data: try ImageLab.png(width: 7), cacheKey: "raw")
        let result = await outcome {
            icon.kf.setImage(with: provider, options: lab.options, completionHandler: $0)
        }
        #expect(result.value?.image.size.width == 7)
        #expect(icon.image?.size.width == 7)
    }
}

/// The simplest thing with an image.
@MainActor
private final class Icon: KingfisherHasImageComponent {
    var image: RasterImage? { didSet { history.append(image) } }
    private(set) var history: [RasterImage?] = []
    // Set before the load begins and read when nobody else has the object.
    nonisolated(unsafe) var onRelease: (@Sendable () -> Void)?

    deinit { onRelease?() }
}

/// Runs a hook, then decodes.
private final class HookedProcessor: ImageProcessor {
    let identifier = "hooked"
    let hook = Locked<(@Sendable () -> Void)?>(nil)

    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        let hook = hook.withLock { $0 }
        hook?()
        return DefaultImageProcessor.default.process(item: item, options: options)
    }
}
