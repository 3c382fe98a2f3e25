import Foundation
import Testing

@testable import Kingfisher

@Suite("State, cost and scale of images", .timeLimit(.minutes(1)))
struct ImageStateTests {
    @Test("IMG-1: size, scale and bitmap mirror the image")
    func mirrors() throws {
        let image = try TestImages.coordinates(width: 20, height: 10, scale: 2)
        #expect(image.kf.size == CGSize(width: 10, height: 5))
        #expect(image.kf.scale == 2)
        #expect(image.kf.cgImage === image.cgImage)
        #expect(image.kf.images == nil)
        #expect(image.kf.duration == 0)
    }

    @Test("IMG-4, IMG-5: cost is four bytes a pixel, whatever the scale", arguments: [1, 2, 3])
    func cost(scale: CGFloat) throws {
        let image = try TestImages.coordinates(width: 20, height: 10, scale: scale)
        #expect(image.kf.cost == 800)
        #expect(image.cacheCost == 800)
        #expect(RasterImage().cacheCost == 0)
    }

    @Test("IMG-6: copied state replaces that of the target, also with nothing")
    func copiesState() throws {
        let source = try TestImages.coordinates(width: 2, height: 2)
        let target = try TestImages.coordinates(width: 2, height: 2)
        source.kf.imageFrameCount = 8
        let gif = Data("GIF89a and so on".utf8)
        source.updateAttachedState { $0.animatedData = gif }
        source.kf.copyKingfisherState(to: target)
        #expect(target.kf.imageFrameCount == 8)
        #expect(target.kf.gifRepresentation() == gif)
        RasterImage().kf.copyKingfisherState(to: target)
        #expect(target.kf.imageFrameCount == nil)
        #expect(target.kf.gifRepresentation() == nil)
        #expect(source.kf.imageFrameCount == 8)
    }

    @Test("IMG-7: an image of PNG data carries no animation")
    func stillImage() throws {
        let data = try #require(try TestImages.coordinates(width: 3, height: 3).pngData())
        let image = try #require(
            KingfisherWrapper<RasterImage>.image(data: data, options: ImageCreatingOptions()))
        #expect(image.kf.imageFrameCount == nil)
        #expect(image.kf.animatedImageData == nil)
        #expect(image.kf.imageCreatingOptions == nil)
    }

    @Test("State is of the instance, and threads may set it at once")
    func stateFromManyThreads() throws {
        let image = try TestImages.coordinates(width: 2, height: 2)
        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            image.updateAttachedState { $0.frameCount = ($0.frameCount ?? 0) + 1 }
        }
        #expect(image.kf.imageFrameCount == 200)
        #expect(try TestImages.coordinates(width: 2, height: 2).kf.imageFrameCount == nil)
    }

    @Test("CRE-1, CRE-2, 13.3: creating options come from the options of a request")
    func creatingOptions() {
        #expect(KingfisherParsedOptionsInfo(nil).imageCreatingOptions == ImageCreatingOptions())
        let options = KingfisherParsedOptionsInfo([
            .scaleFactor(3), .preloadAllAnimationData, .onlyLoadFirstFrame,
        ]).imageCreatingOptions
        #expect(options == ImageCreatingOptions(scale: 3, preloadAll: true, onlyFirstFrame: true))
        #expect(options != ImageCreatingOptions(scale: 3, preloadAll: true))
        #expect(options.duration == 0)
    }

    @Test("CRE-4: undecodable data gives no image")
    func undecodable() {
        let options = ImageCreatingOptions()
        for data in [Data(), Data("hello".utf8), Data("hello, hello, hello".utf8)] {
            #expect(KingfisherWrapper<RasterImage>.image(data: data, options: options) == nil)
        }
    }

    @Test("PRC-8: another scale shares the pixels and keeps the orientation")
    func scaled() throws {
        let image = try TestImages.coordinates(width: 64, height: 32, orientation: .right)
        #expect(image.kf.scaled(to: 1) === image)
        let scaled = image.kf.scaled(to: 2)
        #expect(scaled.scale == 2)
        #expect(scaled.size == CGSize(width: 16, height: 32))
        #expect(scaled.cgImage === image.cgImage)
        #expect(scaled.imageOrientation == .right)
        let empty = RasterImage()
        #expect(empty.kf.scaled(to: 2) === empty)
    }

    @Test("DEC-1, DEC-4, regressions 5 and 6: keeps pixels and orientation, sets the scale")
    func decoded() throws {
        let image = try TestImages.coordinates(width: 64, height: 64, orientation: .left)
        #expect(image.kf.decoded == image)
        let twice = image.kf.decoded(scale: 2)
        #expect(twice.size == CGSize(width: 32, height: 32))
        #expect(twice.scale == 2)
        #expect(twice.imageOrientation == .left)
        #expect(twice.kf.decoded.size == CGSize(width: 32, height: 32))
    }

    @Test("DEC-2, regression 2: animations come back as they are")
    func decodedAnimation() throws {
        for preloadAll in [true, false] {
            let image = try #require(
                KingfisherWrapper<KFCrossPlatformImage>.animatedImage(
                    source: CountingFrameSource(frameCount: 3),
                    options: ImageCreatingOptions(preloadAll: preloadAll)))
            #expect(image.kf.decoded(scale: 2) === image)
        }
    }

    @Test("ORI-2, ORI-3: normalizing turns the pixels and keeps size and scale")
    func normalized() throws {
        let upright = try TestImages.coordinates(width: 10, height: 20)
        #expect(upright.kf.normalized === upright)
        let turned = try TestImages.coordinates(
            width: 10, height: 20, scale: 2, orientation: .right)
        let normalized = turned.kf.normalized
        #expect(normalized.imageOrientation == .up)
        #expect(normalized.size == CGSize(width: 10, height: 5))
        #expect(normalized.scale == 2)
        // Stored (x, y) lands at (H − 1 − y, x).
        #expect(normalized.pixel(19 - 4, 3) == turned.pixel(3, 4))
    }

    @Test("ORI-6: the factory takes the orientation of the reference image")
    func factory() throws {
        let reference = try TestImages.coordinates(width: 2, height: 4, orientation: .left)
        let bitmap = try #require(reference.cgImage)
        let image = KingfisherWrapper<RasterImage>.image(
            cgImage: bitmap, scale: 2, refImage: reference)
        #expect(image.imageOrientation == .left)
        #expect(image.size == CGSize(width: 2, height: 1))
        let plain = KingfisherWrapper<RasterImage>.image(cgImage: bitmap, scale: 1, refImage: nil)
        #expect(plain.imageOrientation == .up)
    }
}
