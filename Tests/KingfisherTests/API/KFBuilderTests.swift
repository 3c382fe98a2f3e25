import Foundation
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("KF and its builder", .timeLimit(.minutes(1)))
@MainActor
struct KFBuilderTests {
    private let url = URL(fileURLWithPath: "/a/b.png")

    private func remote() throws -> URL { try #require(URL(string: "http://host.test/a.png")) }

    @Test("18.1: factories make sources, and nothing makes none")
    func factories() throws {
        #expect(KF.url(try remote()).source == .network(try remote()))
        #expect(KF.url(try remote(), cacheKey: "k").source?.cacheKey == "k")
        #expect(KF.resource(url).source == url.convertToSource())
        #expect(KF.data(Data([1]), cacheKey: "k").source?.cacheKey == "k")
        let provider = RawImageDataProvider(data: Data(), cacheKey: "p")
        #expect(KF.dataProvider(provider).source == .provider(provider))
        #expect(KF.url(nil).source == nil)
        #expect(KF.resource(nil).source == nil)
        #expect(KF.data(nil, cacheKey: "k").source == nil)
        #expect(KF.dataProvider(nil).source == nil)
        #expect(KF.source(nil).source == nil)
    }

    @Test("18.2: modifiers change the builder itself")
    func buildersAreReferences() {
        let builder = KF.url(url)
        #expect(builder.forceRefresh() === builder)
        #expect(builder.options.forceRefresh)
    }

    @Test("18.8: flags can be switched on and off")
    func flags() {
        let builder = KF.url(url)
            .forceRefresh().fromMemoryCacheOrRefresh().cacheMemoryOnly().waitForCache()
            .onlyFromCache().backgroundDecode().cacheOriginalImage().loadDiskFileSynchronously()
            .keepCurrentImageWhileLoading().onlyLoadFirstFrame()
        let on = builder.options
        #expect(on.forceRefresh && on.fromMemoryCacheOrRefresh && on.cacheMemoryOnly)
        #expect(on.waitForCache && on.onlyFromCache && on.backgroundDecode)
        #expect(on.cacheOriginalImage && on.loadDiskFileSynchronously)
        #expect(on.keepCurrentImageWhileLoading && on.onlyLoadFirstFrame)
        let off =
            builder
            .forceRefresh(false).fromMemoryCacheOrRefresh(false).cacheMemoryOnly(false)
            .waitForCache(false).onlyFromCache(false).backgroundDecode(false)
            .cacheOriginalImage(false).loadDiskFileSynchronously(false)
            .keepCurrentImageWhileLoading(false).onlyLoadFirstFrame(false).options
        #expect(!off.forceRefresh && !off.fromMemoryCacheOrRefresh && !off.cacheMemoryOnly)
        #expect(!off.waitForCache && !off.onlyFromCache && !off.backgroundDecode)
        #expect(!off.cacheOriginalImage && !off.loadDiskFileSynchronously)
        #expect(!off.keepCurrentImageWhileLoading && !off.onlyLoadFirstFrame)
    }

    @Test("18.8: values reach the property of their name")
    func values() throws {
        let fixture = try ManagerFixture()
        let source = Source.network(try remote())
        let options = KF.url(url)
            .targetCache(fixture.cache).originalCache(fixture.cache)
            .downloader(fixture.downloader).downloadPriority(0.7).callbackQueue(.untouch)
            .scaleFactor(2).diskStoreWriteOptions(.atomic).processingQueue(.mainAsync)
            .alternativeSources([source]).lowDataModeSource(source)
            .retry(maxCount: 3, interval: .seconds(1)).forceTransition().onFailureImage(nil)
            .memoryCacheExpiration(.never).diskCacheExpiration(.days(2))
            .memoryCacheAccessExtending(.none).diskCacheAccessExtending(.none)
            .options
        #expect(options.targetCache === fixture.cache)
        #expect(options.originalCache === fixture.cache)
        #expect(options.downloader === fixture.downloader)
        #expect(options.downloadPriority == 0.7)
        #expect(options.scaleFactor == 2)
        #expect(options.diskStoreWriteOptions == .atomic)
        #expect(options.processingQueue != nil)
        #expect(options.alternativeSources == [source])
        #expect(options.lowDataModeSource == source)
        #expect((options.retryStrategy as? DelayRetryStrategy)?.maxRetryCount == 3)
        #expect(options.forceTransition)
        #expect(options.onFailureImage == .some(nil))
        #expect(options.memoryCacheExpiration?.timeInterval == .infinity)
        #expect(options.diskCacheExpiration?.timeInterval == 172_800)
        for extending in [
            options.memoryCacheAccessExtendingExpiration,
            options.diskCacheAccessExtendingExpiration,
        ] {
            guard case .none = extending else {
                Issue.record("\(extending)")
                continue
            }
        }
    }

    @Test("18.8: processors replace, append and chain as documented")
    func processors() {
        let first = CountingProcessor("first")
        let second = CountingProcessor("second")
        let builder = KF.url(url)
        #expect(builder.setProcessors([]).options.processor == DefaultImageProcessor.default)
        #expect(builder.setProcessors([first]).options.processor == first)
        #expect(
            builder.setProcessors([first, second]).options.processor.identifier
                == "test.first|>test.second")
        #expect(
            builder.setProcessor(DefaultImageProcessor.default).appendProcessor(first).options
                .processor.identifier == "|>test.first")
        let sampling = DownsamplingImageProcessor(size: CGSize(width: 4, height: 4))
        #expect(KF.url(url).downsampling(size: sampling.size).options.processor == sampling)
        #expect(
            KF.url(url).setProcessor(first).downsampling(size: sampling.size).options.processor
                .identifier == "test.first|>\(sampling.identifier)")
    }

    @Test("18.8: processor shortcuts append the processor of their name")
    func processorShortcuts() {
        let identifier = KF.url(url)
            .roundCorner(radius: .point(4)).blur(radius: 2).overlay(color: .red).tint(color: .blue)
            .blackWhite().cropping(size: CGSize(width: 2, height: 2))
            .resizing(referenceSize: CGSize(width: 2, height: 2), mode: .aspectFit)
            .options.processor.identifier
        let expected = [
            "",
            RoundCornerImageProcessor(radius: .point(4)).identifier,
            BlurImageProcessor(blurRadius: 2).identifier,
            OverlayImageProcessor(overlay: .red).identifier,
            TintImageProcessor(tint: .blue).identifier,
            BlackWhiteProcessor().identifier,
            CroppingImageProcessor(size: CGSize(width: 2, height: 2)).identifier,
            ResizingImageProcessor(
                referenceSize: CGSize(width: 2, height: 2), mode: .aspectFit
            ).identifier,
        ]
        #expect(identifier == expected.joined(separator: "|>"))
    }

    @Test("18.8, S-12: a format chooses its serializer, and JPEG its quality")
    func serializers() throws {
        let image = try TestPicture.image(width: 64, height: 48)
        for (format, expected) in [
            (ImageFormat.PNG, ImageFormat.PNG), (.JPEG, .JPEG), (.unknown, .PNG),
        ] {
            let serializer = KF.url(url).serialize(as: format).options.cacheSerializer
            #expect(serializer.data(with: image, original: nil)?.kf.imageFormat == expected)
        }
        let gif = CachePictures.gif
        let animation = try #require(
            DefaultCacheSerializer.default.image(
                with: gif, options: KingfisherParsedOptionsInfo(nil)))
        let animated = KF.url(url).serialize(as: .GIF).options.cacheSerializer
        #expect(animated.data(with: animation, original: nil) == gif)
        let best = try jpeg(of: image, quality: nil)
        #expect(try jpeg(of: image, quality: 1) == best)
        #expect(try jpeg(of: image, quality: 0.1).count < best.count)
    }

    private func jpeg(of image: KFCrossPlatformImage, quality: CGFloat?) throws -> Data {
        let serializer = KF.url(url).serialize(as: .JPEG, jpegCompressionQuality: quality).options
            .cacheSerializer
        return try #require(serializer.data(with: image, original: nil))
    }

    @Test("18.8: a request block changes the request and never vetoes it")
    func requestBlocks() async throws {
        let modifier = KF.url(url)
            .requestModifier { $0.setValue("value", forHTTPHeaderField: "X-Header") }
            .options.requestModifier
        let modified = await modifier?.modified(for: URLRequest(url: url))
        #expect(modified?.value(forHTTPHeaderField: "X-Header") == "value")
    }

    @Test("18.8: an image block that throws leaves the image as it was")
    func imageBlocks() throws {
        let image = try TestPicture.image()
        let replacement = try TestPicture.image(width: 1, height: 1)
        let replacing = KF.url(url).imageModifier { $0 = replacement }.options.imageModifier
        #expect(replacing?.modify(image) === replacement)
        let throwing = KF.url(url).imageModifier { _ in throw CocoaError(.coderInvalidValue) }
            .options.imageModifier
        #expect(throwing?.modify(image) === image)
    }

    @Test("18.4: outcomes go to their own delegate, and a later block replaces an earlier one")
    func callbacks() throws {
        let builder = KF.url(url)
        #expect(!builder.onProgressDelegate.isSet)
        var events: [String] = []
        _ =
            builder
            .onFailure { _ in events.append("replaced") }
            .onFailure { _ in events.append("failure") }
            .onSuccess { _ in events.append("success") }
            .onProgress { received, total in events.append("\(received)/\(total)") }
        builder.report(.failure(.imageSettingError(reason: .emptySource)))
        builder.report(
            .success(
                RetrieveImageResult(
                    image: try TestPicture.image(), cacheType: .none,
                    source: .network(try remote()), originalSource: .network(try remote()),
                    data: { nil })))
        builder.progressBlock?(1, 2)
        #expect(events == ["failure", "success", "1/2"])
        _ = builder.onProgress(nil)
        #expect(!builder.onProgressDelegate.isSet)
    }
}
