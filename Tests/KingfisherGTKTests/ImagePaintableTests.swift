import Foundation
import Raster
import Testing

@testable import KingfisherGTK

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ImagePaintableTests {
    /// 3 by 2 pixels, all different.
    static let rows: [[UInt32]] = [
        [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF],
        [0xFFFF_FF00, 0xFF00_FFFF, 0xFFFF_00FF],
    ]

    /// Readies GSK, which works without a display.
    init() { _ = Display.isAvailable }

    @Test("An empty image has nothing to draw")
    func emptyImage() {
        #expect(ImagePaintable.make(from: RasterImage()) == nil)
    }

    @Test(
        "Every orientation is drawn upright, as the pixels turned by hand",
        arguments: RasterImage.Orientation.allCases)
    func orientations(_ orientation: RasterImage.Orientation) throws {
        let bitmap = try makeBitmap(Self.rows)
        let image = RasterImage(cgImage: bitmap, scale: 1, orientation: orientation)
        let paintable = try #require(ImagePaintable.make(from: image))
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        #expect(try draw(paintable) == Self.upright(orientation))
    }

    @Test("The natural size is the image's in points: pixels divided by scale")
    func scale() throws {
        let rows = [[UInt32]](repeating: [UInt32](repeating: 0xFF80_4020, count: 6), count: 4)
        let image = RasterImage(cgImage: try makeBitmap(rows), scale: 2, orientation: .right)
        let paintable = try #require(ImagePaintable.make(from: image))
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        #expect(gdk_paintable_get_intrinsic_width(paintable) == 2)
        #expect(gdk_paintable_get_intrinsic_height(paintable) == 3)
        #expect(try draw(paintable).joined().allSatisfy { $0 == 0xFF80_4020 })
    }

    @Test("A turned image lets go of its bitmap with its paintable")
    func turnedImageIsReleased() throws {
        weak var bitmap: Bitmap?
        let paintable: OpaquePointer
        do {
            let made = try makeBitmap(Self.rows)
            bitmap = made
            let image = RasterImage(cgImage: made, scale: 1, orientation: .left)
            paintable = try #require(ImagePaintable.make(from: image))
        }
        #expect(bitmap != nil)
        g_object_unref(UnsafeMutableRawPointer(paintable))
        #expect(bitmap == nil)
    }

    /// What each orientation means, written down pixel by pixel.
    static func upright(_ orientation: RasterImage.Orientation) -> [[UInt32]] {
        let mirrored = rows.map { Array($0.reversed()) }
        return switch orientation {
        case .up: rows
        case .down: turnedClockwise(turnedClockwise(rows))
        case .right: turnedClockwise(rows)
        case .left: turnedClockwise(turnedClockwise(turnedClockwise(rows)))
        case .upMirrored: mirrored
        case .downMirrored: turnedClockwise(turnedClockwise(mirrored))
        case .rightMirrored: turnedClockwise(mirrored)
        case .leftMirrored: turnedClockwise(turnedClockwise(turnedClockwise(mirrored)))
        }
    }

    private static func turnedClockwise(_ rows: [[UInt32]]) -> [[UInt32]] {
        let columns = rows.first?.count ?? 0
        return (0..<columns).map { x in rows.reversed().map { $0[x] } }
    }
}
