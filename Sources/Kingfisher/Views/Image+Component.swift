@MainActor
extension KFCrossPlatformImage {
    /// Shows the image in something with an image property.
    public func add(to component: any KingfisherHasImageComponent) {
        component.image = self
    }

    /// Clears the image property of something.
    public func remove(from component: any KingfisherHasImageComponent) {
        component.image = nil
    }
}
