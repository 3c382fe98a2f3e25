#if os(Linux)
// Unchecked: the dictionary is handed over, never shared for writing.
/// What a live photo view is given: the files.
///
/// There is no view on this platform to show them.
public struct RetrieveLivePhotoResult: @unchecked Sendable {
    /// Where the files are.
    public let loadingInfo: LivePhotoLoadingInfoResult
    /// What the system's Photos framework said of the request.
    ///
    /// Nil where there is no such framework.
    public let info: [AnyHashable: Any]?

    init(loadingInfo: LivePhotoLoadingInfoResult, info: [AnyHashable: Any]? = nil) {
        self.loadingInfo = loadingInfo
        self.info = info
    }
}
#endif
