import Foundation
import Testing

@testable import KingfisherGTK

@Suite(.timeLimit(.minutes(1)))
struct FrameRhythmTests {
    @Test(
        "One frame, or no time, does not move",
        arguments: [
            [], [1], [0, 0, 0], [-1, -1], [1, .infinity], [.nan, .nan],
        ] as [[TimeInterval]])
    func still(_ durations: [TimeInterval]) {
        #expect(FrameRhythm(durations: durations) == nil)
    }

    @Test("Each frame is seen as long as it says, and the loop begins anew")
    func frames() throws {
        let rhythm = try #require(FrameRhythm(durations: [0.5, 1, 0.25, 0.25]))
        let times = [0, 0.49, 0.5, 1.49, 1.5, 1.74, 1.75, 1.999, 2, 2.5, 7.9]
        #expect(times.map(rhythm.frame(after:)) == [0, 0, 1, 1, 2, 2, 3, 3, 0, 1, 3])
    }

    @Test("A frame without a time is passed over")
    func passedOver() throws {
        let rhythm = try #require(FrameRhythm(durations: [0, 0.5, .nan, -3, 0.5, 0]))
        #expect([0, 0.4, 0.5, 0.9, 1].map(rhythm.frame(after:)) == [1, 1, 4, 4, 1])
    }

    @Test("A time before the start shows the first frame")
    func negative() throws {
        let rhythm = try #require(FrameRhythm(durations: [1, 1, 1]))
        #expect(rhythm.frame(after: -0.5) == 0)
    }
}
