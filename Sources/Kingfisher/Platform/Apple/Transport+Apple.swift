#if canImport(Darwin)
import Foundation

/// Picks the transport of a session.
enum TransportChoice {
    /// The system's own.
    static func make(
        configuration: URLSessionConfiguration, delegate: SessionDelegate
    ) -> any Transport {
        URLSessionTransport(configuration: configuration, delegate: delegate)
    }
}

/// Trust in a server's certificate.
enum ServerTrust {
    static let method = NSURLAuthenticationMethodServerTrust

    /// The answer that accepts the certificate which the challenge shows.
    static func accept(
        _ challenge: URLAuthenticationChallenge
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard let trust = challenge.protectionSpace.serverTrust else {
            return (.performDefaultHandling, nil)
        }
        return (.useCredential, URLCredential(trust: trust))
    }
}

extension NetworkMetrics {
    /// Reads the system's metrics; nil when no transaction ended in a status from 200 to 299.
    init?(_ metrics: URLSessionTaskMetrics) {
        let successful = metrics.transactionMetrics.first { transaction in
            (transaction.response as? HTTPURLResponse).map {
                (200...299).contains($0.statusCode)
            } ?? false
        }
        guard let successful else { return nil }
        rawMetrics = metrics
        retrieveImageDuration = Self.seconds(
            successful.requestStartDate, successful.responseEndDate)
        totalRequestDuration = metrics.taskInterval.duration
        domainLookupDuration = Self.seconds(
            successful.domainLookupStartDate, successful.domainLookupEndDate)
        connectDuration = Self.seconds(successful.connectStartDate, successful.connectEndDate)
        secureConnectionDuration = Self.seconds(
            successful.secureConnectionStartDate, successful.secureConnectionEndDate)
        requestBodyBytesSent = successful.countOfRequestBodyBytesSent
        responseBodyBytesReceived = successful.countOfResponseBodyBytesReceived
        httpStatusCode = (successful.response as? HTTPURLResponse)?.statusCode
        redirectCount = metrics.redirectCount
    }

    private static func seconds(_ start: Date?, _ end: Date?) -> TimeInterval? {
        guard let start, let end else { return nil }
        return end.timeIntervalSince(start)
    }
}
#endif
