import Foundation
import Locking
import Raster
import RasterIO
import Testing

@testable import Kingfisher

@Suite("Animators", .timeLimit(.minutes(1)))
struct FrameAnimatorTests {
    private let queue = DispatchQueue(label: "test.animator")

    private func animator(
        _ source: any ImageFrameSource, preload: Int = 10,
        size: CGSize = CGSize(width: 100, height: 50), repeatCount: AnimationRepeatCount = .infinite
    ) -> FrameAnimator {
        FrameAnimator(
            frameSource: source, contentMode: .scaleToFill, size: size,
            imageSize: CGSize(width: 400, height: 200), imageScale: 1, framePreloadCount: preload,
            repeatCount: repeatCount, preloadQueue: queue)
    }

    private func gifAnimator(frames: Int, preload: Int) throws -> AnimatedImageView.Animator {
        let data = try AnimationSample.gif(frames: frames)
        let source = try #require(CGImageSourceCreateWithData(data, nil))
        return AnimatedImageView.Animator(
            imageSource: source, contentMode: .scaleToFill, size: CGSize(width: 8, height: 6),
            imageSize: CGSize(width: 8, height: 6), imageScale: 1, framePreloadCount: preload,
            repeatCount: .once, preloadQueue: queue)
    }

    private func resident(_ animator: FrameAnimator, of count: Int) -> [Int] {
        (0..<count).filter { animator.frame(at: $0) != nil }
    }

    private func red(_ image: KFCrossPlatformImage?) -> UInt8? {
        image?.cgImage?.pixel(x: 0, y: 0)?.red
    }

    @Test(
        "SEAM-20, SEAM-21, ANI-2, ANI-7: one pass of the queue loads frames, and another purges them"
    )
    func seam() throws {
        let animator = try gifAnimator(frames: 8, preload: 2)
        animator.prepareFramesAsynchronously()
        queue.sync {}
        #expect(resident(animator, of: 8) == [0, 1, 2])
        animator.purgeFrames()
        queue.sync {}
        #expect(animator.frame(at: 0) != nil)
        #expect(animator.frame(at: 1) == nil)
        animator.purgeFrames(keepCurrentFrame: false)
        queue.sync {}
        #expect(animator.frame(at: 0) == nil)
        #expect(animator.duration(at: 7) == 0.1)
    }

    @Test("SEAM-21: what was asked for is done at once, without a pause between")
    func seamAtOnce() throws {
        let animator = try gifAnimator(frames: 8, preload: 2)
        animator.prepareFramesAsynchronously()
        animator.purgeFrames()
        queue.sync {}
        #expect(resident(animator, of: 8) == [0])
    }

    @Test("ANI-1, FSC-2: an animator works on a copy, and keeps the number it was given")
    func copies() {
        let source = FrameLog(durations: [1, 1])
        let animator = animator(source, preload: 7)
        animator.prepareFramesAsynchronously()
        queue.sync {}
        #expect(animator.maxFrameCount == 7)
        #expect(source.copyCount == 1)
        #expect(source.entries.allSatisfy { $0.copy == 1 })
    }

    @Test(
        "ANI-2, ANI-3, AN-1: before the queue has run the frames are counted, and no more is known")
    func beforePreparation() {
        let source = FrameLog(durations: [0.5, 2])
        let animator = animator(source)
        #expect(animator.duration(at: 0) == .infinity)
        #expect(!animator.isLastFrame && !animator.canPlay)
        queue.suspend()
        animator.prepareFramesAsynchronously()
        #expect(animator.canPlay)
        #expect(animator.currentFrameImage == nil)
        #expect(animator.currentFrameDuration == .infinity)
        #expect(animator.advance(by: 1) == AnimationStep())
        queue.resume()
        queue.sync {}
        #expect(animator.currentFrameIndex == 0)
        #expect(animator.currentFrameDuration == 0.5)
        #expect(red(animator.currentFrameImage) == 0)
        #expect(animator.loopDuration == 1.5)
    }

    @Test("ANI-3, AN-1: out of range there is no frame, and its time has no end")
    func outOfRange() throws {
        let animator = try gifAnimator(frames: 2, preload: 2)
        animator.prepareFramesAsynchronously()
        queue.sync {}
        for index in [-1, 2, .min, .max] {
            #expect(animator.frame(at: index) == nil)
            #expect(animator.duration(at: index) == .infinity)
        }
    }

