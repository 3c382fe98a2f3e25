/// Something with an image property.
///
/// Conforming gives `kf.setImage(with:)` and its relatives.
public protocol KingfisherHasImageComponent: KingfisherImageSettable {
    /// The image that is shown; nil for none.
    @MainActor var image: KFCrossPlatformImage? { get set }
}

extension KingfisherHasImageComponent {
    /// Sets the image property.
    @MainActor public func setImage(
        _ image: KFCrossPlatformImage?, options: KingfisherParsedOptionsInfo
    ) {
        self.image = image
    }

    /// Gives the image property.
    @MainActor public func getImage() -> KFCrossPlatformImage? { image }
}
