import Foundation
import Testing

@testable import Kingfisher

@Suite("Rounding corners", .timeLimit(.minutes(1)))
struct RoundCornerTests {
    private let options = KingfisherParsedOptionsInfo(nil)

    @Test("RND-3, RND-5: a radius beyond half the side makes a circle")
    func circle() throws {
        let image = try TestImages.coordinates(width: 64, height: 64)
        let processor = RoundCornerImageProcessor(cornerRadius: 40)
        let result = try #require(processor.process(item: .image(image), options: options))
        #expect(result == image.kf.image(withRoundRadius: 40, fit: image.size))
        #expect(
            result == image.kf.image(withRadius: .widthFraction(0.5), fit: image.size))
        #expect(result.pixel(0, 0) == .clear)
        #expect(result.pixel(9, 9)?.alpha == 184)
        #expect(result.pixel(1, 32) == image.pixel(1, 32))
        #expect(result.pixel(32, 32) == image.pixel(32, 32))
    }

    @Test(
        "RND-4: only the selected corners are rounded, top is up",
        arguments: [
            (RectCorner.topLeft, 0, 0), (.topRight, 19, 0), (.bottomLeft, 0, 9),
            (.bottomRight, 19, 9),
        ])
    func corners(corner: RectCorner, x: Int, y: Int) throws {
        let image = try TestImages.coordinates(width: 20, height: 10)
        let result = image.kf.image(
            withRoundRadius: 5, fit: image.size, roundingCorners: corner)
        for (otherX, otherY) in [(0, 0), (19, 0), (0, 9), (19, 9)] {
            let isSquare = result.pixel(otherX, otherY) == image.pixel(otherX, otherY)
            #expect(isSquare == ((otherX, otherY) != (x, y)))
        }
    }

    @Test("RND-4: the background fills the whole rectangle")
    func background() throws {
        let image = try TestImages.uniform(
            Pixel(red: 0, green: 100, blue: 0, alpha: 100), width: 20, height: 20)
        let result = image.kf.image(
            withRoundRadius: 10, fit: image.size, backgroundColor: .red)
        #expect(result.pixel(0, 0) == .opaque(255, 0, 0))
        #expect(result.pixel(10, 10)?.isClose(to: .opaque(155, 100, 0)) == true)
    }

    @Test("RND-1: the radius is in points, the output has the target's size")
    func targetSize() throws {
        let image = try TestImages.coordinates(width: 64, height: 64)
        let processor = RoundCornerImageProcessor(
            cornerRadius: 5, targetSize: CGSize(width: 20, height: 20))
        let result = try #require(
            processor.process(
                item: .image(image), options: KingfisherParsedOptionsInfo([.scaleFactor(2)])))
        #expect(result.size == CGSize(width: 20, height: 20))
        #expect(result.pixelSize == CGSize(width: 40, height: 40))
        #expect(result.pixel(10, 0)?.alpha == 255)
        #expect(result.pixel(5, 0).map { $0.alpha < 255 } == true)
    }

    @Test("RND-1: without a target no pixel is made up or thrown away at any scale")
    func ownSize() throws {
        let image = try TestImages.coordinates(width: 64, height: 64)
        let result = try #require(
            RoundCornerImageProcessor(cornerRadius: 4).process(
                item: .image(image), options: KingfisherParsedOptionsInfo([.scaleFactor(2)])))
        #expect(result.size == CGSize(width: 32, height: 32))
        #expect(result.pixelSize == CGSize(width: 64, height: 64))
        #expect(result.pixel(30, 31) == image.pixel(30, 31))
    }

    @Test("RND-2: an image of another shape covers the target instead of being squeezed")
    func coversTarget() throws {
        let image = try TestImages.make(width: 60, height: 20) { x, _ in
            (20..<40).contains(x) ? .opaque(0, 200, 0) : .opaque(200, 0, 0)
        }
        let result = image.kf.image(withRoundRadius: 0, fit: CGSize(width: 20, height: 20))
        for x in 0..<20 { #expect(result.pixel(x, 10) == .opaque(0, 200, 0)) }
    }

    @Test("ORI-5, regression 4: a turned image is drawn upright")
    func orientation() throws {
        let image = try TestImages.coordinates(width: 10, height: 20, orientation: .left)
        let result = image.kf.image(withRoundRadius: 3, fit: image.size)
        #expect(result.imageOrientation == .up)
        #expect(result.pixel(10, 5) == image.kf.normalized.pixel(10, 5))
    }

    @Test("Regression 14: radii between whole numbers round between them")
    func fractionalRadius() throws {
        let image = try TestImages.uniform(.opaque(255, 255, 255), width: 40, height: 40)
        func coverage(_ radius: CGFloat) throws -> Int {
            let result = image.kf.image(withRoundRadius: radius, fit: image.size)
            return try (0..<20).reduce(0) { $0 + Int(try #require(result.pixel($1, 0)).alpha) }
        }
        let (ten, between, eleven) = (try coverage(10), try coverage(10.5), try coverage(11))
        #expect(ten > between && between > eleven)
    }

    @Test("Hostile radii and sizes neither trap nor produce anything odd")
    func hostileValues() throws {
        let image = try TestImages.coordinates(width: 8, height: 8)
        for radius in [CGFloat.nan, -CGFloat.infinity, -4] {
            let result = image.kf.image(withRoundRadius: radius, fit: image.size)
            #expect(result.pixel(0, 0) == image.pixel(0, 0))
        }
        for size in [CGSize.zero, CGSize(width: CGFloat.nan, height: 3)] {
            #expect(image.kf.image(withRoundRadius: 2, fit: size) === image)
            let processor = RoundCornerImageProcessor(cornerRadius: 2, targetSize: size)
            #expect(processor.process(item: .image(image), options: options) == nil)
        }
    }
}
