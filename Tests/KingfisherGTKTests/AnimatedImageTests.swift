import Foundation
import Testing

@testable import KingfisherGTK

@MainActor
@Suite(.timeLimit(.minutes(1)), .needsDisplay)
struct AnimatedImageTests {
    static let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF]

    @Test("IV-7: a view on screen plays all frames of an animated image, again and again")
    func playsOnScreen() async throws {
        let view = GTKImageView(image: try animation(duration: 0.15))
        let frames = PaintableWatch(view)
        let window = TestWindow(showing: view)
        defer { window.close() }
        var seen: [UInt32] = []
        for await color in frames.colors where seen.last != color {
            seen.append(color)
            if seen.count == 5 { break }
        }
        // A slow machine skips frames, but what is shown is one of them, and all have their turn.
        #expect(seen.allSatisfy(Self.colors.contains))
        #expect(Set(seen).count >= 2)
    }

    @Test("A view that is not on screen stays at the first frame")
    func staysOffScreen() throws {
        let view = GTKImageView(image: try animation(duration: 0.05))
        let paintable = try #require(view.canvas.paintable)
        #expect(try draw(paintable).first?.first == Self.colors[0])
    }

    @Test("Time that a player was paused does not count, and a stall counts as a second at most")
    func pauses() throws {
        let label = GTKView(widget: gtk_label_new(""))
        var shown = 0
        let image = try animation(duration: 3)
        let player = try #require(
            FramePlayer(image, pacedBy: label.widget) { _ in shown += 1 })
        player.play()
        player.tick(at: 100)
        player.tick(at: 100.9)
        #expect(shown == 0)
        player.pause()
        player.play()
        player.tick(at: 500)
        #expect(shown == 0)
        player.tick(at: 500.2)
        #expect(shown == 1)
        // 1.1 s have passed; an hour without a tick makes it 2.1.
        player.tick(at: 4100)
        #expect(shown == 2)
        player.tick(at: 4100.5)
        #expect(shown == 2)
    }

    @Test("A still image has no player, and neither has one whose frames are not all there")
    func still() throws {
        let label = GTKView(widget: gtk_label_new(""))
        #expect(FramePlayer(try makeImage(), pacedBy: label.widget) { _ in } == nil)
    }

    @Test("Another image ends the animation")
    func replaced() async throws {
        let view = GTKImageView(image: try animation(duration: 0.03))
        let window = TestWindow(showing: view)
        defer { window.close() }
        await window.wasDrawn(view)
        let still = try makeImage(color: 0xFF12_3456)
        view.image = still
        let frames = PaintableWatch(view)
        for _ in 0..<3 { await window.wasDrawn(view) }
        #expect(frames.count == 0)
        let paintable = try #require(view.canvas.paintable)
        #expect(try draw(paintable).first?.first == 0xFF12_3456)
    }

    private func animation(duration: TimeInterval) throws -> RasterImage {
        let frames = try Self.colors.map { try makeImage(color: $0) }
        return try #require(RasterImage.animatedImage(with: frames, duration: duration))
    }
}

/// Watches what the picture of a view shows.
@MainActor
private final class PaintableWatch {
    /// The colour of the first pixel of each new paintable.
    let colors: AsyncStream<UInt32>
    private(set) var count = 0

    private let view: GTKImageView
    private let found: AsyncStream<UInt32>.Continuation
    private var handler: gulong = 0

    init(_ view: GTKImageView) {
        self.view = view
        (colors, found) = AsyncStream.makeStream()
        handler = cgtk4_connect_notify(
            view.canvas.front, "notify::paintable",
            { _, _, data in
                nonisolated(unsafe) let data = data
                MainActor.assumeIsolated {
                    guard let data else { return }
                    Unmanaged<PaintableWatch>.fromOpaque(data).takeUnretainedValue().record()
                }
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit { cgtk4_disconnect(view.canvas.front, handler) }

    private func record() {
        count += 1
        guard let paintable = view.canvas.paintable, let color = try? draw(paintable).first?.first
        else { return }
        found.yield(color)
    }
}
