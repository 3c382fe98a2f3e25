public import Kingfisher

/// What an image view shows until its image is there.
///
/// Images conform. A subclass of ``GTKView`` conforms with an empty extension and then covers the
/// view. Any other type implements both calls, which come in pairs.
public protocol Placeholder {
    /// Shows the placeholder in a view.
    @MainActor func add(to imageView: KFCrossPlatformImageView)

    /// Takes the placeholder out of the view again.
    @MainActor func remove(from imageView: KFCrossPlatformImageView)
}

extension Placeholder where Self: GTKView {
    /// Covers the view, below its indicator.
    @MainActor
    public func add(to imageView: KFCrossPlatformImageView) {
        gtk_widget_set_halign(widget, GTK_ALIGN_FILL)
        gtk_widget_set_valign(widget, GTK_ALIGN_FILL)
        imageView.addSubview(self, below: imageView.loading.indicator?.view)
    }

    /// Leaves the view.
    @MainActor
    public func remove(from imageView: KFCrossPlatformImageView) {
        removeFromSuperview()
    }
}

extension RasterImage: Placeholder {
    /// Becomes the image of the view.
    @MainActor
    public func add(to imageView: KFCrossPlatformImageView) {
        imageView.image = self
    }

    /// Clears the image of the view.
    @MainActor
    public func remove(from imageView: KFCrossPlatformImageView) {
        imageView.image = nil
    }
}
