import Testing

@testable import Raster

@Suite("Orientation", .timeLimit(.minutes(1)))
struct BitmapOrientationTests {
    /// Where rule ORI-4 puts stored pixel (x, y) of a picture of width × height.
    private func uprightPosition(
        _ orientation: BitmapOrientation, x: Int, y: Int, width: Int, height: Int
    ) -> (Int, Int) {
        switch orientation {
        case .up: (x, y)
        case .upMirrored: (width - 1 - x, y)
        case .down: (width - 1 - x, height - 1 - y)
        case .downMirrored: (x, height - 1 - y)
        case .leftMirrored: (y, x)
        case .right: (height - 1 - y, x)
        case .rightMirrored: (height - 1 - y, width - 1 - x)
        case .left: (y, width - 1 - x)
        }
    }

    @Test(
        "ORI-4: every stored pixel lands where EXIF says", arguments: BitmapOrientation.allCases,
        [(5, 3), (1, 1), (40, 33), (1, 20)])
    func uprightPixels(orientation: BitmapOrientation, size: (Int, Int)) throws {
        let (width, height) = size
        let stored = try TestPictures.coordinates(width: width, height: height)
        let upright = try stored.upright(from: orientation)
        #expect(upright.width == (orientation.swapsSides ? height : width))
        #expect(upright.height == (orientation.swapsSides ? width : height))
        for y in 0..<height {
            for x in 0..<width {
                let (toX, toY) = uprightPosition(
                    orientation, x: x, y: y, width: width, height: height)
                #expect(upright.pixel(x: toX, y: toY) == stored.pixel(x: x, y: y))
            }
        }
    }

    @Test(
        "A rectangle of the upright picture is found in the stored one",
        arguments: BitmapOrientation.allCases)
    func storedRectangles(orientation: BitmapOrientation) throws {
        let stored = try TestPictures.coordinates(width: 9, height: 6)
        let upright = try stored.upright(from: orientation)
        let rect = PixelRect(x: 1, y: 2, width: 3, height: 4)
        let size = PixelSize(width: upright.width, height: upright.height)
        let part = try stored.cropped(to: orientation.stored(rect, in: size))
        #expect(try part.upright(from: orientation) == (try upright.cropped(to: rect)))
    }

    @Test("Upright pictures are not copied")
    func uprightIsIdentity() throws {
        let stored = try TestPictures.coordinates(width: 2, height: 2)
        #expect(try stored.upright(from: .up) === stored)
    }
}
