#if os(Linux)
import Foundation
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("NetworkMetrics", .timeLimit(.minutes(1)))
struct NetworkMetricsTests {
    private func metrics(
        status: Int = 200, isNew: Bool = true, secured: TimeInterval = 0, ended: TimeInterval = 5,
        received: Int64 = 2_097_152
    ) -> NetworkMetrics? {
        NetworkMetrics(
            CurlTaskMetrics(
                CurlMeasurements(
                    isNewConnection: isNew, usesHTTP2: false, nameLookup: 1, connected: 2,
                    secured: secured, requested: 3, ended: ended, bodyBytesSent: 7,
                    bodyBytesReceived: received),
                status: status, redirects: 2, duration: 9))
    }

    @Test("15.2: there are metrics of successful answers only", arguments: [199, 304, 404])
    func otherStatuses(status: Int) {
        #expect(metrics(status: status) == nil)
    }

    @Test("15.2: what is measured is found under its name")
    func names() throws {
        let metrics = try #require(self.metrics(status: 206, secured: 2.5))
        #expect(metrics.httpStatusCode == 206 && metrics.redirectCount == 2)
        #expect(metrics.retrieveImageDuration == 2 && metrics.totalRequestDuration == 9)
        #expect(metrics.domainLookupDuration == 1 && metrics.connectDuration == 1.5)
        #expect(metrics.secureConnectionDuration == 0.5)
        #expect(metrics.requestBodyBytesSent == 7)
        #expect(metrics.downloadSpeed == 1_048_576 && metrics.downloadSpeedMBps == 1)
    }

    @Test("15.3: what a connection that was there already did not need is nil")
    func reusedConnection() throws {
        let metrics = try #require(self.metrics(isNew: false, secured: 2.5))
        #expect(metrics.domainLookupDuration == nil && metrics.connectDuration == nil)
        #expect(metrics.secureConnectionDuration == nil)
    }

    @Test("15.4: without bytes or time there is no speed")
    func noSpeed() throws {
        #expect(try #require(metrics(received: 0)).downloadSpeed == nil)
        #expect(try #require(metrics(ended: 3)).downloadSpeed == nil)
        #expect(try #require(metrics(ended: 2)).downloadSpeedMBps == nil)
    }

    @Test("15.3: the second download over a connection has no times of connecting")
    func secondDownload() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let downloader = ImageDownloader(name: "metrics")
        let first = try await downloader.outcome(server.url("/a")).get()
        let second = try await downloader.outcome(server.url("/a")).get()
        #expect(first.metrics?.connectDuration != nil)
        #expect(second.metrics != nil && second.metrics?.connectDuration == nil)
    }
}
#endif
