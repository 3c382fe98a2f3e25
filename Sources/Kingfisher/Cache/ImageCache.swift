/// A cache of images, in memory and on disk.
open class ImageCache: @unchecked Sendable {
}
