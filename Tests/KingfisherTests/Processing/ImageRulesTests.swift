import Foundation
import RasterIO
import TestTools
import Testing

@testable import Kingfisher

/// Rules of images that no other suite is about.
@Suite("Rules of images across processors and serializers", .timeLimit(.minutes(1)))
struct ImageRulesTests {
    typealias Images = KingfisherWrapper<KFCrossPlatformImage>

    private let options = KingfisherParsedOptionsInfo(nil)

    @Test("IMG-9: the image is Kingfisher-compatible and has a cost")
    func conformances() throws {
        let image = try TestImages.coordinates(width: 4, height: 4)
        let values: [Any] = [image]
        for value in values {
            #expect(value is any KingfisherCompatible)
            #expect((value as? any CacheCostCalculable)?.cacheCost == 64)
        }
    }

    @Test("IMG-8: encoded bytes and a scale make an image on every platform")
    func dataAndScale() throws {
        let data = try #require(try TestImages.coordinates(width: 6, height: 4).pngData())
        let image = try #require(KFCrossPlatformImage(data: data, scale: 2))
        #expect(image.kf.size == CGSize(width: 3, height: 2))
        #expect(KFCrossPlatformImage(data: Data("hello".utf8), scale: 2) == nil)
    }

    @Test("DEC-3: decoding an image without pixels gives the image")
    func decodedEmpty() {
        let empty = RasterImage()
        #expect(empty.kf.decoded === empty)
        #expect(empty.kf.decoded(scale: 3) === empty)
    }

    @Test(
        "DEC-5 to DEC-7, regression 22: what is decoded already shares its pixels, which keep their depth",
        arguments: [1, 2] as [CGFloat])
    func decodedDepth(scale: CGFloat) throws {
        for (depth, bits) in [(UInt8(8), 8), (16, 16)] {
            let data = Self.grayPNG(depth: depth)
            let image = try #require(Images.image(data: data, options: ImageCreatingOptions()))
            let decoded = image.kf.decoded(scale: scale)
            #expect(decoded.cgImage === image.cgImage)
            #expect(decoded.kf.cgImage?.bitsPerComponent == bits)
        }
    }

    @Test("DEC-7, regression 22: an indexed picture comes out with colours of its own")
    func decodedPalette() throws {
        let data = PNGBytes.picture(
            width: 3, height: 1, depth: 2, colorType: 3,
            palette: [200, 10, 30, 0, 90, 255, 7, 7, 7], rows: [0, 0b00_01_10_00])
        let image = try #require(Images.image(data: data, options: ImageCreatingOptions()))
        for decoded in [image.kf.decoded, image.kf.decoded(scale: 2)] {
            #expect(decoded.pixelSize == CGSize(width: 3, height: 1))
            let bitmap = try #require(decoded.kf.cgImage)
            #expect(bitmap.bitsPerComponent == 8 && bitmap.bitsPerPixel == 32)
            #expect(decoded.pixel(0, 0) == .opaque(200, 10, 30))
            #expect(decoded.pixel(1, 0) == .opaque(0, 90, 255))
            #expect(decoded.pixel(2, 0) == .opaque(7, 7, 7))
        }
    }

    @Test(
        "DEC-7, regression 22: a HEIC of ten bits keeps its depth when it is decoded",
        .enabled(if: ImageCodecRegistry.codecs.contains { $0.format == .heic }))
    func decodedDeepHEIC() throws {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        url.appendPathComponent("RasterIOTests/Fixtures/heic-deep.heic")
        let data = try Data(contentsOf: url)
        let image = try #require(Images.image(data: data, options: ImageCreatingOptions()))
        for decoded in [image.kf.decoded, image.kf.decoded(scale: 2)] {
            #expect([10, 16].contains(decoded.kf.cgImage?.bitsPerComponent))
            #expect(decoded.pixelSize == CGSize(width: 64, height: 48))
        }
    }

