import Foundation
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The namespace, and what stands in it", .timeLimit(.minutes(1)))
struct NamespaceTests {
    @Test("19.1: a wrapper holds its base, and setting through it works on constants")
    func wrapper() {
        let gauge = Gauge()
        #expect(KingfisherWrapper(gauge).base === gauge)
        #expect(gauge.kf.base === gauge)
        gauge.kf.level = 3
        #expect(gauge.level == 3 && gauge.kf.level == 3)
        let other = Gauge()
        gauge.kf = KingfisherWrapper(other)
        #expect(gauge.kf.base === gauge)
        #expect(KingfisherWrapper<any Error>(CocoaError(.fileNoSuchFile)).base is CocoaError)
    }

    @Test("19.1: a value's wrapper holds a copy, and setting it changes nothing")
    func values() {
        var size = CGSize(width: 1, height: 2)
        size.kf = CGSize(width: 3, height: 4).kf
        #expect(size == CGSize(width: 1, height: 2))
        #expect(size.kf.base == size)
    }

    @Test("19.2: images, texts, bytes and sizes have the namespace")
    func conformers() throws {
        let image = try TestPicture.image()
        let object: any KingfisherCompatible = image
        #expect(object === image && image.kf.base === image)
        let values: [any KingfisherCompatibleValue] = ["text", Data([1]), CGSize.zero]
        #expect(values.count == 3)
        #expect("text".kf.base == "text")
        #expect(Data([1]).kf.base == Data([1]))
        #expect(CGSize.zero.kf.base == .zero)
    }

    @Test("19.9: a date is past at itself, and not before")
    func pastDates() {
        let date = Date(timeIntervalSince1970: 1_000.25)
        #expect(date.isPast(referenceDate: date))
        #expect(date.isPast(referenceDate: date.addingTimeInterval(0.25)))
        #expect(!date.isPast(referenceDate: date.addingTimeInterval(-0.25)))
        #expect(Date.distantPast.isPast && !Date.distantFuture.isPast)
    }

    @Test(
        "19.9, H-4: dates of files are rounded up to a second",
        arguments: [(1_000.0, 1_000.0), (1_000.001, 1_001), (1_000.999, 1_001), (-0.5, 0)])
    func fileDates(seconds: TimeInterval, expected: TimeInterval) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(date.fileAttributeDate.timeIntervalSince1970 == expected)
    }

    @Test(
        "19.10: a download's task is an object that is there at once, and knows when it has begun")
    func downloadTasks() async throws {
        let server = try LoopbackServer(routes: ["/a.png": .data(try TestPicture.png())])
        defer { server.stop() }
        let gate = AsyncStream<Void>.makeStream()
        let modifier = HeldModifier(gate: gate.stream)
        let finished = Recorder<Bool>()
        let downloader = ImageDownloader(name: "namespace")
        let task: DownloadTask = downloader.downloadImage(
            with: server.url("/a.png"),
            options: [.requestModifier(modifier), .callbackQueue(.untouch)]
        ) { finished.record((try? $0.get()) != nil) }
        let object: AnyObject = task
        #expect(ObjectIdentifier(object) == ObjectIdentifier(task))
        #expect(!task.isInitialized && task.cancelToken == nil)
        gate.continuation.finish()
        #expect(await finished.wait() == [true])
        #expect(task.isInitialized && task.cancelToken != nil)
    }
}

#if os(Linux)
extension NamespaceTests {
    @Test("19.3: the types of the platform are those of Raster")
    func aliases() {
        #expect(KFCrossPlatformImage.self == RasterImage.self)
        #expect(KFCrossPlatformColor.self == RasterColor.self)
    }
}
#endif

private final class Gauge: KingfisherCompatible {
    var level = 0
}

extension KingfisherWrapper where Base == Gauge {
    fileprivate var level: Int {
        get { base.level }
        set { base.level = newValue }
    }
}

private struct HeldModifier: AsyncImageDownloadRequestModifier {
    let gate: AsyncStream<Void>
    var onDownloadTaskStarted: (@Sendable (DownloadTask?) -> Void)? { nil }

    func modified(for request: URLRequest) async -> URLRequest? {
        for await _ in gate {}
        return request
    }
}
