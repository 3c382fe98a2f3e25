#if os(Linux)
import FoundationNetworking

extension NetworkMetrics {
    /// Nil: FoundationNetworking fills in nothing. ``CurlTransport`` measures for itself.
    init?(_ metrics: URLSessionTaskMetrics) { return nil }
}
#endif
