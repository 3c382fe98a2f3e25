import Foundation
import Testing

@testable import Kingfisher

@Suite("Borders", .timeLimit(.minutes(1)))
struct BorderTests {
    private let options = KingfisherParsedOptionsInfo(nil)
    private let white = Pixel.opaque(255, 255, 255)
    private let black = Pixel.opaque(0, 0, 0)

    @Test("BRD-1, BRD-2, BRD-4: size stays, the line takes the outer points, corners are square")
    func squareBorder() throws {
        let image = try TestImages.uniform(white, width: 10, height: 10)
        let processor = BorderImageProcessor(border: Border(color: .black, lineWidth: 2))
        let result = try #require(processor.process(item: .image(image), options: options))
        #expect(result.size == image.size)
        for y in 0..<10 {
            for x in 0..<10 {
                let isInside = (2..<8).contains(x) && (2..<8).contains(y)
                #expect(result.pixel(x, y) == (isInside ? white : black))
            }
        }
        #expect(result == image.kf.addingBorder(Border(color: .black, lineWidth: 2)))
    }

    @Test("BRD-3: for a radius in points the outline has that radius, the inside what is left")
    func roundedBorder() throws {
        let image = try TestImages.uniform(white, width: 60, height: 60)
        let result = image.kf.addingBorder(Border(lineWidth: 5, radius: .point(20)))
        // On the diagonal, the outline is 20 − 20/√2 = 5.86 from each edge,
        // the inside 20 − 15/√2 = 9.39.
        #expect(result.pixel(4, 4) == white)
        #expect(result.pixel(7, 7) == black)
        #expect(result.pixel(10, 10) == white)
        #expect(result.pixel(30, 0) == black)
        #expect(result.pixel(30, 4) == black)
        #expect(result.pixel(30, 5) == white)
    }

    @Test("BRD-3: a radius below the width of the line rounds the outline alone")
    func wideLine() throws {
        let image = try TestImages.uniform(white, width: 30, height: 30)
        let result = image.kf.addingBorder(Border(lineWidth: 4, radius: .point(3)))
        // The outline cuts the corner: 3 − 3/√2 = 0.88 from each edge on the diagonal.
        let corner = try #require(result.pixel(0, 0))
        #expect(corner.red > 128)
        #expect(result.pixel(1, 1) == black)
        // The inside is square: its corner pixel is the picture's, and the line ends next to it.
        #expect(result.pixel(4, 4) == white)
        #expect(result.pixel(3, 4) == black && result.pixel(4, 3) == black)
        #expect(result.pixel(25, 25) == white && result.pixel(26, 26) == black)
    }

    @Test("BRD-3: fractions of the height are of the image without the line too")
    func heightFraction() throws {
        let image = try TestImages.uniform(white, width: 44, height: 24)
        let fraction = image.kf.addingBorder(Border(lineWidth: 4, radius: .heightFraction(0.25)))
        #expect(fraction == image.kf.addingBorder(Border(lineWidth: 4, radius: .point(5))))
        #expect(fraction != image.kf.addingBorder(Border(lineWidth: 4, radius: .point(6))))
    }

    @Test("BRD-3: fractions are of the image without the line")
    func fractions() throws {
        let image = try TestImages.uniform(white, width: 44, height: 24)
        let fraction = image.kf.addingBorder(Border(lineWidth: 4, radius: .widthFraction(0.25)))
        let point = image.kf.addingBorder(Border(lineWidth: 4, radius: .point(10)))
        #expect(fraction == point)
    }

    @Test("BRD-3: a radius beyond half the short side makes round ends")
    func largeRadius() throws {
        let image = try TestImages.uniform(white, width: 40, height: 20)
        let huge = image.kf.addingBorder(Border(lineWidth: 4, radius: .point(500)))
        let half = image.kf.addingBorder(Border(lineWidth: 4, radius: .point(10)))
        #expect(huge == half)
    }

    @Test("RND-4: only the selected corners of a border are rounded")
    func corners() throws {
        let image = try TestImages.uniform(white, width: 40, height: 40)
        let result = image.kf.addingBorder(
            Border(lineWidth: 4, radius: .point(12), roundingCorners: [.bottomRight]))
        #expect(result.pixel(0, 0) == black)
        #expect(result.pixel(39, 0) == black)
        #expect(result.pixel(39, 39) == white)
    }

    @Test("BRD-5: a translucent line is as opaque as its colour")
    func translucentLine() throws {
        let image = try TestImages.uniform(white, width: 10, height: 10)
        let color = RasterColor(red: 0, green: 0, blue: 0, alpha: 0.4)
        let result = image.kf.addingBorder(Border(color: color, lineWidth: 2))
        #expect(result.pixel(0, 0)?.isClose(to: .opaque(153, 153, 153)) == true)
    }

    @Test("The width of the line is in points, at the scale of the request")
    func scale() throws {
        let image = try TestImages.uniform(white, width: 20, height: 20)
        let processor = BorderImageProcessor(border: Border(lineWidth: 2))
        let result = try #require(
            processor.process(
                item: .image(image), options: KingfisherParsedOptionsInfo([.scaleFactor(2)])))
        #expect(result.scale == 2)
        #expect(result.pixel(3, 10) == black)
        #expect(result.pixel(4, 10) == white)
    }

    @Test(
        "A line of no width draws nothing, one without measure covers all",
        arguments: [0, -3, CGFloat.nan])
    func hostileWidths(width: CGFloat) throws {
        let image = try TestImages.uniform(white, width: 10, height: 10)
        #expect(image.kf.addingBorder(Border(lineWidth: width)) == image)
        for wide in [CGFloat(6), 1e9, .infinity] {
            for radius in [Radius.point(0), .point(.nan), .widthFraction(-3), .point(.infinity)] {
                let result = image.kf.addingBorder(Border(lineWidth: wide, radius: radius))
                #expect(result.pixel(5, 5) == black)
            }
        }
    }
}
