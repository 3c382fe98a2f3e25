public import Foundation

/// Where the files of a live photo are after they have been retrieved.
public struct LivePhotoLoadingInfoResult: Sendable {
    /// The files on disk, in the order of the source's resources.
    public let fileURLs: [URL]
    /// ``CacheType/disk`` when all files were there, ``CacheType/none`` when some were loaded.
    public let cacheType: CacheType
    /// The source that was loaded.
    public let source: LivePhotoSource
    /// The source that was asked for; equal to ``source``.
    public let originalSource: LivePhotoSource
    /// The bytes that were loaded in this call, in the order of the source's resources; empty when
    /// all files were there.
    public let data: @Sendable () -> [Data]
}
