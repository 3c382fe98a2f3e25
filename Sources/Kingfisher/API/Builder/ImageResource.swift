public import Foundation

/// The former name of ``KF/ImageResource``.
@available(*, deprecated, renamed: "KF.ImageResource")
public typealias ImageResource = KF.ImageResource

extension KF {
    /// A remote image: where to download it and under which key to cache it.
    public struct ImageResource: Resource {
        /// The key of the image in the caches.
        public let cacheKey: String
        /// Where the image is downloaded from.
        public let downloadURL: URL

        /// Creates a resource.
        ///
        /// - Parameters:
        ///   - downloadURL: Where the image is downloaded from.
        ///   - cacheKey: The key in the caches. Nil, the default, uses the URL's own key.
        public init(downloadURL: URL, cacheKey: String? = nil) {
            self.downloadURL = downloadURL
            self.cacheKey = cacheKey ?? downloadURL.cacheKey
        }
    }
}
