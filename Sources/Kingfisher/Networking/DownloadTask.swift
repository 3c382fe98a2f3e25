/// A handle on a running load.
public final class DownloadTask: @unchecked Sendable {
}