    @Test("IMG-4: the file that pixels of 16 bits keep in memory costs its bytes, others cost none")
    func keptFileCosts() throws {
        let pixels = 4 * 4
        let plain = Self.grayPNG(depth: 8)
        #expect(Images.image(data: plain, options: ImageCreatingOptions())?.cacheCost == pixels)
        let deep = Self.grayPNG(depth: 16)
        let image = try #require(Images.image(data: deep, options: ImageCreatingOptions()))
        let bitmap = try #require(image.cgImage)
        let turned = RasterImage(cgImage: bitmap, scale: 1, orientation: .left)
        for keeper in [image, image.kf.scaled(to: 2), turned] {
            #expect(keeper.cacheCost == pixels + deep.count)
        }
        #expect(turned.kf.normalized.cacheCost == pixels)
    }

    /// A grey PNG of 2 by 2 pixels that are all 0x80, or 0x8080.
    private static func grayPNG(depth: UInt8) -> Data {
        let row: [UInt8] = [0] + [UInt8](repeating: 0x80, count: 2 * Int(depth) / 8)
        return PNGBytes.picture(width: 2, height: 2, depth: depth, rows: row + row)
    }

    @Test("DWN-8: an animation is reduced to its first frame, without animated state")
    func downsampledAnimation() throws {
        let data = try AnimationSample.gif(frames: 3)
        let animated = try #require(Images.image(data: data, options: ImageCreatingOptions()))
        for item in [ImageProcessItem.data(data), .image(animated)] {
            let processor = DownsamplingImageProcessor(size: CGSize(width: 4, height: 4))
            let result = try #require(processor.process(item: item, options: options))
            #expect(result.size == CGSize(width: 4, height: 3))
            #expect(result.kf.imageFrameCount == nil)
            #expect(result.kf.frameSource == nil)
            #expect(result.kf.images == nil)
            #expect(result.kf.animatedImageData == nil)
            #expect(result.pixel(1, 1)?.red == 0)
        }
    }

    @Test("DWN-11: reduced at the scale of the screen, with the original kept for other sizes")
    func downsamplingRecipe() async throws {
        let large = try #require(try TestImages.coordinates(width: 40, height: 30).pngData())
        let fixture = try ManagerFixture(routes: ["/a.png": .data(large)])
        let processor = DownsamplingImageProcessor(size: CGSize(width: 4, height: 4))
        let small = try await fixture.retrieve(
            fixture.url, [.processor(processor), .scaleFactor(2), .cacheOriginalImage]
        ).get().image
        #expect(max(small.pixelSize.width, small.pixelSize.height) == 8)
        #expect(small.scale == 2)
        let original = try await fixture.retrieve(fixture.url, [.onlyFromCache]).get()
        #expect(original.cacheType != .none)
        #expect(original.image.pixelSize == CGSize(width: 40, height: 30))
    }

