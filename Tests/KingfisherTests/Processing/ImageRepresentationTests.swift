import Foundation
import Testing

@testable import Kingfisher

@Suite("Representations", .timeLimit(.minutes(1)))
struct ImageRepresentationTests {
    @Test(
        "REP-1: an image without pixels has no representation",
        arguments: [ImageFormat.PNG, .JPEG, .GIF, .unknown])
    func emptyImage(format: ImageFormat) {
        #expect(RasterImage().kf.data(format: format) == nil)
    }

    @Test("REP-2: a GIF is the stored bytes, and nothing else has one")
    func gif() throws {
        let image = try TestImages.coordinates(width: 4, height: 4)
        #expect(image.kf.gifRepresentation() == nil)
        let bytes = Data("GIF89a and so on".utf8)
        image.updateAttachedState { $0.animatedData = bytes }
        #expect(image.kf.gifRepresentation() == bytes)
        #expect(image.kf.data(format: .GIF) == bytes)
    }

    @Test("REP-3: each format is what its name says, unknown is PNG")
    func formats() throws {
        let image = try TestImages.coordinates(width: 8, height: 8, orientation: .right)
        #expect(image.kf.data(format: .PNG)?.kf.imageFormat == .PNG)
        #expect(image.kf.data(format: .JPEG)?.kf.imageFormat == .JPEG)
        #expect(image.kf.data(format: .unknown) == image.kf.normalized.kf.pngRepresentation())
    }

    @Test("REP-5: encoding the same image twice gives the same bytes")
    func deterministic() throws {
        let image = try TestImages.coordinates(width: 33, height: 21)
        let good = image.kf.jpegRepresentation(compressionQuality: 0.8)
        #expect(good == image.kf.jpegRepresentation(compressionQuality: 0.8))
        #expect(good != image.kf.jpegRepresentation(compressionQuality: 1))
        #expect(image.kf.data(format: .JPEG) == image.kf.jpegRepresentation(compressionQuality: 1))
    }

    @Test("REP-6: PNG keeps every pixel of an opaque image")
    func pngRoundTrip() throws {
        let image = try TestImages.coordinates(width: 33, height: 21)
        let data = try #require(image.kf.pngRepresentation())
        #expect(RasterImage(data: data) == image)
    }
}
