/// Something that shows one image and decides itself how it is set.
///
/// Conforming gives `kf.setImage(with:)` and its relatives. Types with a plain image property conform
/// to ``KingfisherHasImageComponent`` instead.
public protocol KingfisherImageSettable: KingfisherCompatible {
    /// Shows an image, or nothing for nil.
    ///
    /// Called for placeholders, progressive images, results and failure images alike.
    ///
    /// - Parameters:
    ///   - image: The image to show.
    ///   - options: The options of the request, for instance for a transition of one's own.
    @MainActor func setImage(_ image: KFCrossPlatformImage?, options: KingfisherParsedOptionsInfo)

    /// The image that is shown now; nil if there is none or it cannot be told.
    @MainActor func getImage() -> KFCrossPlatformImage?
}