    @Test("RND-6: rounded corners of a JPEG are transparent in memory and opaque once stored")
    func roundedJPEG() throws {
        let picture = try TestImages.uniform(.opaque(0, 200, 0), width: 32, height: 32)
        let jpeg = try #require(picture.kf.jpegRepresentation(compressionQuality: 1))
        let processor = RoundCornerImageProcessor(cornerRadius: 16)
        let rounded = try #require(processor.process(item: .data(jpeg), options: options))
        #expect(rounded.pixel(0, 0) == .clear)
        let stored = try #require(
            DefaultCacheSerializer.default.data(with: rounded, original: jpeg))
        let read = try #require(
            DefaultCacheSerializer.default.image(with: stored, options: options))
        #expect(read.pixel(0, 0)?.alpha == 255)
        let png = try #require(
            FormatIndicatedCacheSerializer.png.data(with: rounded, original: jpeg))
        let kept = try #require(DefaultCacheSerializer.default.image(with: png, options: options))
        #expect(kept.pixel(0, 0) == .clear)
    }

    @Test("RND-7: rounding or cropping an image without pixels gives the image")
    func roundedEmpty() {
        let empty = RasterImage()
        let size = CGSize(width: 8, height: 8)
        #expect(empty.kf.image(withRoundRadius: 3, fit: size) === empty)
        #expect(empty.kf.crop(to: size, anchorOn: .zero) === empty)
    }

    @Test("BRD-6: the identifier of a border is made of its values and is closed")
    func borderIdentifier() {
        let identifier = BorderImageProcessor(border: Border(lineWidth: 3)).identifier
        #expect(identifier.hasPrefix("com.onevcat.Kingfisher.BorderImageProcessor("))
        #expect(identifier.hasSuffix(")"))
        #expect(identifier == BorderImageProcessor(border: Border(lineWidth: 3)).identifier)
        #expect(identifier != BorderImageProcessor(border: Border(lineWidth: 4)).identifier)
    }

    @Test("BRD-7: a rounded border does not cut the corners of the image off")
    func borderKeepsCorners() throws {
        let white = Pixel.opaque(255, 255, 255)
        let image = try TestImages.uniform(white, width: 40, height: 40)
        let border = Border(color: .black, lineWidth: 2, radius: .point(20))
        #expect(image.kf.addingBorder(border).pixel(0, 0) == white)
        let both =
            RoundCornerImageProcessor(cornerRadius: 20) |> BorderImageProcessor(border: border)
        let result = try #require(both.process(item: .image(image), options: options))
        #expect(result.pixel(0, 0) == .clear)
        #expect(result.pixel(20, 1)?.isClose(to: .opaque(0, 0, 0)) == true)
        #expect(result.pixel(20, 20) == white)
    }

    @Test("LPH-1: the processor of live photos lets images and any bytes pass")
    func livePhoto() throws {
        let processor = LivePhotoImageProcessor.default
        let image = try TestImages.coordinates(width: 4, height: 4)
        #expect(processor.process(item: .image(image), options: options) === image)
        let passed = try #require(
            processor.process(item: .data(Data("no image".utf8)), options: options))
        #expect(passed.cgImage == nil)
        #expect(processor.identifier == "com.onevcat.Kingfisher.LivePhotoImageProcessor")
    }

    @Test("FSC-4, regression 19: a source of one's own makes an image that can be played")
    func ownSource() throws {
        let source = CountingFrameSource(frameCount: 4)
        let image = try #require(
            Images.animatedImage(source: source, options: ImageCreatingOptions()))
        #expect(image.kf.imageFrameCount == 4)
        #expect(image.kf.frameSource?.frame(at: 2)?.pixel(x: 0, y: 0)?.red == 2)
        #expect(image.kf.duration == 2)
    }

    @Test("GIF-6: how often a GIF says it plays changes nothing about the image")
    func loopCount() throws {
        let frames = try (0..<3).map {
            TimedBitmap(bitmap: try AnimationSample.bitmap(UInt8($0)), duration: 0.1)
        }
        let images = try [0, 1, 5].map { loops in
            let data = try ImageEncoder.encode(frames, as: .gif, loopCount: loops)
            return try #require(Images.image(data: data, options: ImageCreatingOptions()))
        }
        for image in images {
            #expect(image.kf.imageFrameCount == 3)
            #expect(image.kf.images == images[0].kf.images)
            #expect(image.kf.duration == images[0].kf.duration)
        }
    }

    @Test("A PNG of 16 bits that was only decoded is stored as it came, also at another scale")
    func finerBytesStay() async throws {
        let data = Self.grayPNG(depth: 16)
        let fixture = try ManagerFixture(routes: ["/deep.png": .data(data)])
        let url = fixture.server.url("/deep.png")
        let image = try await fixture.retrieve(url, [.scaleFactor(2)]).get().image
        #expect(image.cgImage?.bitsPerComponent == 16)
        #expect(image.kf.scaled(to: 3).kf.data(format: .PNG) == data)
        #expect(try fixture.cache.diskStorage.value(forKey: url.cacheKey) == data)
    }

    @Test("Pixels that were changed or turned are not stored as the file they came from")
    func changedBytesGo() throws {
        let data = Self.grayPNG(depth: 16)
        let image = try #require(Images.image(data: data, options: ImageCreatingOptions()))
        let bitmap = try #require(image.cgImage)
        let turned = RasterImage(cgImage: bitmap, scale: 1, orientation: .left)
        let changed = [
            turned, turned.kf.normalized, image.kf.tinted(with: .red.withAlphaComponent(0.5)),
            image.kf.resize(to: CGSize(width: 1, height: 1)),
        ]
        for other in changed {
            let encoded = try #require(other.kf.data(format: .PNG))
            #expect(encoded != data)
            #expect(try ImageDecoder.header(of: encoded).bitsPerComponent == 8)
        }
        #expect(
            Images.image(data: Self.grayPNG(depth: 8), options: ImageCreatingOptions())?
                .kf.finerOriginal == nil)
    }
}
