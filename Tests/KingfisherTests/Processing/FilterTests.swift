import Foundation
import Testing

@testable import Kingfisher

@Suite("Filters", .timeLimit(.minutes(1)))
struct FilterTests {
    private struct Halved: CIImageProcessor {
        let identifier = "test.halved"
        var filter: Filter {
            Filter { bitmap in
                try? bitmap.resampled(width: bitmap.width / 2, height: bitmap.height / 2)
            }
        }
    }

    @Test("FLT-1: the result has the filter's pixels with scale and orientation of the image")
    func apply() throws {
        let image = try TestImages.coordinates(
            width: 20, height: 8, scale: 2, orientation: .right)
        let result = image.kf.apply(Halved().filter)
        #expect(result.pixelSize == CGSize(width: 10, height: 4))
        #expect(result.scale == 2)
        #expect(result.imageOrientation == .right)
    }

    @Test("FLT-1: no pixels, or a filter that gives none, give the image back")
    func failures() throws {
        let image = try TestImages.coordinates(width: 4, height: 4)
        #expect(image.kf.apply(Filter { _ in nil }) === image)
        let empty = RasterImage()
        #expect(empty.kf.apply(.tint(.red)) === empty)
    }

    @Test("FLT-2, regression 3: data is decoded first and images keep their scale")
    func process() throws {
        let image = try TestImages.coordinates(width: 20, height: 8)
        let options = KingfisherParsedOptionsInfo([.scaleFactor(2)])
        let ofImage = try #require(Halved().process(item: .image(image), options: options))
        #expect(ofImage.scale == 1)
        let data = try #require(image.pngData())
        let ofData = try #require(Halved().process(item: .data(data), options: options))
        #expect(ofData.scale == 2)
        #expect(ofData.cgImage == ofImage.cgImage)
        #expect(Halved().process(item: .data(Data("text".utf8)), options: options) == nil)
    }

    @Test("Built-in filters are the drawing members")
    func builtIn() throws {
        let image = try TestImages.coordinates(width: 20, height: 8)
        let tint = RasterColor(red: 1, green: 0, blue: 0, alpha: 0.3)
        #expect(image.kf.apply(.tint(tint)) == image.kf.tinted(with: tint))
        let element = Filter.ColorElement(
            brightness: 0.1, contrast: 1.2, saturation: 0.5, inputEV: 0.3)
        #expect(
            image.kf.apply(.colorControl(element))
                == image.kf.adjusted(
                    brightness: 0.1, contrast: 1.2, saturation: 0.5, inputEV: 0.3))
    }
}
