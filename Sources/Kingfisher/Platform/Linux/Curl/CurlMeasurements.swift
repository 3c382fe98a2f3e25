#if os(Linux)
import Foundation
import FoundationNetworking

/// What libcurl measured of one exchange.
///
/// Times are seconds since its beginning.
struct CurlMeasurements: Sendable {
    let isNewConnection: Bool
    let usesHTTP2: Bool
    let nameLookup: TimeInterval
    let connected: TimeInterval
    let secured: TimeInterval
    let requested: TimeInterval
    let ended: TimeInterval
    let bodyBytesSent: Int64
    let bodyBytesReceived: Int64
}

/// The metrics of a task that libcurl carried out, in the place of the system's.
// Unchecked: immutable.
final class CurlTaskMetrics: URLSessionTaskMetrics, @unchecked Sendable {
    let measurements: CurlMeasurements
    let status: Int
    let redirects: Int
    let duration: TimeInterval

    init(
        _ measurements: CurlMeasurements, status: Int, redirects: Int, duration: TimeInterval
    ) {
        self.measurements = measurements
        self.status = status
        self.redirects = redirects
        self.duration = duration
        super.init()
    }
}

extension NetworkMetrics {
    /// Reads libcurl's metrics; nil for others, which FoundationNetworking leaves empty, and when
    /// the exchange did not end in a status from 200 to 299.
    init?(_ metrics: URLSessionTaskMetrics) {
        guard
            let metrics = metrics as? CurlTaskMetrics, (200...299).contains(metrics.status)
        else { return nil }
        let times = metrics.measurements
        rawMetrics = metrics
        retrieveImageDuration = times.ended - times.requested
        totalRequestDuration = metrics.duration
        domainLookupDuration = times.isNewConnection ? times.nameLookup : nil
        connectDuration =
            times.isNewConnection ? max(times.connected, times.secured) - times.nameLookup : nil
        secureConnectionDuration =
            times.isNewConnection && times.secured > 0 ? times.secured - times.connected : nil
        requestBodyBytesSent = times.bodyBytesSent
        responseBodyBytesReceived = times.bodyBytesReceived
        httpStatusCode = metrics.status
        redirectCount = metrics.redirects
    }
}
#endif
