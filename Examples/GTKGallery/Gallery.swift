import Foundation
import KingfisherGTK

/// The application: one window with a card for each picture.
@MainActor
final class Gallery {
    private let pictures: PictureServer
    private let application: UnsafeMutablePointer<GtkApplication>
    private var cards: [PictureCard] = []

    init(pictures: PictureServer) {
        self.pictures = pictures
        application = gtk_application_new(
            "io.github.kingfisher.gallery", G_APPLICATION_NON_UNIQUE)
    }

    /// Runs until the window is closed.
    ///
    /// - Returns: The exit status.
    func run() -> Int32 {
        MainLoop.attachDispatch()
        connect(application, "activate") { self.showWindow() }
        return g_application_run(cgtk4_application(application), 0, nil)
    }

    private func showWindow() {
        Style.install()
        let window: UnsafeMutablePointer<GtkWidget> = gtk_application_window_new(application)
        gtk_window_set_title(cgtk4_window(window), "Kingfisher")
        gtk_window_set_default_size(cgtk4_window(window), 860, 640)
        gtk_window_set_titlebar(cgtk4_window(window), makeHeader())
        gtk_window_set_child(cgtk4_window(window), makeGrid())
        gtk_window_present(cgtk4_window(window))
        load()
    }

    private func makeHeader() -> UnsafeMutablePointer<GtkWidget> {
        let header: UnsafeMutablePointer<GtkWidget> = gtk_header_bar_new()
        let reload: UnsafeMutablePointer<GtkWidget> = gtk_button_new_with_label("Load again")
        connect(reload, "clicked") { self.load() }
        gtk_header_bar_pack_start(OpaquePointer(header), reload)
        let clear: UnsafeMutablePointer<GtkWidget> = gtk_button_new_with_label("Clear caches")
        connect(clear, "clicked") { self.clearAndLoad() }
        gtk_header_bar_pack_end(OpaquePointer(header), clear)
        return header
    }

    private func makeGrid() -> UnsafeMutablePointer<GtkWidget> {
        let grid: UnsafeMutablePointer<GtkWidget> = gtk_flow_box_new()
        let flow = OpaquePointer(grid)
        gtk_flow_box_set_selection_mode(flow, GTK_SELECTION_NONE)
        gtk_flow_box_set_homogeneous(flow, 1)
        gtk_flow_box_set_max_children_per_line(flow, 4)
        gtk_flow_box_set_column_spacing(flow, 12)
        gtk_flow_box_set_row_spacing(flow, 12)
        gtk_widget_set_valign(grid, GTK_ALIGN_START)
        gtk_widget_add_css_class(grid, "gallery")
        cards = pictures.urls.map { PictureCard(url: $0) }
        cards.forEach { gtk_flow_box_append(flow, $0.widget) }
        let scroller: UnsafeMutablePointer<GtkWidget> = gtk_scrolled_window_new()
        gtk_scrolled_window_set_child(OpaquePointer(scroller), grid)
        gtk_scrolled_window_set_policy(
            OpaquePointer(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        return scroller
    }

    private func load() {
        cards.forEach { $0.load() }
    }

    private func clearAndLoad() {
        Task {
            await KingfisherManager.shared.cache.clearCache()
            load()
        }
    }
}
