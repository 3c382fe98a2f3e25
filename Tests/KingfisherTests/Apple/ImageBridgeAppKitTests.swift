#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Testing

@testable import Kingfisher

@Suite("Images of AppKit", .timeLimit(.minutes(1)))
struct ImageBridgeAppKitTests {
    /// Four bytes a pixel, each side in pixels.
    private static func representation(width: Int, height: Int) throws -> NSBitmapImageRep {
        try #require(
            NSBitmapImageRep(
                bitmapDataPlanes: nil, pixelsWide: width, pixelsHigh: height, bitsPerSample: 8,
                samplesPerPixel: 4, hasAlpha: true, isPlanar: false, colorSpaceName: .deviceRGB,
                bytesPerRow: 0, bitsPerPixel: 0))
    }

    private static func image(width: Int, height: Int) throws -> NSImage {
        let image = NSImage(size: NSSize(width: width, height: height))
        image.addRepresentation(try representation(width: width, height: height))
        return image
    }

    @Test("IMG-2: the scale is always 1, and no frames are attached at first")
    func scaleAndFrames() throws {
        let image = try Self.image(width: 4, height: 6)
        let small = try #require(image.representations.first)
        // As a picture of a display with two pixels for each point says it.
        small.size = NSSize(width: 2, height: 3)
        image.size = small.size
        #expect(image.kf.scale == 1)
        #expect(image.kf.images == nil)
        #expect(image.kf.duration == 0)
    }

    @Test("IMG-2, IMG-6: frames are attached to the instance, and copied with its state")
    func attachedFrames() throws {
        let frames = try (1...3).map { try Self.image(width: $0, height: 2) }
        let image = try #require(NSImage.animatedImage(with: frames, duration: 1.5))
        #expect(image.kf.images == frames)
        #expect(image.kf.duration == 1.5)
        #expect(frames[0].kf.images == nil)
        let target = try Self.image(width: 1, height: 2)
        image.kf.copyKingfisherState(to: target)
        #expect(target.kf.images == frames)
        #expect(target.kf.duration == 1.5)
    }

    @Test("IMG-3: the size is that of the largest representation in pixels, each side for itself")
    func sizeInPixels() throws {
        let image = NSImage(size: NSSize(width: 1, height: 1))
        for (width, height) in [(4, 9), (8, 6), (2, 2)] {
            image.addRepresentation(try Self.representation(width: width, height: height))
        }
        #expect(image.kf.size == CGSize(width: 8, height: 9))
    }

    @Test("IMG-3: a drawing without pixels has the size of its representation in points")
    func sizeOfDrawing() throws {
        let image = NSImage(size: NSSize(width: 1, height: 1))
        let drawing = NSCustomImageRep(
            size: NSSize(width: 100, height: 200), flipped: false, drawingHandler: { _ in true })
        drawing.pixelsWide = 0
        drawing.pixelsHigh = 0
        drawing.size = NSSize(width: 100, height: 200)
        image.addRepresentation(drawing)
        #expect(image.kf.size == CGSize(width: 100, height: 200))
    }

    @Test("ORI-1: normalizing gives the image itself")
    func normalized() throws {
        let image = try Self.image(width: 4, height: 6)
        #expect(image.kf.normalized === image)
    }

    @Test("ORI-6: pixels are wrapped without scale and orientation")
    func wrapping() throws {
        let reference = try Self.image(width: 4, height: 6)
        let pixels = try #require(reference.kf.cgImage)
        let image = KingfisherWrapper<NSImage>.image(
            cgImage: pixels, scale: 2, refImage: reference)
        #expect(image.size == CGSize(width: pixels.width, height: pixels.height))
    }
}
#endif
