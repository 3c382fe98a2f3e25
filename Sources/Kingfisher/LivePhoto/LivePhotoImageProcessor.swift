import Foundation

/// Lets any bytes pass: a resource of a live photo is kept as data and never decoded.
struct LivePhotoImageProcessor: ImageProcessor {
    static let `default` = LivePhotoImageProcessor()

    let identifier = "com.onevcat.Kingfisher.LivePhotoImageProcessor"

    /// An image stays as it is; data gives an empty image.
    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        switch item {
        case .image(let image): image
        case .data: KFCrossPlatformImage()
        }
    }
}
