import Foundation
import Kingfisher

/// What an image view remembers of its loads.
@MainActor
final class ImageViewLoading {
    let tracker = ImageRequestTracker()
    var placeholder: (any Placeholder)?
    var indicatorType = IndicatorType.none
    var indicator: (any Indicator)?
}

extension GTKImageView {
    /// Shows a placeholder in place of the image and of the last placeholder.
    func setPlaceholder(_ placeholder: (any Placeholder)?) {
        removePlaceholder()
        // A view as placeholder need not cover all of an earlier image.
        image = nil
        placeholder?.add(to: self)
        loading.placeholder = placeholder
    }

    /// Takes the placeholder away, if there is one.
    func removePlaceholder() {
        guard let placeholder = loading.placeholder else { return }
        loading.placeholder = nil
        placeholder.remove(from: self)
    }

    /// Makes an indicator and puts it on top, in place of the last one.
    func setIndicator(_ type: IndicatorType) {
        loading.indicator?.view.removeFromSuperview()
        loading.indicatorType = type
        loading.indicator =
            switch type {
            case .none: nil
            case .activity: ActivityIndicator()
            case .image(let data): ImageIndicator(imageData: data)
            case .custom(let indicator): indicator
            }
        guard let indicator = loading.indicator else { return }
        place(indicator)
        indicator.view.isHidden = true
        addSubview(indicator.view)
    }

    private func place(_ indicator: any Indicator) {
        let widget = indicator.view.widget
        let strategy = indicator.sizeStrategy(in: self)
        if case .size(let size) = strategy {
            gtk_widget_set_size_request(widget, pixels(size.width), pixels(size.height))
        }
        let alignment = if case .full = strategy { GTK_ALIGN_FILL } else { GTK_ALIGN_CENTER }
        gtk_widget_set_halign(widget, alignment)
        gtk_widget_set_valign(widget, alignment)
        // A margin on one side moves a centred widget by half of it.
        let offset = indicator.centerOffset
        gtk_widget_set_margin_start(widget, pixels(offset.x * 2))
        gtk_widget_set_margin_end(widget, pixels(offset.x * -2))
        gtk_widget_set_margin_top(widget, pixels(offset.y * 2))
        gtk_widget_set_margin_bottom(widget, pixels(offset.y * -2))
    }
}

/// A length for GTK: whole, not below zero, and no larger than a margin may be.
private func pixels(_ length: CGFloat) -> gint {
    length > 0 ? gint(min(length.rounded(), 32767)) : 0
}
