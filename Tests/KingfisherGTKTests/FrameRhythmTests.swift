import Foundation
import Testing

@testable import KingfisherGTK

@Suite(.timeLimit(.minutes(1)))
struct FrameRhythmTests {
    @Test(
        "One frame, or no time, does not move",
        arguments: [(0, 1), (1, 1), (4, 0), (4, -1), (4, .infinity), (4, .nan)])
    func still(_ frameCount: Int, _ duration: TimeInterval) {
        #expect(FrameRhythm(frameCount: frameCount, duration: duration) == nil)
    }

    @Test("Each frame has an equal share of the loop, and the loop begins anew")
    func frames() throws {
        let rhythm = try #require(FrameRhythm(frameCount: 4, duration: 2))
        let times = [0, 0.49, 0.5, 0.99, 1, 1.5, 1.999, 2, 2.5, 7.9, 1e12]
        #expect(times.map(rhythm.frame(after:)) == [0, 0, 1, 1, 2, 3, 3, 0, 1, 3, 0])
    }

    @Test("A time before the start shows the first frame")
    func negative() throws {
        let rhythm = try #require(FrameRhythm(frameCount: 3, duration: 1))
        #expect(rhythm.frame(after: -0.5) == 0)
    }
}
