import Foundation
import LoopbackHTTP
import Testing

@testable import Kingfisher

/// Downloaders that go while their transfers come to an end.
@Suite("Released downloaders", .timeLimit(.minutes(2)))
struct ReleaseStormTests {
    @Test(
        "W9: releasing downloaders while transfers end completes every call once",
        arguments: TransportKind.allCases)
    func releases(kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in .data(Data(repeating: 1, count: 100)) }
        let outcomes = Recorder<Void>()
        for round in 1...60 {
            var downloader: ImageDownloader? = kind.downloader("release-\(round)")
            for number in 0..<10 {
                downloader?.downloadImage(
                    with: server.url("/\(number)"), options: anyBytes
                ) { _ in outcomes.record(()) }
            }
            // Some transfers are over by now, some are not.
            await outcomes.wait((round - 1) * 10 + round % 10)
            downloader = nil
            await outcomes.wait(round * 10)
        }
        #expect(outcomes.values.count == 600)
    }
}
