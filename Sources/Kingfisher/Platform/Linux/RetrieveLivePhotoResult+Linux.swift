#if os(Linux)
/// What a live photo view is given: the files.
///
/// There is no view on this platform to show them.
public struct RetrieveLivePhotoResult: Sendable {
    /// Where the files are.
    public let loadingInfo: LivePhotoLoadingInfoResult
}
#endif
