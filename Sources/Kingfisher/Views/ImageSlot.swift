/// A place for one image, as the engine that loads into it sees it.
///
/// An adapter for each kind of view or item conforms, holding its target strongly: a load keeps its
/// target alive until it has completed.
@MainActor
package protocol ImageSlot: Sendable {
    /// What stands in for the image while it is loaded.
    associatedtype Stand

    /// The book-keeping of the slot, the same object for every adapter made for it.
    var tracker: ImageRequestTracker { get }

    /// Whether the slot shows neither an image nor a placeholder.
    var isEmpty: Bool { get }

    /// Changes options that make no sense for the slot.
    func adjust(_ options: inout KingfisherParsedOptionsInfo)

    /// Shows a placeholder in place of everything else; nil clears the slot.
    func show(placeholder: Stand?, options: KingfisherParsedOptionsInfo)

    /// Starts to show that something is loaded.
    ///
    /// - Returns: Ends it. Called exactly once, before the outcome is shown.
    func beginActivity() -> @MainActor () -> Void

    /// Shows an image that is not complete yet, and leaves a placeholder and its record alone.
    func show(partial image: KFCrossPlatformImage?, options: KingfisherParsedOptionsInfo)

    /// Shows what the caller wants to see after a failure, in place of everything else.
    func show(failure image: KFCrossPlatformImage?, options: KingfisherParsedOptionsInfo)

    /// Shows the loaded image in place of everything else, then calls `completion` once.
    func show(
        result: RetrieveImageResult, options: KingfisherParsedOptionsInfo,
        completion: @escaping @MainActor () -> Void)
}

extension ImageSlot {
    package func adjust(_ options: inout KingfisherParsedOptionsInfo) {}

    package func beginActivity() -> @MainActor () -> Void { {} }
}
