import Foundation
import Testing

@testable import Kingfisher

@Suite("Blur, overlay, tint, colours and blending of images", .timeLimit(.minutes(1)))
struct FilterProcessorTests {
    private let options = KingfisherParsedOptionsInfo(nil)

    private static let processors: [any ImageProcessor] = [
        BlurImageProcessor(blurRadius: 3), OverlayImageProcessor(overlay: .red),
        TintImageProcessor(tint: .red.withAlphaComponent(0.5)), BlackWhiteProcessor(),
        ColorControlsProcessor(brightness: 0.1, contrast: 1, saturation: 1, inputEV: 0),
        BlendImageProcessor(blendMode: .multiply, backgroundColor: .orange),
        CompositingImageProcessor(compositingOperation: .multiply, backgroundColor: .orange),
        BorderImageProcessor(border: Border()), RoundCornerImageProcessor(cornerRadius: 3),
        CroppingImageProcessor(size: CGSize(width: 4, height: 4)),
        ResizingImageProcessor(referenceSize: CGSize(width: 4, height: 4)),
    ]

    @Test(
        "PRC-6: data is decoded first, and the result is that of the image",
        arguments: processors.indices)
    func dataItems(index: Int) throws {
        let processor = Self.processors[index]
        let image = try TestImages.coordinates(width: 20, height: 12)
        let data = try #require(image.pngData())
        let result = try #require(processor.process(item: .data(data), options: options))
        #expect(result == processor.process(item: .image(image), options: options))
        #expect(result != image)
        let text = Data("no image at all".utf8)
        #expect(processor.process(item: .data(text), options: options) == nil)
    }

