import Foundation

extension KingfisherManager {
    /// Brings the files of a live photo to disk.
    ///
    /// Only the target cache's disk is used: memory, alternative sources, retries and low data mode
    /// play no part. Files that are missing are loaded at the same time; the first failure cancels
    /// the rest.
    ///
    /// - Parameters:
    ///   - source: The files.
    ///   - options: Options of this request. Default nil. A processor given here has no effect.
    ///   - progressBlock: Called on the main queue as bytes of any file arrive. Default nil.
    ///   - referenceTaskIdentifierChecker: Says whether the request is still wanted; silences
    ///     progress when it is not. Default nil.
    /// - Returns: Where the files are.
    /// - Throws: ``KingfisherError`` of a download or of the cache, or what a provider throws.
    public func retrieveLivePhoto(
        with source: LivePhotoSource, options: KingfisherOptionsInfo? = nil,
        progressBlock: DownloadProgressBlock? = nil,
        referenceTaskIdentifierChecker: (@Sendable () -> Bool)? = nil
    ) async throws -> LivePhotoLoadingInfoResult {
        var options = parsedOptions(options)
        // The files are stored as they are, under an identifier that only live photos have.
        options.processor = LivePhotoImageProcessor.default
        if let progressBlock {
            options.add(ImageLoadingProgressSideEffect(progressBlock))
        }
        if let checker = referenceTaskIdentifierChecker {
            options.onDataReceived?.forEach { $0.onShouldApply = checker }
        }
        let missing = missingResources(source, options: options)
        let loaded = try await downloadAndCache(resources: missing, options: options)
        let cache = targetCache(for: options)
        let fileURLs = try source.resources.map { resource in
            guard
                let url = cache.possibleCacheFileURLIfOnDisk(resource: resource, options: options)
            else {
                throw KingfisherError.cacheError(
                    reason: .missingLivePhotoResourceOnDisk(resource))
            }
            return url
        }
        return LivePhotoLoadingInfoResult(
            fileURLs: fileURLs, cacheType: missing.isEmpty ? .disk : .none, source: source,
            originalSource: source, data: { loaded.map(\.originalData) })
    }

    /// The resources that have no file on the target cache's disk, or all under `forceRefresh`.
    func missingResources(
        _ source: LivePhotoSource, options: KingfisherParsedOptionsInfo
    ) -> [LivePhotoResource] {
        guard !options.forceRefresh else { return source.resources }
        let cache = targetCache(for: options)
        return source.resources.filter {
            cache.possibleCacheFileURLIfOnDisk(resource: $0, options: options) == nil
        }
    }

    /// Loads resources at the same time and writes each to the target cache's disk.
    ///
    /// - Returns: What was loaded, in the order of the resources.
    func downloadAndCache(
        resources: [LivePhotoResource], options: KingfisherParsedOptionsInfo
    ) async throws -> [LivePhotoResourceDownloadingResult] {
        try await withThrowingTaskGroup(
            of: (Int, LivePhotoResourceDownloadingResult).self
        ) { group in
            for (index, resource) in resources.enumerated() {
                group.addTask {
                    let result = try await self.load(resource, options: options)
                    try await self.targetCache(for: options).storeToDisk(
                        result.originalData, forKey: resource.cacheKey,
                        processorIdentifier: options.processor.identifier,
                        forcedExtension: resource.referenceFileType.determinedFileExtension(
                            result.originalData),
                        expiration: options.diskCacheExpiration)
                    return (index, result)
                }
            }
            let loaded = try await group.reduce(into: []) { $0.append($1) }
            return loaded.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func load(
        _ resource: LivePhotoResource, options: KingfisherParsedOptionsInfo
    ) async throws -> LivePhotoResourceDownloadingResult {
        switch resource.dataSource {
        case .network(let resource):
            let downloader = options.downloader ?? downloader
            return try await downloader.downloadLivePhotoResource(
                with: resource.downloadURL, options: options)
        case .provider(let provider):
            return LivePhotoResourceDownloadingResult(
                originalData: try await provider.data(), url: provider.contentURL)
        }
    }
}