    @Test("ANI-6: frames are limited by the view, not at all without a size, and have a scale of 1")
    func prescaling() {
        let source = FrameLog(durations: [1, 1])
        let small = animator(source, size: CGSize(width: 100, height: 50))
        small.prepareFramesAsynchronously()
        queue.sync {}
        #expect(source.entries.allSatisfy { $0.maxSize == CGSize(width: 100, height: 50) })
        #expect(small.frame(at: 1)?.size == CGSize(width: 100, height: 50))
        #expect(small.frame(at: 1)?.scale == 1)
        source.forget()
        let full = animator(source, size: .zero)
        full.prepareFramesAsynchronously()
        queue.sync {}
        #expect(source.entries.allSatisfy { $0.maxSize == nil })
    }

    @Test("W15: the frames of a file are decoded in the size of the view")
    func prescalingOfFiles() throws {
        let data = try AnimationSample.gif(frames: 3)
        let source = try #require(CGImageFrameSource(data: data))
        let animator = FrameAnimator(
            frameSource: source, contentMode: .scaleAspectFill, size: CGSize(width: 3, height: 3),
            imageSize: CGSize(width: 8, height: 6), imageScale: 1, framePreloadCount: 2,
            repeatCount: .once, preloadQueue: queue)
        animator.prepareFramesAsynchronously()
        queue.sync {}
        #expect(animator.frame(at: 2)?.size == CGSize(width: 4, height: 3))
    }

    @Test(
        "ANI-5, AN-5: a hundred frames are played with at most one more resident than were asked for"
    )
    func memory() throws {
        let animator = try gifAnimator(frames: 100, preload: 4)
        animator.prepareFramesAsynchronously()
        queue.sync {}
        var shown: [Int] = []
        for _ in 0..<99 {
            #expect(resident(animator, of: 100).count == 5)
            #expect(animator.advance(by: 0.1).frameChanged)
            #expect(resident(animator, of: 100).count <= 5)
            shown.append(animator.currentFrameIndex)
            #expect(animator.currentFrameImage != nil)
            queue.sync {}
        }
        #expect(shown == Array(1...99))
        #expect(animator.isLastFrame)
        #expect(resident(animator, of: 100) == [0, 1, 2, 3, 99])
    }

