import Kingfisher

/// The image or the background of one state of a button, for the engine.
@MainActor
struct ButtonSlot: ImageSlot {
    let button: GTKButton
    let layer: GTKButton.Layer
    let state: GTKControlState

    var tracker: ImageRequestTracker { button.tracker(of: layer, for: state) }

    var isEmpty: Bool { button.image(on: layer, for: state) == nil }

    func show(placeholder: RasterImage?, options: KingfisherParsedOptionsInfo) {
        button.setImage(placeholder, on: layer, for: state)
    }

    func show(partial image: RasterImage?, options: KingfisherParsedOptionsInfo) {
        button.setImage(image, on: layer, for: state)
    }

    func show(failure image: RasterImage?, options: KingfisherParsedOptionsInfo) {
        button.setImage(image, on: layer, for: state)
    }

    func show(
        result: RetrieveImageResult, options: KingfisherParsedOptionsInfo,
        completion: @escaping @MainActor () -> Void
    ) {
        button.setImage(result.image, on: layer, for: state)
        completion()
    }
}
