public import Kingfisher

@MainActor
extension KF.Builder {
    /// Loads the image and shows it in a view.
    ///
    /// - Parameter imageView: The view. Options and placeholder are those of now.
    /// - Returns: The task of the load; nil when nothing had to be loaded.
    @discardableResult
    public func set(to imageView: KFCrossPlatformImageView) -> DownloadTask? {
        ImageSettingEngine.setImage(
            in: ImageViewSlot(view: imageView), with: source,
            placeholder: AttachedState.value(of: self, default: BuilderPlaceholder()).value,
            options: options, progressBlock: progressBlock
        ) { self.report($0) }
    }

    /// Loads the image and shows it as the image of a button's state.
    ///
    /// - Parameters:
    ///   - button: The button. A placeholder that is no image is ignored.
    ///   - state: The state that the image is for.
    /// - Returns: The task of the load; nil when nothing had to be loaded.
    @discardableResult
    public func set(to button: KFCrossPlatformButton, for state: GTKControlState) -> DownloadTask? {
        set(to: ButtonSlot(button: button, layer: .image, state: state))
    }

    /// Loads the image and shows it as the background of a button's state.
    ///
    /// - Parameters:
    ///   - button: The button. A placeholder that is no image is ignored.
    ///   - state: The state that the background is for.
    /// - Returns: The task of the load; nil when nothing had to be loaded.
    @discardableResult
    public func setBackground(
        to button: KFCrossPlatformButton, for state: GTKControlState
    ) -> DownloadTask? {
        set(to: ButtonSlot(button: button, layer: .background, state: state))
    }

    private func set(to slot: ButtonSlot) -> DownloadTask? {
        ImageSettingEngine.setImage(
            in: slot, with: source,
            placeholder: AttachedState.value(of: self, default: BuilderPlaceholder()).value
                as? RasterImage,
            options: options, progressBlock: progressBlock
        ) { self.report($0) }
    }

    /// Shows an image or a view until the image is there.
    ///
    /// - Parameter placeholder: What to show. Nil shows nothing.
    /// - Returns: The builder.
    public func placeholder(_ placeholder: (any Placeholder)?) -> Self {
        AttachedState.value(of: self, default: BuilderPlaceholder()).value = placeholder
        return self
    }

    /// Shows an image until the image is there.
    ///
    /// - Parameter image: What to show. Nil shows nothing.
    /// - Returns: The builder.
    public func placeholder(_ image: KFCrossPlatformImage?) -> Self {
        placeholder(image as (any Placeholder)?)
    }
}

/// What a builder has been given to show meanwhile.
@MainActor
private final class BuilderPlaceholder {
    var value: (any Placeholder)?
}
