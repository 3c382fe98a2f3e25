import Foundation

extension ImageCache {
    /// The file of a live photo's resource, if it is on disk.
    func possibleCacheFileURLIfOnDisk(
        resource: LivePhotoResource, options: KingfisherParsedOptionsInfo
    ) -> URL? {
        possibleCacheFileURLIfOnDisk(
            forKey: resource.cacheKey, processorIdentifier: options.processor.identifier,
            referenceFileType: resource.referenceFileType)
    }

    /// The file of an entry under the extension that its type names, or under those of the known
    /// types when it names none.
    func possibleCacheFileURLIfOnDisk(
        forKey key: String,
        processorIdentifier: String = DefaultImageProcessor.default.identifier,
        referenceFileType: LivePhotoResource.FileType
    ) -> URL? {
        let extensions =
            referenceFileType.fileExtension.isEmpty
            ? ["heic", "mov"] : [referenceFileType.fileExtension]
        return extensions.lazy.compactMap {
            self.cacheFileURLIfOnDisk(
                forKey: key, processorIdentifier: processorIdentifier, forcedExtension: $0)
        }.first
    }
}
