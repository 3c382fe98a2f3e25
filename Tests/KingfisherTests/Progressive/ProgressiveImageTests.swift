import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("Progressive images", .timeLimit(.minutes(1)))
struct ProgressiveImageTests {
    private final class Seen: Sendable {
        let images = Locked<[KFCrossPlatformImage]>([])
        let onMain = Locked(true)
    }

    private static func response(
        holdingAfter count: Int, gate: LoopbackGate
    ) -> LoopbackResponse {
        .halves(ProgressivePicture.data, after: count, gate: gate)
    }

    /// Loads the picture, its body held after `count` bytes until an image was seen.
    private func load(
        _ progressive: ImageProgressive, options: KingfisherOptionsInfo = [],
        after count: Int = ProgressivePicture.scanOffsets[3] + 2
    ) async throws -> (Seen, Result<RetrieveImageResult, KingfisherError>, ManagerFixture) {
        let (seen, gate) = (Seen(), LoopbackGate())
        let fixture = try ManagerFixture(
            routes: ["/p.jpg": Self.response(holdingAfter: count, gate: gate)])
        progressive.onImageUpdated.delegate(on: seen) { seen, image in
            seen.images.withLock { $0.append(image) }
            if !Thread.isMainThread { seen.onMain.withLock { $0 = false } }
            gate.open()
            return .default
        }
        let outcome = await fixture.retrieve(
            fixture.server.url("/p.jpg"), options + [.progressiveJPEG(progressive)])
        return (seen, outcome, fixture)
    }

    @Test("PRG-8, W14: an image of the first scans comes on the main queue before the whole")
    func deliversEarlyImage() async throws {
        let (seen, outcome, _) = try await load(
            ImageProgressive(isBlur: false, isFastestScan: true, scanInterval: 0))
        let whole = try outcome.get().image
        let early = try #require(seen.images.withLock { $0.first })
        #expect(early.size == whole.size)
        #expect(early.pngData() != whole.pngData())
        #expect(seen.onMain.withLock { $0 })
    }

    @Test("PRG-6: early scans are blurred")
    func blursEarlyScans() async throws {
        let (plain, _, _) = try await load(
            ImageProgressive(isBlur: false, isFastestScan: true, scanInterval: 0))
        let (blurred, _, _) = try await load(ImageProgressive())
        let radius = CGFloat(2)  // Four scans have begun: 14 - 4 × 4, but not less than 2.
        let expected = try #require(plain.images.withLock { $0.first }).kf.blurred(
            withRadius: radius)
        let image = try #require(blurred.images.withLock { $0.first })
        #expect(image.pngData() == expected.pngData())
    }

    @Test("PRG-6: the first image is blurred most, also when later scans have begun already")
    func blursFirstImageMost() async throws {
        let count = ProgressivePicture.scanOffsets[3] + 2
        let (plain, _, _) = try await load(
            ImageProgressive(isBlur: false, isFastestScan: false, scanInterval: 0), after: count)
        let (blurred, _, _) = try await load(
            ImageProgressive(isBlur: true, isFastestScan: false, scanInterval: 0), after: count)
        let expected = try #require(plain.images.withLock { $0.first }).kf.blurred(withRadius: 6)
        let image = try #require(blurred.images.withLock { $0.first })
        #expect(image.pngData() == expected.pngData())
    }

    @Test("PRG-7: the image goes through the request's processor, PRG-8: and into no cache")
    func processesAndCachesNothing() async throws {
        let processor = CountingProcessor()
        let (seen, outcome, fixture) = try await load(
            ImageProgressive(), options: [.processor(processor)])
        #expect(seen.images.withLock { $0.first }?.size == CGSize(width: 3, height: 2))
        #expect(processor.runCount >= 2)
        let cached = fixture.cache.retrieveImageInMemoryCache(
            forKey: fixture.server.url("/p.jpg").absoluteString,
            options: [.processor(processor)])
        #expect(try cached === outcome.get().image)
    }

    @Test("10.3, PRG-11: the setter is given what the strategy says", arguments: [0, 1, 2])
    func strategies(strategy: Int) async throws {
        let gate = LoopbackGate()
        let fixture = try ManagerFixture(
            routes: [
                "/p.jpg": Self.response(
                    holdingAfter: ProgressivePicture.scanOffsets[2] + 2, gate: gate)
            ])
        let other = try TestPicture.image(width: 1, height: 1)
        let (progressive, target) = (ImageProgressive(), NSObject())
        progressive.onImageUpdated.delegate(on: target) { _, _ in
            // The setter runs within this turn of the main queue.
            DispatchQueue.main.async { gate.open() }
            return [.default, .keepCurrent, .replace(other)][strategy]
        }
        let shown = Locked<[CGSize?]>([])
        let result = await withCheckedContinuation { continuation in
            _ = fixture.manager.retrieveImage(
                with: fixture.server.url("/p.jpg").convertToSource(),
                options: fixture.manager.parsedOptions([.progressiveJPEG(progressive)]),
                progressiveImageSetter: { image in shown.withLock { $0.append(image?.size) } },
                completionHandler: { continuation.resume(returning: $0) })
        }
        let size = try result.get().image.size
        let first = shown.withLock { $0.first }
        switch strategy {
        case 0: #expect(first == size)
        case 1: #expect(first == nil)
        default: #expect(first == other.size)
        }
    }

    @Test("10.2, PRG-13: a superseded request shows nothing any more")
    func supersededShowsNothing() async throws {
        let gate = LoopbackGate()
        let fixture = try ManagerFixture(
            routes: [
                "/p.jpg": Self.response(
                    holdingAfter: ProgressivePicture.scanOffsets[5] + 2, gate: gate)
            ])
        let (progressive, target) = (ImageProgressive(), NSObject())
        let calls = Locked(0)
        progressive.onImageUpdated.delegate(on: target) { _, _ in
            calls.withLock { $0 += 1 }
            return .default
        }
        let result = await withCheckedContinuation { continuation in
            _ = fixture.manager.retrieveImage(
                with: fixture.server.url("/p.jpg").convertToSource(),
                options: fixture.manager.parsedOptions([.progressiveJPEG(progressive)]),
                progressiveImageSetter: { _ in calls.withLock { $0 += 1 } },
                referenceTaskIdentifierChecker: {
                    // Asked on the main queue once scans are complete.
                    gate.open()
                    return false
                },
                completionHandler: { continuation.resume(returning: $0) })
        }
        _ = result
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(calls.withLock { $0 } == 0)
    }

    @Test("PRG-1: without the option nothing is made")
    @MainActor func offByDefault() {
        #expect(KingfisherParsedOptionsInfo(nil).progressiveJPEG == nil)
        let options = KF.url(URL(string: "http://host.test")).progressiveJPEG().options
        #expect(options.progressiveJPEG?.isBlur == true)
        #expect(options.progressiveJPEG?.isFastestScan == true)
        #expect(options.progressiveJPEG?.scanInterval == 0)
    }
}