    @Test(
        "W16: a queue that lags behind several steps leaves no stale frame, and does not work twice"
    )
    func laggingQueue() {
        let source = FrameLog(durations: Array(repeating: 0.25, count: 100))
        let animator = animator(source, preload: 4)
        animator.prepareFramesAsynchronously()
        queue.sync {}
        source.forget()
        queue.suspend()
        for _ in 0..<3 { #expect(animator.advance(by: 0.25).frameChanged) }
        queue.resume()
        queue.sync {}
        #expect(resident(animator, of: 100) == [3, 4, 5, 6, 7])
        #expect(source.indices == [5, 6, 7])
    }

    @Test("ANI-4: frames that fit are decoded once, however long they play")
    func allFit() {
        let source = FrameLog(durations: [0.25, 0.25, 0.25])
        let animator = animator(source, preload: 2)
        animator.prepareFramesAsynchronously()
        queue.sync {}
        for _ in 0..<10 { #expect(animator.advance(by: 0.25).frameChanged) }
        queue.sync {}
        #expect(source.indices == [0, 1, 2])
    }

    @Test("W16: a short animation that was purged plays on, from the frame that it stands at")
    func purgedWhilePlaying() {
        let source = FrameLog(durations: [0.25, 0.25, 0.25])
        let animator = animator(source)
        animator.prepareFramesAsynchronously()
        queue.sync {}
        _ = animator.advance(by: 0.25)
        animator.purgeFrames(keepCurrentFrame: false)
        queue.sync {}
        #expect(resident(animator, of: 3).isEmpty)
        #expect(!animator.advance(by: 0.125).frameChanged)
        queue.sync {}
        #expect(resident(animator, of: 3) == [0, 1, 2])
        #expect(animator.advance(by: 0.125).frameChanged)
        #expect(animator.currentFrameIndex == 2)
    }

    @Test("ANI-7: nothing is purged before there is anything")
    func purgedBefore() {
        let animator = animator(FrameLog(durations: [1]))
        animator.purgeFrames()
        queue.sync {}
        #expect(animator.frame(at: 0) == nil)
        animator.prepareFramesAsynchronously()
        queue.sync {}
        #expect(animator.frame(at: 0) != nil)
    }

    @Test("ANI-7, AN-8: images that are given up go on the main thread")
    func releasedOnMain() async throws {
        final class Witness: Sendable {
            let onEnd: @Sendable (Bool) -> Void
            init(_ onEnd: @escaping @Sendable (Bool) -> Void) { self.onEnd = onEnd }
            deinit { onEnd(MainQueue.isCurrent) }
        }
        let animator = animator(FrameLog(durations: [1, 1]))
        animator.prepareFramesAsynchronously()
        queue.sync {}
        let (ends, end) = AsyncStream<Bool>.makeStream()
        let key = UnsafeRawPointer(UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
        defer { key.deallocate() }
        animator.frame(at: 1)?.attachments.withLock { $0[key] = Witness { end.yield($0) } }
        animator.purgeFrames()
        var iterator = ends.makeAsyncIterator()
        #expect(await iterator.next() == true)
    }

    @Test("W22: frames in the wrong size are decoded anew, and shown until then")
    func resized() {
        let source = FrameLog(durations: [0.25, 0.25])
        let animator = animator(source, size: CGSize(width: 40, height: 20))
        animator.prepareFramesAsynchronously()
        queue.sync {}
        source.forget()
        animator.resize(to: CGSize(width: 40, height: 20), contentMode: .scaleToFill)
        queue.sync {}
        #expect(source.indices.isEmpty)
        queue.suspend()
        animator.resize(to: CGSize(width: 200, height: 100), contentMode: .scaleToFill)
        #expect(animator.currentFrameImage?.size == CGSize(width: 40, height: 20))
        queue.resume()
        queue.sync {}
        #expect(animator.currentFrameImage?.size == CGSize(width: 200, height: 100))
        // The view is told to draw the frame that it shows once more.
        #expect(animator.advance(by: 0.125) == AnimationStep(frameChanged: true))
        #expect(animator.advance(by: 0.0625) == AnimationStep())
    }

    @Test("Regression 12: very many frames, and more than there can be, do no harm")
    func manyFrames() {
        let source = FrameLog(durations: Array(repeating: 0.25, count: 20_000))
        let animator = animator(source, preload: 1)
        animator.prepareFramesAsynchronously()
        queue.sync {}
        for _ in 0..<50 {
            #expect(animator.advance(by: 0.25).frameChanged)
            queue.sync {}
        }
        #expect(animator.duration(at: 19_999) == 0.25)
        for count in [Int.max, -1] {
            let animator = self.animator(EndlessSource(frameCount: count), preload: 1)
            animator.prepareFramesAsynchronously()
            queue.sync {}
            #expect((animator.frame(at: 1) != nil) == (count > 0))
        }
    }

    @Test("W14: a damaged frame keeps its time, and the one before it stays")
    func damaged() {
        let animator = animator(FrameLog(durations: [0.25, 0.25, 0.25], damaged: [1]))
        animator.prepareFramesAsynchronously()
        queue.sync {}
        #expect(animator.advance(by: 0.25).frameChanged)
        #expect(animator.currentFrameIndex == 1 && animator.currentFrameImage == nil)
        #expect(animator.advance(by: 0.25).frameChanged)
        #expect(red(animator.currentFrameImage) == 2)
    }

    @Test("Regression 20, AV-15: one image is played by many at once, each on its own")
    func sharedImage() throws {
        let data = try AnimationSample.gif(frames: 12)
        let image = try #require(
            KingfisherWrapper<KFCrossPlatformImage>.image(data: data, options: .init()))
        let source = try #require(image.kf.frameSource)
        let queues = (0..<6).map { DispatchQueue(label: "test.animator.\($0)") }
        let animators = queues.map { queue in
            FrameAnimator(
                frameSource: source, contentMode: .scaleAspectFit, size: .zero,
                imageSize: image.size, imageScale: 1, framePreloadCount: 2, repeatCount: .infinite,
                preloadQueue: queue)
        }
        animators.forEach { $0.prepareFramesAsynchronously() }
        queues.forEach { $0.sync {} }
        DispatchQueue.concurrentPerform(iterations: animators.count) { number in
            for _ in 0..<(20 + number) {
                _ = animators[number].advance(by: 0.1)
                queues[number].sync {}
                let red = animators[number].currentFrameImage?.cgImage?.pixel(x: 1, y: 1)?.red
                #expect(red == UInt8(10 * animators[number].currentFrameIndex))
            }
        }
        #expect(animators.map(\.currentFrameIndex) == (0..<6).map { (20 + $0) % 12 })
    }

    @Test("An animator that nobody needs any more stops to decode")
    func abandoned() {
        let gate = DispatchSemaphore(value: 0)
        let source = FrameLog(durations: Array(repeating: 1, count: 50), gate: gate)
        var animator: FrameAnimator? = self.animator(source, preload: 49)
        weak let watched = animator
        animator?.prepareFramesAsynchronously()
        gate.signal()
        animator = nil
        for _ in 0..<50 { gate.signal() }
        queue.sync {}
        #expect(watched == nil)
        #expect(source.indices.count < 50)
    }
}

/// A source that claims any number of frames.
private struct EndlessSource: ImageFrameSource {
    let frameCount: Int
    var data: Data? { nil }

    func frame(at index: Int, maxSize: CGSize?) -> CGImage? { try? AnimationSample.bitmap(1) }

    func duration(at index: Int) -> TimeInterval { 0.5 }
}
