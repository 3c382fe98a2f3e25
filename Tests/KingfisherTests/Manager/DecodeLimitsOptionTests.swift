import Foundation
import Testing

@testable import Kingfisher

@Suite("The limits of a request", .timeLimit(.minutes(1)))
struct DecodeLimitsOptionTests {
    /// Fewer pixels than the pictures here have.
    private static let tight = DecodeLimits(maxPixels: 40)

    @Test(
        "A picture beyond the limits of its request is refused, and the error states the limit",
        arguments: [
            DefaultImageProcessor.default as any ImageProcessor,
            DownsamplingImageProcessor(size: CGSize(width: 2, height: 2)),
        ])
    func refusal(_ processor: any ImageProcessor) async throws {
        let fixture = try ManagerFixture()
        let result = await fixture.retrieve(
            fixture.url, [.decodeLimits(Self.tight), .processor(processor)])
        let error = try #require(result.failure)
        guard case .processorError(reason: .processingFailed(let failed, .data)) = error else {
            Issue.record("Unexpected \(error)")
            return
        }
        #expect(failed.identifier == processor.identifier)
        let text = try #require(error.errorDescription)
        #expect(text.contains("8×6 pixels"))
        #expect(text.contains("limit of 40 pixels"))
    }

    @Test("Where the limits are not the reason, the error has the processor that was given")
    func otherReasons() async throws {
        let fixture = try ManagerFixture()
        let processor = CountingProcessor(fails: true)
        let text = Source.provider(
            RawImageDataProvider(data: Data("text".utf8), cacheKey: "text"))
        for source in [.network(fixture.url), text] {
            let result = await fixture.retrieve(
                source, [.decodeLimits(DecodeLimits(maxPixels: 48)), .processor(processor)])
            guard
                case .processorError(reason: .processingFailed(let failed, _)) = result.failure
            else {
                Issue.record("Unexpected \(result)")
                return
            }
            #expect((failed as? CountingProcessor) === processor)
        }
    }

    @Test("A processor that allows what the default limits refuse is not said to refuse it")
    func raisedLimitsInText() async throws {
        let fixture = try ManagerFixture()
        let source = Source.provider(
            RawImageDataProvider(data: Self.hugeAnimation, cacheKey: "huge"))
        let result = await fixture.retrieve(
            source,
            [
                .decodeLimits(DecodeLimits(maxPixels: .max)),
                .processor(CountingProcessor("failing", fails: true)),
            ])
        #expect(result.failure?.errorDescription?.hasPrefix("test.failing made no image") == true)
    }

    @Test("The text of an error names the processor that was given")
    func names() throws {
        var options = KingfisherParsedOptionsInfo([.decodeLimits(Self.tight)])
        let error = options.processingFailure(of: .image(try TestPicture.image()))
        #expect(
            error.errorDescription
                == "DefaultImageProcessor made no image of the image it was given.")
        options.decodeLimits = DecodeLimits(maxPixels: .max)
        let large = options.processingFailure(of: .data(Self.hugeAnimation))
        #expect(large.errorDescription?.hasPrefix("DefaultImageProcessor made no image") == true)
    }

    @Test("A request can allow what the default limits refuse")
    func raised() async throws {
        let fixture = try ManagerFixture()
        // Sixty megapixels in all, of which only the first frame is decoded.
        let gif = Self.hugeAnimation
        let source = Source.provider(RawImageDataProvider(data: gif, cacheKey: "huge"))
        let refused = await fixture.retrieve(source)
        #expect(refused.failure?.errorDescription?.contains("limit of 50000000 pixels") == true)
        let trusting = DecodeLimits(maxPixels: .max)
        let image = try await fixture.retrieve(source, [.decodeLimits(trusting)]).get().image
        #expect(image.kf.imageFrameCount == 60)
    }

    @Test("Limits count all frames of an animation")
    func framesCount() async throws {
        let fixture = try ManagerFixture()
        let source = Source.provider(
            RawImageDataProvider(data: Self.animation(side: 4, frames: 5), cacheKey: "frames"))
        let result = await fixture.retrieve(
            source, [.decodeLimits(DecodeLimits(maxPixels: 4 * 4 * 4))])
        #expect(result.failure?.errorDescription?.contains("in 5 frames") == true)
        let allowed = DecodeLimits(maxPixels: 4 * 4 * 5)
        #expect(
            try await fixture.retrieve(source, [.decodeLimits(allowed)]).get().image.kf
                .imageFrameCount == 5)
    }

    @Test("Tight limits of one request do not remove the cached file that others can use")
    func cachedFileSurvives() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.cache.clearMemoryCache()
        let refused = await fixture.retrieve(
            fixture.url, [.decodeLimits(Self.tight), .onlyFromCache])
        #expect(refused.failure != nil)
        let again = try await fixture.retrieve(fixture.url, [.onlyFromCache]).get()
        #expect(again.cacheType == .disk)
        #expect(fixture.server.requestCount == 1)
    }

    @Test("Requests with different limits for one download get answers of their own")
    func sharedDownload() async throws {
        let fixture = try ManagerFixture()
        async let tight = fixture.retrieve(fixture.url, [.decodeLimits(Self.tight)])
        async let free = fixture.retrieve(fixture.url)
        #expect(await tight.failure != nil)
        #expect(try await free.get().pixelWidth == 8)
    }

    @Test("The setter of KF sets the option")
    @MainActor func builder() {
        let options = KF.data(Data(), cacheKey: "limits").decodeLimits(Self.tight).options
        #expect(options.decodeLimits == Self.tight)
    }

    /// A GIF whose frames of one colour cover a square canvas.
    private static func animation(side: UInt16, frames: Int) -> Data {
        func bytes(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
        var gif = Data("GIF89a".utf8)
        gif += bytes(side) + bytes(side)
        gif += [0x80, 0, 0, 0, 0, 0, 9, 9, 9]
        for _ in 0..<frames {
            // One pixel: clear code, index 0, end code of a code size of 2.
            gif += [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]
        }
        gif.append(0x3B)
        return gif
    }

    private static let hugeAnimation: Data = animation(side: 1000, frames: 60)
}
