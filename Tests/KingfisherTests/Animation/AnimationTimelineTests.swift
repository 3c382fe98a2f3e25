import Foundation
import Testing

@testable import Kingfisher

/// A timeline whose frames are ready, and what it told.
private struct Player {
    var timeline: AnimationTimeline
    var notReady: Set<Int> = []

    init(_ durations: [TimeInterval], _ repeatCount: AnimationRepeatCount = .infinite) {
        timeline = AnimationTimeline(repeatCount: repeatCount)
        timeline.record(durations)
    }

    mutating func advance(by seconds: TimeInterval) -> AnimationStep {
        timeline.advance(by: seconds) { [notReady] in !notReady.contains($0) }
    }

    /// The frames after each of some steps, and the loops that were told: `2(1)` is frame 2 and one loop.
    mutating func play(_ steps: Int, of seconds: TimeInterval) -> String {
        var story: [String] = []
        for _ in 0..<steps {
            let step = advance(by: seconds)
            let told = step.playedLoops.map { "(\($0))" }.joined()
            story.append("\(timeline.index)\(told)\(timeline.isFinished ? "." : "")")
        }
        return story.joined(separator: " ")
    }
}

@Suite("Which frame is shown when", .timeLimit(.minutes(1)))
struct AnimationTimelineTests {
    // Powers of two add up exactly.
    private static let frame: TimeInterval = 0.25
    private static let three = [frame, frame, frame]

    @Test("ANI-9, AN-4: time adds up until it equals that of the frame, and the rest is kept")
    func accumulates() {
        var player = Player([0.5, 1, 0.25])
        #expect(!player.advance(by: 0.25).frameChanged)
        #expect(player.timeline.index == 0)
        #expect(player.advance(by: 0.25) == AnimationStep(frameChanged: true))
        #expect(player.timeline.index == 1)
        #expect(player.advance(by: 0.9375) == AnimationStep())
        #expect(player.advance(by: 0.125).frameChanged)
        #expect(player.timeline.index == 2)
        // 0.0625 of it have passed already.
        #expect(player.advance(by: 0.1875).frameChanged)
        #expect(player.timeline.index == 0)
    }

    @Test(
        "ANI-9: a step counts as a second at most, and as none when it is below zero or no number")
    func oddSteps() {
        var player = Player([1.5, 1.5])
        for seconds in [-1, .nan, -.infinity, 0] as [TimeInterval] {
            #expect(player.advance(by: seconds) == AnimationStep())
        }
        #expect(!player.advance(by: 3600).frameChanged)
        #expect(player.advance(by: 0.5).frameChanged)
    }

    @Test("AN-3: nothing moves before the times are known")
    func unknownTimes() {
        var timeline = AnimationTimeline(repeatCount: .once)
        #expect(timeline.advance(by: 1) { _ in true } == AnimationStep())
        #expect(timeline.index == 0 && !timeline.isFinished)
    }

    @Test("ANI-8, AN-2: in the length of a loop a frame counts as a second at most")
    func loopDuration() {
        #expect(Player([0.5, 3, 0.25, .infinity]).timeline.loopDuration == 2.75)
        #expect(Player([]).timeline.loopDuration == 0)
    }

    @Test(
        "ANI-10, ANI-11, ANI-12, AN-6: a loop is over at the last frame, and told at its end or at the limit",
        arguments: [
            (.once, "1 2(1) 2. 2."),
            (.finite(count: 1), "1 2(1) 2. 2."),
            (.finite(count: 2), "1 2 0(1) 1 2(2) 2. 2."),
            (.infinite, "1 2 0(1) 1 2 0(2) 1"),
        ] as [(AnimationRepeatCount, String)])
    func loops(_ repeatCount: AnimationRepeatCount, _ story: String) {
        var player = Player(Self.three, repeatCount)
        let steps = story.split(separator: " ").count
        #expect(player.play(steps, of: Self.frame) == story)
    }

    @Test(
        "ANI-13, AN-7, W24: the end comes when the last frame was shown for its time, and it stays")
    func lastFrame() {
        var player = Player([0.25, 0.25, 1], .once)
        #expect(player.play(6, of: 0.25) == "1 2(1) 2 2 2 2.")
        #expect(player.advance(by: 1) == AnimationStep())
        // A last frame that is shown for ever has no end to wait for.
        var endless = Player([0.25, .infinity], .once)
        #expect(endless.play(2, of: 0.25) == "1(1) 1.")
        // However late a step is, the end is a step of its own.
        var late = Player([0.25, 0.25], .once)
        #expect(late.play(2, of: 1) == "1(1) 1.")
    }

    @Test("ANI-11, AN-7: without any times to play nothing is ever played")
    func never() {
        let player = Player(Self.three, .finite(count: 0))
        #expect(!player.timeline.canPlay(frameCount: 3))
        #expect(Player(Self.three, .once).timeline.canPlay(frameCount: 3))
        #expect(!Player([], .once).timeline.canPlay(frameCount: 0))
    }

    @Test("AN-11: a single frame is a loop each time, told at the limit alone")
    func singleFrame() {
        var player = Player([0.25], .finite(count: 3))
        #expect(player.timeline.canPlay(frameCount: 1))
        #expect(player.play(5, of: 0.25) == "0 0 0(3) 0. 0.")
        var endless = Player([0.25])
        #expect(endless.play(4, of: 0.25) == "0 0 0 0")
        #expect(!endless.advance(by: 1).frameChanged)
        // It does not have to run for that.
        #expect(!endless.timeline.canPlay(frameCount: 1))
        #expect(endless.timeline.canPlay(frameCount: 2))
    }

    @Test("W16: a late step catches up, and tells of each loop that it passed")
    func late() {
        var player = Player([0.25, 0.25, 0.25, 0.25, 0.25])
        let step = player.advance(by: 0.75)
        #expect(player.timeline.index == 3 && step.frameChanged)
        #expect(player.advance(by: 1).playedLoops == [1])
        #expect(player.timeline.index == 2)
        // Not more than a loop: nobody could see it.
        var short = Player([0.125, 0.125])
        #expect(short.advance(by: 1).playedLoops == [1])
        #expect(short.timeline.index == 0)
        #expect(short.play(3, of: 0.125) == "0(2) 1 0(3)")
    }

    @Test("W24: a frame that is not ready is waited for, and what was waited is not made up for")
    func waits() {
        var player = Player([0.25, 0.25, 0.25])
        player.notReady = [1, 2]
        #expect(player.play(9, of: 0.25) == "0 0 0 0 0 0 0 0 0")
        player.notReady = [2]
        #expect(player.play(3, of: 0.125) == "1 1 1")
        player.notReady = []
        #expect(player.play(3, of: 0.125) == "2 2 0(1)")
    }

    @Test("Frames without a time, or with none that makes sense, are shown for a step each")
    func noTime() {
        var player = Player([0, -1, .nan, 0.5])
        #expect(player.timeline.durations == [0, 0, 0, 0.5])
        #expect(player.play(4, of: 0.0625) == "1 2 3 3")
        var nothing = Player([0, 0])
        #expect(nothing.play(3, of: 0.0625) == "1 0(1) 1")
    }
}
