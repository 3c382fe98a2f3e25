/// The only image slot of something that sets its image itself.
@MainActor
struct ComponentSlot<Target: KingfisherImageSettable>: ImageSlot {
    let target: Target
    let tracker: ImageRequestTracker

    init(_ target: Target) {
        self.target = target
        tracker = AttachedState.value(of: target, default: ImageRequestTracker())
    }

    var isEmpty: Bool { target.getImage() == nil }

    func show(placeholder: KFCrossPlatformImage?, options: KingfisherParsedOptionsInfo) {
        target.setImage(placeholder, options: options)
    }

    func show(partial image: KFCrossPlatformImage?, options: KingfisherParsedOptionsInfo) {
        target.setImage(image, options: options)
    }

    func show(failure image: KFCrossPlatformImage?, options: KingfisherParsedOptionsInfo) {
        target.setImage(image, options: options)
    }

    func show(
        result: RetrieveImageResult, options: KingfisherParsedOptionsInfo,
        completion: @escaping @MainActor () -> Void
    ) {
        target.setImage(result.image, options: options)
        completion()
    }
}
