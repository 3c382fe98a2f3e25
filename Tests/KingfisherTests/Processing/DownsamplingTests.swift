import Foundation
import Testing

@testable import Kingfisher

@Suite("Downsampling", .timeLimit(.minutes(1)))
struct DownsamplingTests {
    /// The same picture as an item of either kind.
    private func items(
        width: Int = 64, height: Int = 64, orientation: RasterImage.Orientation = .up
    ) throws -> [ImageProcessItem] {
        let image = try TestImages.coordinates(
            width: width, height: height, orientation: orientation)
        return [.image(image), .data(try #require(image.pngData()))]
    }

    private func options(_ scale: CGFloat) -> KingfisherParsedOptionsInfo {
        KingfisherParsedOptionsInfo([.scaleFactor(scale)])
    }

    @Test("DWN-1: a size that is a whole number of pixels but for rounding is meant as such")
    func roundedSize() throws {
        for item in try items() {
            let processor = DownsamplingImageProcessor(size: CGSize(width: 0.57, height: 0.57))
            let result = try #require(processor.process(item: item, options: options(100)))
            #expect(result.pixelSize == CGSize(width: 57, height: 57))
        }
    }

    @Test("DWN-1, DWN-4: size in points, pixels by the scale", arguments: [1, 2, 3])
    func pointSize(scale: CGFloat) throws {
        for item in try items() {
            let processor = DownsamplingImageProcessor(size: CGSize(width: 15, height: 15))
            let result = try #require(processor.process(item: item, options: options(scale)))
            #expect(result.size == CGSize(width: 15, height: 15))
            #expect(result.scale == scale)
            #expect(result.pixelSize == CGSize(width: 15 * scale, height: 15 * scale))
        }
    }

    @Test(
        "DWN-2, DWN-3, regression 11: never enlarged, and only the larger side of the target counts",
        arguments: [
            (CGSize(width: 100, height: 100), CGSize(width: 64, height: 64)),
            (CGSize(width: 20, height: 40), CGSize(width: 40, height: 40)),
        ])
    func targets(target: CGSize, expected: CGSize) throws {
        for item in try items() {
            let processor = DownsamplingImageProcessor(size: target)
            let result = try #require(processor.process(item: item, options: options(1)))
            #expect(result.size == expected)
        }
    }

    @Test(
        "DWN-7, regression 10: a size of zero, below zero or no number at all stands for full size",
        arguments: [
            CGSize.zero, CGSize(width: -5, height: -1),
            CGSize(width: CGFloat.nan, height: CGFloat.nan),
            CGSize(width: CGFloat.infinity, height: 1),
        ])
    func fullSize(target: CGSize) throws {
        for item in try items() {
            let processor = DownsamplingImageProcessor(size: target)
            let result = try #require(processor.process(item: item, options: options(1)))
            #expect(result.size == CGSize(width: 64, height: 64))
        }
    }

    @Test("DWN-5: the orientation is applied to the pixels")
    func orientation() throws {
        for item in try items(width: 20, height: 10, orientation: .right) {
            let processor = DownsamplingImageProcessor(size: CGSize(width: 10, height: 10))
            let result = try #require(processor.process(item: item, options: options(1)))
            #expect(result.imageOrientation == .up)
            #expect(result.size == CGSize(width: 5, height: 10))
        }
    }

    @Test("DWN-6: undecodable data and images without pixels fail")
    func undecodable() {
        let processor = DownsamplingImageProcessor(size: CGSize(width: 10, height: 10))
        let text = Data("no image at all".utf8)
        #expect(processor.process(item: .data(text), options: options(1)) == nil)
        #expect(processor.process(item: .image(RasterImage()), options: options(1)) == nil)
    }

    @Test("DWN-9: the short side is rounded and at least one pixel")
    func shortSide() throws {
        for item in try items(width: 200, height: 3) {
            let processor = DownsamplingImageProcessor(size: CGSize(width: 10, height: 1))
            let result = try #require(processor.process(item: item, options: options(1)))
            #expect(result.size == CGSize(width: 10, height: 1))
        }
    }
}
