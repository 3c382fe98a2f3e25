import Foundation
import KingfisherGTK

/// A picture with rounded corners, its name, and where it came from.
@MainActor
final class PictureCard {
    /// What the grid shows.
    let widget: UnsafeMutablePointer<GtkWidget>

    private static let size = CGSize(width: 240, height: 180)
    private static let processor =
        ResizingImageProcessor(referenceSize: size, mode: .aspectFill)
        |> CroppingImageProcessor(size: size)
        |> RoundCornerImageProcessor(cornerRadius: 16)

    private let url: URL
    private let picture = GTKImageView()
    private let status: UnsafeMutablePointer<GtkWidget>

    init(url: URL) {
        self.url = url
        widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
        status = gtk_label_new("")
        gtk_widget_set_size_request(
            picture.widget, gint(Self.size.width), gint(Self.size.height))
        gtk_widget_set_halign(picture.widget, GTK_ALIGN_CENTER)
        picture.alternativeText = url.lastPathComponent
        picture.kf.indicatorType = .activity
        let name: UnsafeMutablePointer<GtkWidget> = gtk_label_new(url.lastPathComponent)
        gtk_widget_add_css_class(name, "heading")
        gtk_widget_add_css_class(status, "status")
        for child in [picture.widget, name, status] { gtk_box_append(cgtk4_box(widget), child) }
    }

    /// Loads the picture, from a cache if it is there.
    func load() {
        let start = Date()
        show("loading…")
        let scale = CGFloat(gtk_widget_get_scale_factor(picture.widget))
        picture.kf.setImage(
            with: url, placeholder: Blank(),
            options: [
                .processor(Self.processor), .scaleFactor(scale), .transition(.fade(0.4)),
                .cacheSerializer(FormatIndicatedCacheSerializer.png),
            ]
        ) { [self] outcome in
            switch outcome {
            case .success(let result): show(Self.describe(result, since: start))
            case .failure(let error) where error.isInvalidResponseStatusCode: show("not found")
            case .failure: show("failed")
            }
        }
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

/// A grey area with the shape of the picture to come.
private final class Blank: GTKView, Placeholder {
    init() {
        super.init(widget: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_add_css_class(widget, "blank")
    }
}
