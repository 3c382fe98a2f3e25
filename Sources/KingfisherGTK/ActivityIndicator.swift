import Kingfisher

/// A spinner that is seen as long as at least one load is under way.
@MainActor
final class ActivityIndicator: Indicator {
    let view = IndicatorView(widget: gtk_spinner_new())

    private var loads = OverlapCounter()

    init() {
        gtk_widget_set_size_request(view.widget, 32, 32)
    }

    func startAnimatingView() {
        guard loads.begin() else { return }
        gtk_spinner_start(OpaquePointer(view.widget))
        view.isHidden = false
    }

    func stopAnimatingView() {
        guard loads.end() else { return }
        gtk_spinner_stop(OpaquePointer(view.widget))
        view.isHidden = true
    }

    func sizeStrategy(in imageView: KFCrossPlatformImageView) -> IndicatorSizeStrategy {
        .intrinsicSize
    }
}
