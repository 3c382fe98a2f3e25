public import Foundation

extension KingfisherError {
    // Unchecked: the payloads of type Any are handed over, never shared for writing.
    /// Why a cache could not be read or written.
    public enum CacheErrorReason: @unchecked Sendable {
        /// The cache directory could not be listed. Code 3001.
        case fileEnumeratorCreationFailed(url: URL)
        /// Listing the cache directory gave something other than files. Code 3002.
        case invalidFileEnumeratorContent(url: URL)
        /// The file is there but its dates cannot be read. Code 3003.
        case invalidURLResource(error: any Error, key: String, url: URL)
        /// The file is there but its bytes cannot be read or converted. Code 3004.
        case cannotLoadDataFromDisk(url: URL, error: any Error)
        /// The cache directory cannot be made. Code 3005.
        case cannotCreateDirectory(path: String, error: any Error)
        /// Only the cache was asked, and it has no such image. Code 3006.
        case imageNotExisting(key: String)
        /// The value cannot become bytes. Code 3007.
        case cannotConvertToData(object: Any, error: any Error)
        /// The serializer gave no bytes for the image. Code 3008.
        case cannotSerializeImage(
            image: KFCrossPlatformImage?, original: Data?, serializer: any CacheSerializer)
        /// The file cannot be written. Code 3009.
        case cannotCreateCacheFile(fileURL: URL, key: String, data: Data, error: any Error)
        /// The dates of the file cannot be set; the file was removed again. Code 3010.
        case cannotSetCacheFileAttribute(
            filePath: String, attributes: [FileAttributeKey: Any], error: any Error)
        /// The cache directory was not there and cannot be made. Code 3011.
        case diskStorageIsNotReady(cacheURL: URL)
        /// A file of a live photo was stored, but is not on disk. Code 3012.
        case missingLivePhotoResourceOnDisk(_ resource: LivePhotoResource)

        var errorDescription: String? {
            switch self {
            case .fileEnumeratorCreationFailed(let url):
                "The cache directory \(url.path) cannot be listed. Check its permissions."
            case .invalidFileEnumeratorContent(let url):
                "Listing the cache directory \(url.path) gave something that is not a file."
            case .invalidURLResource(let error, let key, let url):
                """
                The cached file \(url.path) for \"\(key)\" exists, but its dates cannot be read: \
                \(error.readableDescription)
                """
            case .cannotLoadDataFromDisk(let url, let error):
                "The cached file \(url.path) cannot be read: \(error.readableDescription)"
            case .cannotCreateDirectory(let path, let error):
                """
                The cache directory \(path) cannot be created: \(error.readableDescription) \
                Choose a directory that can be written.
                """
            case .imageNotExisting(let key):
                "There is no image for \"\(key)\" in the cache, and loading it was not allowed."
            case .cannotConvertToData(let object, let error):
                """
                The value \(Self.brief(object)) of type \(type(of: object)) cannot be turned into \
                bytes for the disk cache: \(error.readableDescription)
                """
            case .cannotSerializeImage(let image, let original, let serializer):
                """
                \(type(of: serializer)) gave no bytes for \(Self.name(image)) with \
                \(original.map { "an original of \($0.count) bytes" } ?? "no original"), so it was \
                not cached on disk.
                """
            case .cannotCreateCacheFile(let fileURL, let key, let data, let error):
                """
                The cache file \(fileURL.path) for \"\(key)\" (\(data.count) bytes) cannot be \
                written: \(error.readableDescription)
                """
            case .cannotSetCacheFileAttribute(let filePath, let attributes, let error):
                """
                The dates of the cache file \(filePath) cannot be set to \
                \(Self.name(attributes)), so it was removed: \(error.readableDescription)
                """
            case .diskStorageIsNotReady(let cacheURL):
                """
                The cache directory \(cacheURL.path) cannot be used. Check that its disk has room \
                and that it can be written.
                """
            case .missingLivePhotoResourceOnDisk(let resource):
                """
                The file \"\(resource.cacheKey)\" of a live photo was stored but is no longer on \
                disk. Check that nothing else clears the cache, and try again.
                """
            }
        }

        /// A value in a few words: it may be of any size.
        private static func brief(_ value: Any) -> String {
            let text = String(describing: value)
            let beginning = text.prefix(200)
            return beginning.endIndex == text.endIndex ? text : beginning + "…"
        }

        private static func name(_ image: KFCrossPlatformImage?) -> String {
            guard let image else { return "no image" }
            return "an image of \(image.size.width) × \(image.size.height) points"
        }

        private static func name(_ attributes: [FileAttributeKey: Any]) -> String {
            let values = attributes.map { "\($0.key.rawValue): \(brief($0.value))" }
            return "[\(values.sorted().joined(separator: ", "))]"
        }

        var errorCode: Int {
            switch self {
            case .fileEnumeratorCreationFailed: 3001
            case .invalidFileEnumeratorContent: 3002
            case .invalidURLResource: 3003
            case .cannotLoadDataFromDisk: 3004
            case .cannotCreateDirectory: 3005
            case .imageNotExisting: 3006
            case .cannotConvertToData: 3007
            case .cannotSerializeImage: 3008
            case .cannotCreateCacheFile: 3009
            case .cannotSetCacheFileAttribute: 3010
            case .diskStorageIsNotReady: 3011
            case .missingLivePhotoResourceOnDisk: 3012
            }
        }
    }
}
