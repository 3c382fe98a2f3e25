import Foundation
import KingfisherGTK

/// A picture with rounded corners, its name, and where it came from.
@MainActor
final class PictureCard {
    /// What the grid shows.
    let widget: UnsafeMutablePointer<GtkWidget>

    private static let size = CGSize(width: 240, height: 180)

    private let url: URL
    private let picture = GTKImageView()
    private let status: UnsafeMutablePointer<GtkWidget>

    init(url: URL) {
        self.url = url
        widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
        status = gtk_label_new("")
        gtk_widget_set_size_request(
            picture.widget, gint(Self.size.width), gint(Self.size.height))
        // A row of its own, in which the picture has its natural width and is not scaled up.
        let row: UnsafeMutablePointer<GtkWidget> = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
        gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
        gtk_box_append(cgtk4_box(row), picture.widget)
        picture.alternativeText = url.lastPathComponent
        picture.kf.indicatorType = .activity
        let name: UnsafeMutablePointer<GtkWidget> = gtk_label_new(url.lastPathComponent)
        gtk_widget_add_css_class(name, "heading")
        gtk_widget_add_css_class(status, "status")
        for child in [row, name, status] { gtk_box_append(cgtk4_box(widget), child) }
    }

    /// Loads the picture, from a cache if it is there.
    func load() {
        let start = Date()
        show("loading…")
        KF.url(url)
            .scaleFactor(CGFloat(gtk_widget_get_scale_factor(picture.widget)))
            .resizing(referenceSize: Self.size, mode: .aspectFill)
            .cropping(size: Self.size)
            .roundCorner(radius: .point(16))
            .serialize(as: .PNG)
            .placeholder(Blank())
            .fade(duration: 0.4)
            .onSuccess { [self] in show(Self.describe($0, since: start)) }
            .onFailure { [self] in showFailure($0) }
            .set(to: picture)
    }

    private func showFailure(_ error: KingfisherError) {
        show(error.isInvalidResponseStatusCode ? "not found" : "failed")
        picture.kf.setImage(with: nil as URL?, placeholder: Blank(icon: "image-missing-symbolic"))
    }

    private func show(_ text: String) {
        gtk_label_set_text(OpaquePointer(status), text)
    }

    private static func describe(_ result: RetrieveImageResult, since start: Date) -> String {
        let origin =
            switch result.cacheType {
            case .none: "from the network"
            case .memory: "from memory"
            case .disk: "from disk"
            }
        return "\(origin), \(Int(Date().timeIntervalSince(start) * 1000)) ms"
    }
}

/// A grey area with the shape of the picture to come, or with an icon when none will.
private final class Blank: GTKView, Placeholder {
    init(icon: String? = nil) {
        super.init(widget: gtk_image_new_from_icon_name(icon))
        gtk_image_set_pixel_size(OpaquePointer(widget), 48)
        gtk_widget_add_css_class(widget, "blank")
    }
}
