import Foundation
import Testing

@testable import Kingfisher

@Suite("Resizing", .timeLimit(.minutes(1)))
struct ResizingTests {
    private let options = KingfisherParsedOptionsInfo(nil)

    @Test(
        "RSZ-1 to RSZ-3: the size is that of the content mode, nothing is padded or cut",
        arguments: [
            (ContentMode.none, CGSize(width: 100, height: 50)),
            (.aspectFit, CGSize(width: 50, height: 50)),
            (.aspectFill, CGSize(width: 100, height: 100)),
        ])
    func contentModes(mode: ContentMode, expected: CGSize) throws {
        let image = try TestImages.coordinates(width: 64, height: 64)
        let target = CGSize(width: 100, height: 50)
        let processor = ResizingImageProcessor(referenceSize: target, mode: mode)
        let result = try #require(processor.process(item: .image(image), options: options))
        #expect(result.size == expected)
        #expect(result.scale == 1)
        #expect(result == image.kf.resize(to: target, for: mode))
    }

    @Test("RSZ-1: with a scale factor of 2 the bitmap has twice the pixels")
    func scaleFactor() throws {
        let image = try TestImages.coordinates(width: 64, height: 64)
        let processor = ResizingImageProcessor(referenceSize: CGSize(width: 20, height: 20))
        let result = try #require(
            processor.process(
                item: .image(image), options: KingfisherParsedOptionsInfo([.scaleFactor(2)])))
        #expect(result.size == CGSize(width: 20, height: 20))
        #expect(result.pixelSize == CGSize(width: 40, height: 40))
    }

    @Test("RSZ-2: one pixel is possible, and so is enlarging")
    func extremes() throws {
        let image = try TestImages.uniform(.opaque(9, 8, 7), width: 10, height: 4)
        let dot = image.kf.resize(to: CGSize(width: 1, height: 1))
        #expect(dot.pixelSize == CGSize(width: 1, height: 1))
        #expect(dot.pixel(0, 0) == .opaque(9, 8, 7))
        #expect(
            image.kf.resize(to: CGSize(width: 90, height: 70)).pixel(89, 69) == .opaque(9, 8, 7))
    }

    @Test("Points that are no whole pixels are rounded up")
    func fractions() throws {
        let image = try TestImages.coordinates(width: 64, height: 64, scale: 3)
        let result = image.kf.resize(to: CGSize(width: 100.0 / 3, height: 5.1))
        #expect(result.pixelSize == CGSize(width: 100, height: 16))
    }

    @Test("ORI-5, regression 4: a turned image is drawn upright")
    func orientation() throws {
        let image = try TestImages.coordinates(width: 10, height: 20, orientation: .right)
        let result = image.kf.resize(to: CGSize(width: 20, height: 10))
        #expect(result.imageOrientation == .up)
        #expect(result == image.kf.normalized)
    }

    @Test(
        "CAN-7: a size without pixels fails the processor and leaves the drawing undone",
        arguments: [
            CGSize.zero, CGSize(width: -1, height: 5), CGSize(width: CGFloat.nan, height: 5),
            CGSize(width: CGFloat.infinity, height: 5), CGSize(width: 1e6, height: 1e6),
        ])
    func impossibleSizes(size: CGSize) throws {
        let image = try TestImages.coordinates(width: 8, height: 8)
        #expect(image.kf.resize(to: size) === image)
        let processor = ResizingImageProcessor(referenceSize: size)
        #expect(processor.process(item: .image(image), options: options) == nil)
    }

    @Test("A thin image that would have to grow without measure is refused, not allocated")
    func hostileShape() throws {
        let image = try TestImages.coordinates(width: 1, height: 255)
        let target = CGSize(width: 4000, height: 4000)
        #expect(throws: ImageDrawingError.self) {
            try image.kf.resized(to: target, for: .aspectFill)
        }
    }

    @Test("RSZ-6: an image without pixels cannot be resized")
    func noPixels() {
        let empty = RasterImage()
        #expect(empty.kf.resize(to: CGSize(width: 5, height: 5)) === empty)
        let processor = ResizingImageProcessor(referenceSize: CGSize(width: 5, height: 5))
        #expect(processor.process(item: .image(empty), options: options) == nil)
    }

    @Test("The limits of a request hold for what processors enlarge")
    func limitsOfRequest() throws {
        let image = try TestImages.coordinates(width: 8, height: 8)
        let processors: [any ImageProcessor] = [
            ResizingImageProcessor(referenceSize: CGSize(width: 20, height: 20)),
            RoundCornerImageProcessor(
                cornerRadius: 2, targetSize: CGSize(width: 20, height: 20)),
        ]
        for (limit, isAllowed) in [(399, false), (400, true)] {
            var options = options
            options.decodeLimits = DecodeLimits(maxPixels: limit)
            for processor in processors {
                let result = processor.process(item: .image(image), options: options)
                #expect((result != nil) == isAllowed)
            }
        }
    }
}
