/// Downloads images.
open class ImageDownloader: @unchecked Sendable {
}
