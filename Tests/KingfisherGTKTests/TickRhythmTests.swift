import Foundation
import Testing

@testable import KingfisherGTK

@Suite(.timeLimit(.minutes(1)))
struct TickRhythmTests {
    @Test("DL-2: a tick stands for the time since the last, the first for a picture of the display")
    func durations() {
        var rhythm = TickRhythm()
        let ticks: [Int64] = [5_000_000, 5_016_000, 5_050_000, 5_050_000, 4_000_000, 4_500_000]
        let durations = ticks.map { time in
            rhythm.tick(at: time, refreshInterval: 16_667)
            return rhythm.duration
        }
        #expect(durations == [0.016667, 0.016, 0.034, 0, 0, 0.5])
        #expect(rhythm.timestamp == 4.5)
    }

    @Test("Times from the ends of the scale, and an unknown interval, do no harm")
    func extremes() {
        var rhythm = TickRhythm()
        rhythm.tick(at: .max, refreshInterval: -1)
        #expect(rhythm.duration == 0)
        rhythm.tick(at: .min, refreshInterval: 0)
        #expect(rhythm.duration >= 0)
    }
}
