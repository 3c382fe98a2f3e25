import Foundation
import Testing

@testable import KingfisherGTK

@MainActor
@Suite(.timeLimit(.minutes(1)), .needsDisplay)
struct GTKViewTests {
    @Test("G-5: a view that GTK does not hold dies with its last reference, and its widget with it")
    func releasedViewFreesItsWidget() {
        weak var view: GTKView?
        let freed = WidgetWatch()
        do {
            let made = GTKView(widget: gtk_label_new("a"))
            freed.watch(made.widget)
            view = made
            #expect(view != nil)
        }
        #expect(view == nil)
        #expect(freed.count == 1)
    }

    @Test("G-5: a view lives on while GTK holds its widget, and is found again")
    func heldViewLivesOn() throws {
        let box = GTKView(widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        weak var view: Marked?
        let freed = WidgetWatch()
        let widget: UnsafeMutablePointer<GtkWidget>
        do {
            let made = Marked(widget: gtk_label_new("b"))
            made.mark = 7
            widget = made.widget
            freed.watch(widget)
            gtk_box_append(cgtk4_box(box.widget), widget)
            view = made
        }
        #expect((GTKView.view(of: widget) as? Marked)?.mark == 7)
        gtk_box_remove(cgtk4_box(box.widget), widget)
        #expect(view == nil)
        #expect(freed.count == 1)
    }

    @Test("A view that moves between Swift and GTK many times is freed once")
    func togglingManyTimes() {
        let box = GTKView(widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        let freed = WidgetWatch()
        weak var view: GTKView?
        do {
            let made = GTKView(widget: gtk_label_new("c"))
            freed.watch(made.widget)
            view = made
            for _ in 0..<20 {
                gtk_box_append(cgtk4_box(box.widget), made.widget)
                gtk_box_remove(cgtk4_box(box.widget), made.widget)
            }
            #expect(freed.count == 0)
        }
        #expect(view == nil)
        #expect(freed.count == 1)
    }

    @Test("The last reference may be dropped on another thread")
    func releasedElsewhere() async {
        let freed = WidgetWatch()
        var view: GTKView? = GTKView(widget: gtk_label_new("d"))
        if let view { freed.watch(view.widget) }
        let holder = Holder(view)
        view = nil
        await Task.detached { holder.drop() }.value
        await freed.wasFreed()
        #expect(freed.count == 1)
        #expect(freed.freedOnMainThread)
    }

    @Test("GTK-4: a destroyed widget is marked, and told so once")
    func destroyedWidget() {
        let view = Marked(widget: gtk_label_new("f"))
        #expect(!view.isDestroyed)
        g_object_run_dispose(cgtk4_object(view.widget))
        g_object_run_dispose(cgtk4_object(view.widget))
        #expect(view.isDestroyed)
        #expect(view.destroyCount == 1)
    }

    @Test("isHidden is the opposite of the widget's visibility")
    func hidden() {
        let view = GTKView(widget: gtk_label_new("e"))
        #expect(!view.isHidden)
        view.isHidden = true
        #expect(gtk_widget_get_visible(view.widget) == 0)
    }
}

private final class Marked: GTKView {
    var mark = 0
    var destroyCount = 0

    override func widgetDidDestroy() { destroyCount += 1 }
}

/// Carries a view to another thread.
// Unchecked: the view is only released there.
private final class Holder: @unchecked Sendable {
    private var view: GTKView?

    init(_ view: GTKView?) { self.view = view }

    func drop() { view = nil }
}