    @Test(
        "PRC-7, regression 8: images from memory get the scale of the request too",
        arguments: processors.indices)
    func scale(index: Int) throws {
        let image = try TestImages.coordinates(width: 20, height: 12)
        let result = Self.processors[index].process(
            item: .image(image), options: KingfisherParsedOptionsInfo([.scaleFactor(2)]))
        #expect(result?.scale == 2)
        // Those that are given a size in points keep to it; the others keep the pixels.
        let hasOwnSize = [CroppingImageProcessor.self, ResizingImageProcessor.self]
            .contains { type(of: Self.processors[index]) == $0 }
        #expect(
            result?.size
                == (hasOwnSize ? CGSize(width: 4, height: 4) : CGSize(width: 10, height: 6)))
    }

    @Test("PRC-7: the processor of live photos takes no scale, nor do filters of one's own")
    func noScale() throws {
        struct Red: CIImageProcessor {
            let identifier = "red"
            var filter: Filter { .tint(.red.withAlphaComponent(0.5)) }
        }
        let image = try TestImages.coordinates(width: 20, height: 12)
        let doubled = KingfisherParsedOptionsInfo([.scaleFactor(2)])
        let passed = LivePhotoImageProcessor.default.process(item: .image(image), options: doubled)
        #expect(passed === image)
        #expect(Red().process(item: .image(image), options: doubled)?.size == image.size)
    }

    @Test(
        "PRC-4: an image without pixels fails, it does not come back as it was",
        arguments: processors.indices)
    func noPixels(index: Int) {
        let item = ImageProcessItem.image(RasterImage())
        #expect(Self.processors[index].process(item: item, options: options) == nil)
    }

    @Test("BLD-3, BLR-8, FLT-1, CAN-7: the drawing members give an image without pixels back")
    func drawingWithoutPixels() {
        let empty = RasterImage()
        for result in [
            empty.kf.blurred(withRadius: 3), empty.kf.tinted(with: .red),
            empty.kf.overlaying(with: .red, fraction: 0.5), empty.kf.addingBorder(Border()),
            empty.kf.adjusted(brightness: 1, contrast: 1, saturation: 1, inputEV: 1),
            empty.kf.image(withBlendMode: .multiply),
            empty.kf.image(withCompositingOperation: .multiply),
        ] {
            #expect(result === empty)
        }
    }

    @Test("BLR-1: the radius is in points for the processor, in pixels for the drawing")
    func blurRadius() throws {
        let image = try TestImages.coordinates(width: 40, height: 30)
        let result = BlurImageProcessor(blurRadius: 3).process(
            item: .image(image), options: KingfisherParsedOptionsInfo([.scaleFactor(2)]))
        #expect(result?.cgImage == image.kf.blurred(withRadius: 6).cgImage)
        #expect(result?.cgImage != image.kf.blurred(withRadius: 3).cgImage)
    }

    @Test(
        "BLR-6, regression 21: blurring keeps size, scale and orientation",
        arguments: RasterImage.Orientation.allCases)
    func blurOrientation(orientation: RasterImage.Orientation) throws {
        let image = try TestImages.coordinates(
            width: 40, height: 30, scale: 2, orientation: orientation)
        let result = image.kf.blurred(withRadius: 4)
        #expect(result.size == image.size)
        #expect(result.scale == 2)
        #expect(result.imageOrientation == orientation)
        let upright = image.kf.normalized.kf.blurred(withRadius: 4)
        let difference = try #require(result.kf.normalized.cgImage).largestDifference(
            to: try #require(upright.cgImage))
        // The order of rows and columns differs, and with it the rounding of six means.
        #expect(difference <= 3)
    }

    @Test("BLR-5: a blur radius not above zero does not blur", arguments: [0, -2, CGFloat.nan])
    func noBlur(radius: CGFloat) throws {
        let image = try TestImages.coordinates(width: 10, height: 10)
        #expect(image.kf.blurred(withRadius: radius) == image)
    }

    @Test("ORI-5: an overlay is drawn upright")
    func overlayOrientation() throws {
        let image = try TestImages.coordinates(width: 10, height: 20, orientation: .right)
        let result = image.kf.overlaying(with: .red, fraction: 1)
        #expect(result == image.kf.normalized)
    }

    @Test("OVR-2, OVR-4: fraction 0 is a silhouette, transparent stays transparent")
    func silhouette() throws {
        let image = try TestImages.make(width: 2, height: 1) { x, _ in
            x == 0 ? .clear : .opaque(10, 20, 30)
        }
        let result = image.kf.overlaying(with: .blue, fraction: 0)
        #expect(result.pixel(0, 0) == .clear)
        #expect(result.pixel(1, 0) == .opaque(0, 0, 255))
    }

    @Test("FLT-7: black and white is grey, brighter by 0.7 stops, with the same opacity")
    func blackWhite() throws {
        let image = try TestImages.make(width: 2, height: 1) { x, _ in
            x == 0 ? .opaque(200, 40, 10) : Pixel(red: 20, green: 10, blue: 0, alpha: 60)
        }
        let result = try #require(
            BlackWhiteProcessor().process(item: .image(image), options: options))
        let adjusted = image.kf.adjusted(brightness: 0, contrast: 1, saturation: 0, inputEV: 0.7)
        #expect(result == adjusted)
        for x in 0..<2 {
            let pixel = try #require(result.pixel(x, 0))
            #expect(pixel.red == pixel.green && pixel.green == pixel.blue)
            #expect(pixel.alpha == image.pixel(x, 0)?.alpha)
        }
        func light(_ byte: Double) -> Double { SRGBCurve.linear(byte / 255) }
        let luma = 0.2125 * light(200) + 0.7154 * light(40) + 0.0721 * light(10)
        let expected = SRGBCurve.encoded(min(luma * 1.6245, 1)) * 255
        #expect(abs(Double(try #require(result.pixel(0, 0)).red) - expected) <= 1)
    }

    @Test("FLT-3: an opaque tint is a solid rectangle")
    func tint() throws {
        let image = try TestImages.uniform(.clear, width: 3, height: 3)
        #expect(image.kf.tinted(with: .red).pixel(1, 1) == .opaque(255, 0, 0))
        #expect(image.kf.tinted(with: .clear) == image)
    }

    @Test("BLD-1: the image is blended over the background")
    func blend() throws {
        let image = try TestImages.uniform(.opaque(100, 200, 50), width: 2, height: 2)
        let result = image.kf.image(withBlendMode: .multiply, backgroundColor: .red)
        #expect(result.pixel(0, 0)?.isClose(to: .opaque(100, 0, 0)) == true)
        let half = image.kf.image(withBlendMode: .normal, alpha: 0.5, backgroundColor: .black)
        #expect(half.pixel(0, 0)?.isClose(to: .opaque(50, 100, 25)) == true)
        let same = image.kf.image(withCompositingOperation: .multiply, backgroundColor: .red)
        #expect(same == result)
    }

    @Test("BLD-1: size and scale stay; a translucent background fills what the image leaves free")
    func translucentBackground() throws {
        let image = try TestImages.make(width: 6, height: 4, scale: 2) { x, _ in
            x < 3 ? .clear : .opaque(0, 200, 0)
        }
        let blue = KFCrossPlatformColor(red: 0, green: 0, blue: 1, alpha: 0.6)
        let half = Pixel(red: 0, green: 0, blue: 153, alpha: 153)
        for result in [
            image.kf.image(withBlendMode: .normal, backgroundColor: blue),
            image.kf.image(withCompositingOperation: .sourceOver, backgroundColor: blue),
        ] {
            #expect(result.size == CGSize(width: 3, height: 2) && result.scale == 2)
            #expect(result.pixel(0, 0) == half)
            #expect(result.pixel(5, 3) == .opaque(0, 200, 0))
        }
        let faint = image.kf.image(withBlendMode: .normal, alpha: 0, backgroundColor: blue)
        #expect(faint.pixel(5, 3) == half)
    }

    @Test(
        "CAN-8, PRC-9: of an animation the first frame is drawn, and nothing of it stays attached",
        arguments: processors.indices,
        [ImageCreatingOptions(), ImageCreatingOptions(preloadAll: true)])
    func stillResults(index: Int, creating: ImageCreatingOptions) throws {
        let data = try AnimationSample.gif(frames: 3)
        let animated = try #require(
            KingfisherWrapper<RasterImage>.image(data: data, options: creating))
        #expect(animated.kf.images?.count == 3)
        let still = RasterImage(cgImage: try AnimationSample.bitmap(0))
        let processor = Self.processors[index]
        let expected = processor.process(item: .image(still), options: options)
        for item in [ImageProcessItem.image(animated), .data(data)] {
            let result = try #require(processor.process(item: item, options: options))
            #expect(result == expected)
            #expect(result.kf.frameSource == nil && result.kf.images == nil)
            #expect(result.kf.duration == 0)
            #expect(result.kf.imageFrameCount == nil)
            #expect(result.kf.animatedImageData == nil)
            #expect(result.kf.imageCreatingOptions == nil)
        }
    }
}

extension Bitmap {
    /// Largest difference of any byte of two bitmaps of the same size.
    func largestDifference(to other: Bitmap) -> Int {
        withUnsafeBytes { left in
            other.withUnsafeBytes { right in
                zip(left, right).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
            }
        }
    }
}
