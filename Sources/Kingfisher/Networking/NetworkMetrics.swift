public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// Unchecked: the one reference inside is immutable once a transfer has handed it out.
/// Times and sizes of a download.
///
/// They describe the first transaction that ended in a status from 200 to 299; a duration is nil
/// where it did not occur, for example the name lookup on a connection that was used before.
public struct NetworkMetrics: @unchecked Sendable {
    /// The system's own object.
    ///
    /// On Linux, where libcurl does the work, an empty one.
    public let rawMetrics: URLSessionTaskMetrics
    /// Seconds from the start of the request to the end of the response.
    public let retrieveImageDuration: TimeInterval?
    /// Seconds from the start of the task to its end, redirects included.
    public let totalRequestDuration: TimeInterval
    /// Seconds of the name lookup.
    public let domainLookupDuration: TimeInterval?
    /// Seconds of the connection's set-up, TLS included.
    public let connectDuration: TimeInterval?
    /// Seconds of the TLS handshake.
    public let secureConnectionDuration: TimeInterval?
    /// Bytes of the request's body.
    public let requestBodyBytesSent: Int64
    /// Bytes of the response's body as they came over the wire, before decompression.
    public let responseBodyBytesReceived: Int64
    /// The HTTP status.
    public let httpStatusCode: Int?
    /// How many redirects were followed.
    public let redirectCount: Int

    /// Bytes of the body for each second of ``retrieveImageDuration``; nil if either is 0.
    public var downloadSpeed: Double? {
        guard
            responseBodyBytesReceived > 0,
            let duration = retrieveImageDuration, duration > 0
        else { return nil }
        return Double(responseBodyBytesReceived) / duration
    }

    /// ``downloadSpeed`` in units of 1,048,576 bytes a second.
    public var downloadSpeedMBps: Double? {
        downloadSpeed.map { $0 / 1_048_576 }
    }
}
