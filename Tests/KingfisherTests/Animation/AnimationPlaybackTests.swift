import Foundation
import Testing

@testable import Kingfisher

@MainActor
@Suite("Playing the animation of a view", .timeLimit(.minutes(1)))
struct AnimationPlaybackTests {
    typealias Event = PlaybackStage.Event

    private static let three: [TimeInterval] = [0.25, 0.25, 0.25]

    private func log(_ durations: [TimeInterval] = three) -> FrameLog {
        FrameLog(durations: durations)
    }

    @Test("A new playback has the defaults of the view")
    func defaults() {
        let playback = AnimationPlayback()
        #expect(playback.autoPlays && playback.needsPrescaling)
        #expect(playback.framePreloadCount == 10)
        #expect(playback.repeatCount == .infinite)
        #expect(playback.runLoopMode == .common)
        #expect(playback.animator == nil && !playback.isAnimating)
    }

    @Test(
        "VIEW-2, VIEW-3, AV-1, AV-4, AV-9: an animation plays as soon as it is set on a view that is seen"
    )
    func plays() async throws {
        let stage = PlaybackStage()
        stage.image = try playableImage(log())
        #expect(stage.playback.isAnimating)
        await stage.tick(4)
        #expect(stage.events == [.show(1), .show(2), .show(0), .loops(1), .show(1)])
    }

