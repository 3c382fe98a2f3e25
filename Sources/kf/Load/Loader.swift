import Foundation
import Kingfisher

/// Loads pictures through a manager, the way one command line asks for.
struct Loader: Sendable {
    /// A picture and what is known of the data it was made from.
    struct Loaded: Sendable {
        /// The picture, processed.
        let image: KFCrossPlatformImage
        /// Where it came from.
        let origin: LoadReport.Origin
        /// The format of the original data; nil when unknown.
        let format: EncodedImageFormat?
        /// Bytes of the original data; nil when unknown.
        let bytes: Int?
    }

    private let manager: KingfisherManager
    private let options: KingfisherOptionsInfo
    private let optionsWithoutCache: KingfisherOptionsInfo
    private let timeout: Double?

    /// Prepares a loader.
    ///
    /// - Parameters:
    ///   - request: What the command line says.
    ///   - cache: The cache; nil when there is none that can be used.
    init(_ request: LoadRequest, cache: ImageCache?) {
        let downloader = ImageDownloader(name: "kf")
        if let timeout = request.timeout { downloader.downloadTimeout = timeout }
        manager = KingfisherManager(downloader: downloader, cache: cache ?? .default)
        timeout = request.timeout
        options = Self.options(for: request, usesDisk: cache != nil)
        optionsWithoutCache = Self.options(for: request, usesDisk: false)
    }

    private static func options(
        for request: LoadRequest, usesDisk: Bool
    ) -> KingfisherOptionsInfo {
        var options: KingfisherOptionsInfo = [
            .callbackQueue(.untouch), .waitForCache,
            // As many at a time as there are jobs: a download's own pool has no more threads than the
            // machine has cores.
            .processingQueue(.dispatch(.global(qos: .userInitiated))),
        ]
        if let processor = request.steps.processor(scale: request.scale) {
            // PNG keeps what was computed exactly, transparency included, whatever the source was.
            options += [
                .processor(processor), .cacheSerializer(FormatIndicatedCacheSerializer.png),
            ]
        } else {
            var serializer = DefaultCacheSerializer()
            serializer.preferCacheOriginalData = true
            options.append(.cacheSerializer(serializer))
        }
        if request.keepsToHTTP { options.append(.cachePolicy(.standard)) }
        let policy = usesDisk ? request.cachePolicy : .off
        switch policy {
        case .normal: break
        case .off, .refresh: options.append(.forceRefresh)
        case .only: options.append(.onlyFromCache)
        }
        if policy == .off || request.memoryOnly {
            options.append(.cacheMemoryOnly)
        } else {
            options.append(.cacheOriginalImage)
        }
        return options
    }

    /// Loads one picture.
    ///
    /// - Parameters:
    ///   - source: What to load.
    ///   - usesCache: Whether the cache may answer and is written. Default true.
    ///   - observer: Hears of the steps; nil for nobody.
    ///   - progress: Hears of bytes received and expected, on the main queue.
    /// - Returns: The picture.
    /// - Throws: `KingfisherError`, ``DeadlineExceeded`` or `CancellationError`.
    func load(
        _ source: Source, usesCache: Bool = true, observer: (any ImageEventObserver)? = nil,
        progress: @escaping @Sendable (Int64, Int64) -> Void
    ) async throws -> Loaded {
        let options =
            (usesCache ? options : optionsWithoutCache)
            + (observer.map { [.eventObserver($0)] } ?? [])
        let result = try await withDeadline(timeout) {
            try await manager.retrieveImage(
                with: source, options: options, progressBlock: progress)
        }
        let original = originalData(of: result, source: source)
        return Loaded(
            image: result.image, origin: LoadReport.Origin(result.cacheType),
            format: original?.format, bytes: original?.bytes)
    }

    /// What the original was: the data just loaded, or the entry that holds it on disk.
    private func originalData(
        of result: RetrieveImageResult, source: Source
    ) -> (format: EncodedImageFormat?, bytes: Int)? {
        if result.cacheType == .none, let data = result.data() {
            return (ImageCodecRegistry.codec(recognizing: data)?.format, data.count)
        }
        guard let file = manager.cache.cacheFileURLIfOnDisk(forKey: source.cacheKey),
            let handle = try? FileHandle(forReadingFrom: file)
        else { return nil }
        defer { try? handle.close() }
        guard let prefix = try? handle.read(upToCount: ImageCodecRegistry.prefixLength),
            let size = try? handle.seekToEnd()
        else { return nil }
        return (ImageCodecRegistry.codec(recognizing: prefix)?.format, Int(size))
    }
}

extension LoadReport.Origin {
    /// The origin that a cache reports.
    init(_ type: CacheType) {
        switch type {
        case .none: self = .none
        case .memory: self = .memory
        case .disk: self = .disk
        }
    }
}
