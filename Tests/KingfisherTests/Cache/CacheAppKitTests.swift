#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Testing

@testable import Kingfisher

@Suite("Caches on AppKit", .timeLimit(.minutes(1)))
struct CacheAppKitTests {
    @Test("H-8: an image costs the pixels of its largest representation")
    func largestRepresentation() throws {
        let image = NSImage(size: NSSize(width: 4, height: 3))
        for (width, height) in [(4, 3), (8, 6)] {
            let representation = try #require(
                NSBitmapImageRep(
                    bitmapDataPlanes: nil, pixelsWide: width, pixelsHigh: height, bitsPerSample: 8,
                    samplesPerPixel: 4, hasAlpha: true, isPlanar: false,
                    colorSpaceName: .deviceRGB, bytesPerRow: 0, bitsPerPixel: 0))
            image.addRepresentation(representation)
        }
        #expect(image.cacheCost == 8 * 6 * 4)
    }
}
#endif