    @Test("VIEW-2: a still image, and none, have no animator and no clock")
    func still() throws {
        let stage = PlaybackStage()
        stage.image = KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(1))
        #expect(stage.playback.animator == nil)
        stage.playback.startAnimating()
        stage.image = nil
        stage.playback.startAnimating()
        #expect(stage.links.isEmpty && !stage.playback.isAnimating)
        stage.playback.purgeFrames(keepCurrentFrame: false)
    }

    @Test(
        "W22: a still image, and none, stop the clock of the animation before",
        arguments: [true, false])
    func stillAfterAnimation(isNil: Bool) throws {
        let stage = PlaybackStage()
        stage.image = try playableImage(log())
        #expect(stage.playback.isAnimating)
        stage.image = isNil ? nil : KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(1))
        #expect(!stage.playback.isAnimating && stage.link?.isPaused == true)
    }

    @Test("W16: an animation of a single frame that never ends needs no clock")
    func singleFrame() async throws {
        let stage = PlaybackStage()
        stage.image = try playableImage(log([0.25]))
        #expect(stage.playback.animator != nil && !stage.playback.isAnimating)
        stage.playback.repeatCount = .finite(count: 2)
        #expect(stage.playback.isAnimating)
        await stage.tick(3)
        #expect(stage.events == [.show(nil), .loops(2), .finish])
    }

    @Test("VIEW-2, AV-1: a different image begins anew, an equal one goes on")
    func otherImage() async throws {
        let stage = PlaybackStage()
        let first = try playableImage(log())
        stage.image = first
        await stage.tick()
        let animator = stage.playback.animator
        stage.image = first
        #expect(stage.playback.animator === animator)
        // The view has drawn its image, so it is told to draw the frame.
        #expect(stage.events == [.show(1), .show(1)])
        stage.image = try playableImage(log())
        #expect(stage.playback.animator !== animator)
        #expect(stage.playback.animator?.currentFrameIndex == 0)
        #expect(stage.playback.isAnimating)
    }

    @Test(
        "VIEW-2: equal pictures of equal files are the same animation, of different files they are not"
    )
    func equalImages() throws {
        func image(_ data: Data) throws -> KFCrossPlatformImage {
            try #require(
                KingfisherWrapper<KFCrossPlatformImage>.image(data: data, options: .init()))
        }
        let data = try AnimationSample.gif(frames: 3)
        let stage = PlaybackStage()
        stage.image = try image(data)
        let animator = stage.playback.animator
        stage.image = try image(data)
        #expect(stage.playback.animator === animator)
        stage.image = try image(try AnimationSample.gif(frames: 4))
        #expect(stage.playback.animator !== animator)
    }

    @Test("VIEW-3, AV-4: a view that comes into sight starts, and one that leaves it stops")
    func attachment() async throws {
        let stage = PlaybackStage(isAttached: false)
        stage.image = try playableImage(log())
        #expect(!stage.playback.isAnimating)
        await stage.playback.framesAreDecoded()
        #expect(stage.playback.animator?.frame(at: 2) != nil)
        stage.setAttached(true)
        #expect(stage.playback.isAnimating)
        stage.setAttached(false)
        #expect(!stage.playback.isAnimating)
        await stage.tick(3)
        #expect(stage.events.isEmpty)
    }

    @Test("VIEW-3, AV-4: without autoplay a change of place neither starts nor stops")
    func noAutoplay() async throws {
        let stage = PlaybackStage()
        stage.playback.autoPlays = false
        stage.image = try playableImage(log())
        #expect(!stage.playback.isAnimating)
        await stage.playback.framesAreDecoded()
        #expect(stage.playback.animator?.frame(at: 2) != nil)
        stage.setAttached(true)
        #expect(!stage.playback.isAnimating)
        stage.playback.startAnimating()
        stage.setAttached(false)
        #expect(stage.playback.isAnimating)
    }

    @Test("VIEW-4, AV-5: a view that is not seen can be started, and stopped and started again")
    func startAndStop() async throws {
        let stage = PlaybackStage(isAttached: false)
        stage.image = try playableImage(log())
        stage.playback.startAnimating()
        #expect(stage.playback.isAnimating)
        await stage.tick()
        stage.playback.stopAnimating()
        #expect(!stage.playback.isAnimating)
        await stage.tick(5)
        #expect(stage.events == [.show(1)])
        stage.playback.startAnimating()
        await stage.tick()
        #expect(stage.events == [.show(1), .show(2)])
        #expect(stage.links.count == 1)
    }

    @Test(
        "VIEW-5, ANI-13, AN-7, HIS-5: the end is told once, a tick after the last frame came, and it stays"
    )
    func finishes() async throws {
        let stage = PlaybackStage()
        stage.playback.repeatCount = .once
        stage.image = try playableImage(log())
        await stage.tick(2)
        #expect(stage.events == [.show(1), .show(2), .loops(1)])
        #expect(stage.playback.isAnimating)
        await stage.tick(4)
        #expect(stage.events == [.show(1), .show(2), .loops(1), .finish])
        #expect(!stage.playback.isAnimating)
        #expect(stage.playback.animator?.currentFrameIndex == 2)
        stage.playback.startAnimating()
        stage.setAttached(true)
        #expect(!stage.playback.isAnimating)
    }

    @Test("ANI-11, AV-5, AN-7: no times at all never start")
    func zeroTimes() throws {
        let stage = PlaybackStage()
        stage.playback.repeatCount = .finite(count: 0)
        stage.image = try playableImage(log())
        stage.playback.startAnimating()
        #expect(!stage.playback.isAnimating)
    }

    @Test("VIEW-8, AV-6, regression 9: another number of times begins anew, an equal one does not")
    func repeatCount() async throws {
        let stage = PlaybackStage()
        stage.playback.repeatCount = .once
        stage.image = try playableImage(log())
        await stage.tick(4)
        let animator = stage.playback.animator
        stage.playback.repeatCount = .finite(count: 1)
        #expect(stage.playback.animator === animator && !stage.playback.isAnimating)
        stage.events = []
        stage.playback.repeatCount = .finite(count: 2)
        #expect(stage.playback.animator !== animator && stage.playback.isAnimating)
        await stage.tick(6)
        #expect(
            stage.events == [
                .show(nil), .show(1), .show(2), .show(0), .loops(1), .show(1), .show(2), .loops(2),
                .finish,
            ])
    }

    @Test(
        "AV-3, VIEW-2: how many frames to load, and whether to scale them, counts from the next image"
    )
    func nextAnimator() async throws {
        let stage = PlaybackStage()
        let first = log()
        stage.image = try playableImage(first)
        stage.playback.framePreloadCount = 1
        stage.playback.needsPrescaling = false
        await stage.tick()
        #expect(stage.playback.animator?.maxFrameCount == 10)
        #expect(first.entries.allSatisfy { $0.maxSize == CGSize(width: 40, height: 20) })
        let second = log()
        stage.image = try playableImage(second)
        #expect(stage.playback.animator?.maxFrameCount == 1)
        await stage.tick()
        #expect(!second.entries.isEmpty && second.entries.allSatisfy { $0.maxSize == nil })
    }

    @Test("AV-2, W22: a view that gets its size after its image has frames decoded for that size")
    func firstSize() async throws {
        let stage = PlaybackStage(isAttached: false)
        stage.pixelSize = .zero
        let source = log()
        stage.image = try playableImage(source)
        await stage.playback.framesAreDecoded()
        #expect(stage.playback.animator?.frame(at: 2)?.size.width == 400)
        stage.pixelSize = CGSize(width: 100, height: 50)
        stage.setAttached(true)
        await stage.tick()
        for index in 0..<3 {
            #expect(stage.playback.animator?.frame(at: index)?.size == stage.pixelSize)
        }
        // A view that loses its size keeps what it has.
        stage.pixelSize = .zero
        await stage.tick(3)
        #expect(stage.playback.animator?.frame(at: 2)?.size == CGSize(width: 100, height: 50))
    }

    @Test(
        "VIEW-7, AV-7, regression 13: what plays goes on in another mode, and what does not stays so"
    )
    func runLoopMode() async throws {
        let stage = PlaybackStage()
        stage.image = try playableImage(log())
        #expect(stage.link?.modes == [.common])
        stage.playback.runLoopMode = .common
        #expect(stage.link?.modes == [.common])
        stage.playback.runLoopMode = .default
        #expect(stage.link?.modes == [.default])
        await stage.tick()
        #expect(stage.events == [.show(1)])
        stage.playback.stopAnimating()
        stage.playback.runLoopMode = .common
        #expect(stage.link?.modes == [.common])
        #expect(!stage.playback.isAnimating)
    }

    @Test(
        "VIEW-5, DL-2: a tick is as long as the rate that was asked for says, or as the clock says")
    func tickLength() async throws {
        let stage = PlaybackStage()
        stage.image = try playableImage(log())
        stage.link?.preferredFramesPerSecond = 4
        await stage.tick(2, after: 0.001)
        #expect(stage.events == [.show(1), .show(2)])
        stage.link?.preferredFramesPerSecond = 0
        await stage.tick(2, after: 0.125)
        #expect(stage.events.count == 4)
    }

    @Test("AV-10, DL-5: the clock is made when it is first needed, paused")
    func lazyClock() throws {
        let stage = PlaybackStage(isAttached: false)
        stage.image = try playableImage(log())
        #expect(stage.links.isEmpty)
        stage.playback.startAnimating()
        #expect(stage.links.count == 1)
        stage.image = try playableImage(log())
        stage.playback.startAnimating()
        #expect(stage.links.count == 1)
    }

    @Test("VIEW-12, DL-3, AV-10: the clock does not keep the view, and ends with it")
    func lifetime() throws {
        var stage: PlaybackStage? = PlaybackStage()
        weak let watched = stage
        stage?.image = try playableImage(log())
        let link = try #require(stage?.link)
        #expect(!link.isInvalid)
        stage = nil
        #expect(watched == nil)
        #expect(link.isInvalid)
        link.isPaused = false
        link.tick(after: 1)
    }

    @Test("HIS-7: a view may be released on any thread, and its clock ends all the same")
    func releasedElsewhere() async throws {
        let stage = PlaybackStage()
        let box = SafeArray<AnimationPlayback>()
        box.append(startedPlayback(on: stage, of: try playableImage(log())))
        let link = try #require(stage.link)
        #expect(!link.isInvalid && !link.isPaused)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                box.removeAll()
                DispatchQueue.main.async { continuation.resume() }
            }
        }
        #expect(link.isInvalid)
    }

    private func startedPlayback(
        on stage: PlaybackStage, of image: KFCrossPlatformImage
    ) -> AnimationPlayback {
        let playback = AnimationPlayback()
        playback.attach(to: stage)
        playback.imageDidChange(to: image)
        return playback
    }

    @Test("A view that is no more has no clock and hears nothing")
    func ended() async throws {
        let stage = PlaybackStage()
        stage.image = try playableImage(log())
        let link = try #require(stage.link)
        stage.playback.end()
        #expect(link.isInvalid && stage.playback.animator == nil)
        stage.playback.startAnimating()
        stage.playback.repeatCount = .once
        #expect(stage.events.isEmpty && stage.links.count == 1)
    }

    @Test("Who is told of a loop may set another image, of which nothing is told")
    func reentrant() async throws {
        let stage = PlaybackStage()
        stage.playback.repeatCount = .once
        stage.image = try playableImage(log())
        let other = try playableImage(log([1, 1]))
        stage.onEvent = { [unowned stage] event in
            if event == .loops(1) { stage.image = other }
        }
        await stage.tick(3)
        #expect(stage.events == [.show(1), .show(2), .loops(1)])
        #expect(stage.playback.isAnimating)
        #expect(stage.playback.animator?.currentFrameIndex == 0)
    }

    @Test("Regression 19: a source of any kind can be played; AV-12: what is purged comes back")
    func customSource() async throws {
        let stage = PlaybackStage()
        stage.image = try playableImage(log(Array(repeating: 0.25, count: 30)))
        stage.playback.framePreloadCount = 2
        await stage.tick(5)
        stage.playback.purgeFrames(keepCurrentFrame: true)
        await stage.playback.framesAreDecoded()
        #expect(stage.playback.animator?.currentFrameImage != nil)
        #expect(stage.playback.animator?.frame(at: 6) == nil)
        stage.events = []
        await stage.tick(1)
        await stage.tick(2)
        #expect(stage.events == [.show(6), .show(7)])
    }
}
