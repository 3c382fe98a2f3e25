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

    @Test("Time adds up to the frames of a loop, and a stall counts as a second at most")
    func advances() throws {
        let label = GTKView(widget: gtk_label_new(""))
        var shown = 0
        let image = try animation(duration: 3)
        let player = try #require(
            FramePlayer(image, pacedBy: label.widget) { _ in shown += 1 })
        player.advance(by: 0.9)
        player.advance(by: -7)
        #expect(shown == 0)
        player.advance(by: 0.2)
        #expect(shown == 1)
        // 1.1 s have passed; an hour makes it 2.1.
        player.advance(by: 3600)
        #expect(shown == 2)
        player.advance(by: 0.5)
        #expect(shown == 2)
    }

    @Test("Frames are drawn in the size of the image, one after the other, by one paintable")
    func oneSize() throws {
        let frames = [try makeImage(), try makeImage(width: 2, height: 2, color: 0xFF00_FF00)]
        let image = try #require(RasterImage.animatedImage(with: frames, duration: 2))
        let view = GTKImageView(image: image)
        let player = try #require(
            FramePlayer(image, pacedBy: view.widget) { view.canvas.show(frame: $0) })
        player.advance(by: 1)
        let paintable = try #require(view.canvas.paintable)
        let green = [UInt32](repeating: 0xFF00_FF00, count: 8)
        #expect(try draw(paintable) == [[UInt32]](repeating: green, count: 6))
        player.advance(by: 1)
        #expect(view.canvas.paintable == paintable)
        #expect(try draw(paintable).first?.first == 0xFF20_6080)
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
