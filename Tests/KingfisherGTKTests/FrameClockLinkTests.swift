import Foundation
import Testing

@testable import KingfisherGTK

@MainActor
@Suite(.timeLimit(.minutes(1)), .needsDisplay)
struct FrameClockLinkTests {
    /// A clock on a widget in a window, and its ticks.
    @MainActor
    private final class Stage {
        let view = GTKView(widget: gtk_label_new("tick"))
        let window: TestWindow
        let ticks: AsyncStream<TimeInterval>
        var onTick: (() -> Void)?
        private(set) var link: FrameClockLink?
        private(set) var count = 0
        private let ticked: AsyncStream<TimeInterval>.Continuation

        init() {
            window = TestWindow(showing: view)
            (ticks, ticked) = AsyncStream.makeStream()
            link = FrameClockLink(pacedBy: view.widget) { [unowned self] in
                count += 1
                ticked.yield(link?.tickLength ?? -1)
                onTick?()
            }
        }

        func drop() { link = nil }
    }

    @Test("INT-4, DL-1, DL-5: a clock is paused when it is new, and its rate is the display's")
    func new() async {
        let stage = Stage()
        defer { stage.window.close() }
        #expect(stage.link?.isPaused == true)
        #expect(stage.link?.preferredFramesPerSecond == 0)
        for _ in 0..<3 { await stage.window.wasDrawn(stage.view) }
        #expect(stage.count == 0)
    }

    @Test("DL-2: it ticks with the display, and says how much time each tick stands for")
    func ticks() async throws {
        let stage = Stage()
        defer { stage.window.close() }
        let link = try #require(stage.link)
        link.isPaused = false
        var times: [TimeInterval] = []
        var passed: [TimeInterval] = []
        for await length in stage.ticks {
            times.append(link.timestamp)
            passed.append(length)
            if times.count == 4 { break }
        }
        #expect(passed.allSatisfy { $0 > 0 && $0 < 60 })
        #expect(times == times.sorted())
    }

    @Test("DL-2: a clock that was paused does not count the time of the pause")
    func resumed() async throws {
        let stage = Stage()
        defer { stage.window.close() }
        let link = try #require(stage.link)
        for _ in 0..<2 {
            stage.onTick = { link.isPaused = true }
            link.isPaused = false
            var iterator = stage.ticks.makeAsyncIterator()
            // The first tick stands for one picture of the display, however long ago the last one was.
            let length = try #require(await iterator.next())
            #expect(length > 0 && length < 0.5)
            #expect(link.isPaused)
            for _ in 0..<3 { await stage.window.wasDrawn(stage.view) }
        }
        #expect(stage.count == 2)
    }

    @Test("DL-3, DL-4: it ends while it ticks, when it is let go of, and with its widget")
    func ends() async throws {
        let stage = Stage()
        let link = try #require(stage.link)
        stage.onTick = { link.invalidate() }
        link.isPaused = false
        var iterator = stage.ticks.makeAsyncIterator()
        _ = await iterator.next()
        link.isPaused = false
        #expect(link.isPaused)
        stage.drop()
        var other: FrameClockLink? = FrameClockLink(pacedBy: stage.view.widget) {
            Issue.record("A clock ticked after it was let go of.")
        }
        other?.isPaused = false
        other = nil
        for _ in 0..<3 { await stage.window.wasDrawn(stage.view) }
        #expect(stage.count == 1)
        let last = FrameClockLink(pacedBy: stage.view.widget) {}
        last.isPaused = false
        stage.window.close()
        last.isPaused = true
        #expect(last.isPaused)
    }
}
