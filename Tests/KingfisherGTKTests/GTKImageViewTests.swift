import Foundation
import Testing

@testable import KingfisherGTK

@MainActor
@Suite(.timeLimit(.minutes(1)), .needsDisplay)
struct GTKImageViewTests {
    @Test("A view shows the image it is given, in the image's size, and nothing for nil")
    func showsItsImage() throws {
        let view = GTKImageView()
        #expect(view.image == nil)
        #expect(view.canvas.paintable == nil)
        let image = try makeImage(width: 8, height: 6, color: 0xFF20_6080)
        view.image = image
        #expect(view.image === image)
        let paintable = try #require(view.canvas.paintable)
        #expect(try draw(paintable).joined().allSatisfy { $0 == 0xFF20_6080 })
        #expect(naturalSize(of: view) == [8, 6])
        view.image = nil
        #expect(view.canvas.paintable == nil)
    }

    @Test("Creating a view with an image shows it")
    func createdWithImage() throws {
        let image = try makeImage()
        let view = GTKImageView(image: image)
        #expect(view.image === image)
        #expect(view.canvas.paintable != nil)
    }

    @Test("PH-3: a subview covers the image until it is removed, and the highest comes last")
    func subviews() {
        let view = GTKImageView()
        let first = GTKView(widget: gtk_label_new("1"))
        let second = GTKView(widget: gtk_label_new("2"))
        #expect(view.subviews.isEmpty)
        view.addSubview(first)
        view.addSubview(second)
        #expect(isSame(view.subviews, [first, second]))
        #expect(first.superview === view)
        first.removeFromSuperview()
        #expect(isSame(view.subviews, [second]))
        #expect(first.superview == nil)
        first.removeFromSuperview()
        #expect(view.subviews.count == 1)
    }

    @Test("A subview added to a second view leaves the first")
    func subviewMoves() {
        let (view, other) = (GTKImageView(), GTKImageView())
        let label = GTKView(widget: gtk_label_new("1"))
        view.addSubview(label)
        other.addSubview(label)
        #expect(view.subviews.isEmpty)
        #expect(label.superview === other)
    }

    @Test("GTK-14: a change on a view that is not mapped is made at once and counts as finished")
    func changeWithoutDisplay() throws {
        let view = GTKImageView(image: try makeImage(color: 0xFF00_0000))
        var finished: [Bool] = []
        view.canvas.change(
            to: try makeImage(color: 0xFFFF_FFFF), with: GTK_STACK_TRANSITION_TYPE_CROSSFADE,
            duration: 10
        ) { finished.append($0) }
        #expect(finished == [true])
        let paintable = try #require(view.canvas.paintable)
        #expect(try draw(paintable).joined().allSatisfy { $0 == 0xFFFF_FFFF })
    }

    @Test("TRN-4: a change on a mapped view finishes after its animation with the image in place")
    func changeOnDisplay() async throws {
        let view = GTKImageView(image: try makeImage(color: 0xFF00_0000))
        let window = TestWindow(showing: view)
        defer { window.close() }
        await window.wasDrawn(view)
        let image = try makeImage(color: 0xFFFF_FFFF)
        let finished = await withCheckedContinuation { continuation in
            view.canvas.change(
                to: image, with: GTK_STACK_TRANSITION_TYPE_CROSSFADE, duration: 0.05
            ) { continuation.resume(returning: $0) }
        }
        #expect(finished)
        let paintable = try #require(view.canvas.paintable)
        #expect(try draw(paintable).joined().allSatisfy { $0 == 0xFFFF_FFFF })
    }

    @Test("GTK-15: showing another image ends a running change, and the newer image stays")
    func interruptedChange() async throws {
        let view = GTKImageView(image: try makeImage(color: 0xFF00_0000))
        let window = TestWindow(showing: view)
        defer { window.close() }
        await window.wasDrawn(view)
        var finished: [Bool] = []
        view.canvas.change(
            to: try makeImage(color: 0xFFFF_0000), with: GTK_STACK_TRANSITION_TYPE_CROSSFADE,
            duration: 60
        ) { finished.append($0) }
        #expect(finished.isEmpty)
        view.image = try makeImage(color: 0xFF00_FF00)
        #expect(finished == [false])
        let paintable = try #require(view.canvas.paintable)
        #expect(try draw(paintable).joined().allSatisfy { $0 == 0xFF00_FF00 })
    }

    @Test("GTK-4: a destroyed view takes an image without drawing it")
    func destroyedView() throws {
        let view = GTKImageView()
        g_object_run_dispose(
            cgtk4_object(view.widget))
        #expect(view.isDestroyed)
        view.image = try makeImage()
        #expect(view.canvas.paintable == nil)
        view.addSubview(GTKView(widget: gtk_label_new("1")))
        #expect(view.subviews.isEmpty)
    }

    private func isSame(_ views: [GTKView], _ expected: [GTKView]) -> Bool {
        views.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init)
    }

    private func naturalSize(of view: GTKView) -> [gint] {
        var (width, height): (gint, gint) = (0, 0)
        gtk_widget_measure(view.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
        gtk_widget_measure(view.widget, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
        return [width, height]
    }
}
