import Foundation
import Kingfisher

/// The image of an image view, for the engine.
@MainActor
struct ImageViewSlot: ImageSlot {
    let view: GTKImageView

    var tracker: ImageRequestTracker { view.loading.tracker }

    var isEmpty: Bool { view.image == nil && view.loading.placeholder == nil }

    /// A plain view shows animations from frames that are all there; others leave the option alone.
    func adjust(_ options: inout KingfisherParsedOptionsInfo) {
        if !view.decodesWhilePlaying { options.preloadAllAnimationData = true }
    }

    func show(placeholder: (any Placeholder)?, options: KingfisherParsedOptionsInfo) {
        view.setPlaceholder(placeholder)
    }

    func beginActivity() -> @MainActor () -> Void {
        guard let indicator = view.loading.indicator else { return {} }
        indicator.startAnimatingView()
        return { indicator.stopAnimatingView() }
    }

    func show(partial image: RasterImage?, options: KingfisherParsedOptionsInfo) {
        view.image = image
    }

    func show(failure image: RasterImage?, options: KingfisherParsedOptionsInfo) {
        view.removePlaceholder()
        view.image = image
    }

    func show(
        result: RetrieveImageResult, options: KingfisherParsedOptionsInfo,
        completion: @escaping @MainActor () -> Void
    ) {
        let isFresh = options.forceTransition || result.cacheType == .none
        let transition = isFresh ? options.transition : .none
        view.withSeenImageKept(unless: transition.isNone) { view.removePlaceholder() }
        view.setImage(result.image, transition: transition, completion: completion)
    }
}
