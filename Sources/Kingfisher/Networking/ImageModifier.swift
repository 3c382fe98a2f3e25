/// Changes an image at the last moment, after the caches, each time it is delivered.
///
/// Its result is never cached. Use a processor for changes that should be.
public protocol ImageModifier: Sendable {
    /// The image to deliver instead.
    func modify(_ image: KFCrossPlatformImage) -> KFCrossPlatformImage
}

/// An image modifier made of a closure.
public struct AnyImageModifier: ImageModifier {
    private let block: @Sendable (KFCrossPlatformImage) throws -> KFCrossPlatformImage

    /// Creates a modifier.
    ///
    /// - Parameter modify: Receives the image and returns the one to deliver. When it throws, the
    ///   image is delivered as it was.
    public init(
        modify: @escaping @Sendable (KFCrossPlatformImage) throws -> KFCrossPlatformImage
    ) {
        block = modify
    }

    /// The image that the closure gives, or the input when the closure throws.
    public func modify(_ image: KFCrossPlatformImage) -> KFCrossPlatformImage {
        (try? block(image)) ?? image
    }
}
