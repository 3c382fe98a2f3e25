import Foundation
import Testing

@testable import Kingfisher

@Suite("Cropping", .timeLimit(.minutes(1)))
struct CroppingTests {
    private let options = KingfisherParsedOptionsInfo(nil)

    @Test(
        "CRP-1, CRP-4: pixels are copied exactly from where the anchor says",
        arguments: [
            ((0, 0), (0, 0)), ((1, 1), (80, 80)), ((0.5, 0.5), (40, 40)), ((-1, 2), (0, 80)),
        ]
            as [((CGFloat, CGFloat), (Int, Int))])
    func anchors(anchor: (CGFloat, CGFloat), origin: (Int, Int)) throws {
        let image = try TestImages.coordinates(width: 100, height: 100)
        let size = CGSize(width: 20, height: 20)
        let anchor = CGPoint(x: anchor.0, y: anchor.1)
        let processor = CroppingImageProcessor(size: size, anchor: anchor)
        let result = try #require(processor.process(item: .image(image), options: options))
        #expect(result.size == size)
        #expect(result.pixel(0, 0) == image.pixel(origin.0, origin.1))
        #expect(result.pixel(19, 19) == image.pixel(origin.0 + 19, origin.1 + 19))
        #expect(result == image.kf.crop(to: size, anchorOn: anchor))
    }

    @Test("CRP-1, regression 7: points become pixels by the scale")
    func scale() throws {
        let image = try TestImages.coordinates(width: 100, height: 100, scale: 2)
        let part = image.kf.crop(
            to: CGSize(width: 10, height: 10), anchorOn: CGPoint(x: 1, y: 0))
        #expect(part.pixelSize == CGSize(width: 20, height: 20))
        #expect(part.scale == 2)
        #expect(part.pixel(0, 0) == image.pixel(80, 0))
    }

    @Test("CRP-2: a part that would start inside a pixel has no pixel more than asked for")
    func fractionalOrigin() throws {
        let image = try TestImages.coordinates(width: 100, height: 100)
        let part = image.kf.crop(
            to: CGSize(width: 15, height: 15), anchorOn: CGPoint(x: 0.5, y: 0.5))
        #expect(part.pixelSize == CGSize(width: 15, height: 15))
        #expect(part.pixel(0, 0) == image.pixel(42, 42))
    }

    @Test("CRP-3: a part larger than the image is the image")
    func largerThanImage() throws {
        let image = try TestImages.coordinates(width: 10, height: 8)
        let part = image.kf.crop(
            to: CGSize(width: 5, height: 500), anchorOn: CGPoint(x: 0, y: 0.5))
        #expect(part.pixelSize == CGSize(width: 5, height: 8))
    }

    @Test(
        "CRP-4: the part is where the viewer sees it, and keeps the orientation",
        arguments: RasterImage.Orientation.allCases)
    func orientation(orientation: RasterImage.Orientation) throws {
        let image = try TestImages.coordinates(width: 30, height: 20, orientation: orientation)
        let size = CGSize(width: 7, height: 5)
        let anchor = CGPoint(x: 0, y: 1)
        let part = image.kf.crop(to: size, anchorOn: anchor)
        #expect(part.imageOrientation == orientation)
        #expect(part.size == size)
        #expect(
            part.kf.normalized.cgImage
                == image.kf.normalized.kf.crop(to: size, anchorOn: anchor).cgImage)
    }

    @Test(
        "CRP-5: a part without pixels fails the processor; the drawing gives the image back",
        arguments: [
            CGSize.zero, CGSize(width: 4, height: -1), CGSize(width: CGFloat.nan, height: 4),
        ])
    func emptyParts(size: CGSize) throws {
        let image = try TestImages.coordinates(width: 10, height: 8)
        #expect(image.kf.crop(to: size, anchorOn: .zero) === image)
        let processor = CroppingImageProcessor(size: size)
        #expect(processor.process(item: .image(image), options: options) == nil)
    }

    @Test("A part thinner than a pixel is one pixel wide")
    func thinPart() throws {
        let image = try TestImages.coordinates(width: 10, height: 8)
        let part = image.kf.crop(
            to: CGSize(width: 0.2, height: 1), anchorOn: CGPoint(x: 1, y: 1))
        #expect(part.pixelSize == CGSize(width: 1, height: 1))
        #expect(part.pixel(0, 0) == image.pixel(9, 7))
    }
}
