import Foundation
import Locking
import LoopbackHTTP
import TestTools
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Starting, joining, cancelling, failing and completing at the same time.
///
/// FoundationNetworking's `URLSession` is left out: it traps when redirected transfers are cancelled.
/// `KINGFISHER_STORM_SECONDS` makes the storms longer, for runs under ThreadSanitizer.
@Suite("Storms of downloads", .timeLimit(.minutes(5)))
struct DownloadStormTests {
    private static let seconds =
        ProcessInfo.processInfo.environment["KINGFISHER_STORM_SECONDS"].flatMap(Double.init) ?? 0.5

    /// One call, and how often it was completed.
    private final class Call: Sendable {
        let completions = Locked(0)
        let onFirst: @Sendable () -> Void

        init(onFirst: @escaping @Sendable () -> Void) { self.onFirst = onFirst }

        func complete() {
            let count = completions.withLock { count in
                count += 1
                return count
            }
            if count == 1 { onFirst() }
        }
    }

    @Test(
        "5.10, 23.1, W4: every call is completed exactly once, whatever happens at the same time",
        arguments: TransportKind.strict)
    func exactlyOnce(kind: TransportKind) async throws {
        let server = try LoopbackServer { request in
            switch request.path.last {
            case "1": .status(500)
            case "2": .reset(testBody, after: 20_000)
            case "3": .redirect(to: "/0")
            default: .data(testBody)
            }
        }
        let delegate = PairingDelegate()
        let downloader = kind.downloader()
        downloader.delegate = delegate
        let end = DispatchTime.now().uptimeNanoseconds + UInt64(Self.seconds * 1e9)
        let calls = Locked<[Call]>([])
        let completed = Recorder<Void>()
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(worker))
                    while DispatchTime.now().uptimeNanoseconds < end {
                        await storm(downloader, server, &random, calls, completed)
                    }
                }
            }
        }
        let all = calls.withLock { $0 }
        await completed.wait(all.count)
        downloader.cancelAll()
        #expect(all.allSatisfy { $0.completions.withLock { $0 } == 1 })
        #expect(delegate.balance.withLock { $0 } == 0)
    }

    private func storm(
        _ downloader: ImageDownloader, _ server: LoopbackServer, _ random: inout SeededGenerator,
        _ calls: Locked<[Call]>, _ completed: Recorder<Void>
    ) async {
        var tasks: [DownloadTask] = []
        for _ in 0..<20 {
            let call = Call { completed.record(()) }
            calls.withLock { $0.append(call) }
            let url = server.url("/\(random.next() % 5)")
            let modifier: any AsyncImageDownloadRequestModifier =
                random.next() % 4 == 0
                ? AsyncModifier { request in
                    await Task.yield()
                    return request
                } : StartModifier { _ in }
            let task = downloader.downloadImage(
                with: url, options: anyBytes + [.requestModifier(modifier)]
            ) { _ in call.complete() }
            tasks.append(task)
            switch random.next() % 16 {
            case 0: downloader.cancelAll()
            case 1: downloader.cancel(url: url)
            case 2...7: tasks[Int(random.next() % UInt64(tasks.count))].cancel()
            default: break
            }
        }
        await Task.yield()
        for task in tasks where random.next() % 2 == 0 { task.cancel() }
    }

    @Test("4.4: ten thousand callers of one URL make one request and one image")
    func tenThousandCallers() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let downloader = ImageDownloader(name: "many")
        let runs = Recorder<Void>()
        let outcomes = Recorder<Bool>()
        let options = KingfisherParsedOptionsInfo([
            .processor(AnyBytesProcessor { runs.record(()) }), .callbackQueue(.untouch),
        ])
        for _ in 0..<10_000 {
            downloader.downloadImage(with: server.url("/a"), options: options) {
                outcomes.record($0.body == testBody)
            }
        }
        gate.open()
        #expect(await outcomes.wait(10_000).allSatisfy(\.self))
        #expect(runs.values.count == 1 && server.requestCount == 1)
    }

    @Test("W7: replacing the session under load completes every call once")
    func replacedSessions() async throws {
        let server = try LoopbackServer { _ in .data(testBody) }
        let downloader = ImageDownloader(name: "replaced")
        let outcomes = Recorder<Void>()
        for round in 0..<30 {
            for number in 0..<20 {
                downloader.downloadImage(with: server.url("/\(number)"), options: anyBytes) { _ in
                    outcomes.record(())
                }
            }
            if round % 2 == 0 {
                downloader.sessionConfiguration = .ephemeral
            } else {
                downloader.sessionDelegate = SessionDelegate()
            }
        }
        await outcomes.wait(600)
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
        #expect(outcomes.values.count == 600)
    }
}

/// Counts beginnings against ends.
private final class PairingDelegate: ImageDownloaderDelegate, Sendable {
    let balance = Locked(0)

    func imageDownloader(
        _ downloader: ImageDownloader, willDownloadImageForURL url: URL, with request: URLRequest?
    ) {
        balance.withLock { $0 += 1 }
    }

    func imageDownloader(
        _ downloader: ImageDownloader, didFinishDownloadingImageForURL url: URL,
        with response: URLResponse?, error: (any Error)?
    ) {
        balance.withLock { $0 -= 1 }
    }
}
