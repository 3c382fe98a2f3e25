import Foundation
import Testing

@testable import Kingfisher

@Suite("Geometry of sizes", .timeLimit(.minutes(1)))
struct SizeGeometryTests {
    private func size(_ width: CGFloat, _ height: CGFloat) -> CGSize {
        CGSize(width: width, height: height)
    }

    @Test(
        "GEO-1 to GEO-3, GEO-5, 19.8: fit and fill follow the vectors, none is the target",
        arguments: [
            ((100.0, 200.0), (100.0, 100.0), (50.0, 100.0), (100.0, 200.0)),
            ((64, 64), (100, 50), (50, 50), (100, 100)),
            ((300, 200), (50, 50), (50, 33), (75, 50)),
            ((365, 360), (100, 100), (100, 99), (101, 100)),
            ((200, 100), (40, 60), (40, 20), (120, 60)),
            ((10, 0), (20, 20), (20, 20), (20, 20)),
        ] as [((CGFloat, CGFloat), (CGFloat, CGFloat), (CGFloat, CGFloat), (CGFloat, CGFloat))])
    func vectors(
        base: (CGFloat, CGFloat), target: (CGFloat, CGFloat), fit: (CGFloat, CGFloat),
        fill: (CGFloat, CGFloat)
    ) {
        let base = size(base.0, base.1)
        let target = size(target.0, target.1)
        #expect(base.kf.constrained(target) == size(fit.0, fit.1))
        #expect(base.kf.filling(target) == size(fill.0, fill.1))
        #expect(base.kf.resize(to: target, for: .aspectFit) == size(fit.0, fit.1))
        #expect(base.kf.resize(to: target, for: .aspectFill) == size(fill.0, fill.1))
        #expect(base.kf.resize(to: target, for: .none) == target)
    }

    @Test("GEO-4: both enlarge as well as reduce")
    func enlarges() {
        #expect(size(10, 20).kf.constrained(size(100, 100)) == size(50, 100))
        #expect(size(10, 20).kf.filling(size(100, 100)) == size(100, 200))
    }

    @Test(
        "GEO-6: a shape without width is taken for a square instead of filling infinity",
        arguments: [0, -4, CGFloat.nan, .infinity])
    func degenerateShapes(width: CGFloat) {
        #expect(size(width, 10).kf.constrained(size(30, 20)) == size(20, 20))
        #expect(size(width, 10).kf.filling(size(30, 20)) == size(30, 30))
    }

    @Test("No input gives a result that is not a number or below zero")
    func hostileInput() {
        let values: [CGFloat] = [
            0, -1, .nan, .infinity, -.infinity, 1e-300, 1e300, .greatestFiniteMagnitude, 7,
        ]
        for (a, b) in values.flatMap({ a in values.map { (a, $0) } }) {
            for (c, d) in values.flatMap({ c in values.map { (c, $0) } }) {
                for result in [
                    size(a, b).kf.constrained(size(c, d)), size(a, b).kf.filling(size(c, d)),
                    size(a, b).kf.constrainedRect(
                        for: size(c, d), anchor: CGPoint(x: a, y: d)
                    ).size,
                ] {
                    #expect(result.width >= 0 && result.height >= 0)
                }
            }
        }
    }

    @Test("Fitting never rounds a side down to nothing")
    func thinShapes() {
        #expect(size(1000, 1).kf.constrained(size(50, 50)) == size(50, 1))
        #expect(size(1, 1000).kf.constrained(size(50, 50)) == size(1, 50))
    }

    @Test(
        "GEO-7, GEO-8: anchored rectangles",
        arguments: [
            ((0, 0), [(0, 0, 20, 20), (0, 0, 100, 20), (0, 0, 20, 100), (0, 0, 100, 100)]),
            ((0.5, 0), [(40, 0, 20, 20), (0, 0, 100, 20), (40, 0, 20, 100), (0, 0, 100, 100)]),
            ((1, 0), [(80, 0, 20, 20), (0, 0, 100, 20), (80, 0, 20, 100), (0, 0, 100, 100)]),
            ((0.5, 0.5), [(40, 40, 20, 20), (0, 40, 100, 20), (40, 0, 20, 100), (0, 0, 100, 100)]),
            ((1, 1), [(80, 80, 20, 20), (0, 80, 100, 20), (80, 0, 20, 100), (0, 0, 100, 100)]),
            ((-1, 2), [(0, 80, 20, 20), (0, 80, 100, 20), (0, 0, 20, 100), (0, 0, 100, 100)]),
        ] as [((CGFloat, CGFloat), [(CGFloat, CGFloat, CGFloat, CGFloat)])])
    func anchoredRectangles(
        anchor: (CGFloat, CGFloat), expected: [(CGFloat, CGFloat, CGFloat, CGFloat)]
    ) {
        let sizes = [size(20, 20), size(120, 20), size(20, 120), size(120, 120)]
        for (part, rect) in zip(sizes, expected) {
            #expect(
                size(100, 100).kf.constrainedRect(
                    for: part, anchor: CGPoint(x: anchor.0, y: anchor.1))
                    == CGRect(x: rect.0, y: rect.1, width: rect.2, height: rect.3))
        }
    }

    @Test("GEO-9: helpers")
    func helpers() {
        #expect(
            CGRect(x: 1, y: 2, width: 3, height: 4).scaled(2)
                == CGRect(x: 2, y: 4, width: 6, height: 8))
        #expect(5.clamped(to: 0...3) == 3)
        #expect((-5).clamped(to: 0...3) == 0)
        #expect(2.clamped(to: 0...3) == 2)
    }

    @Test("A radius is a length or a share of a side, not clamped")
    func radius() {
        #expect(Radius.point(90).compute(with: size(10, 20)) == 90)
        #expect(Radius.widthFraction(0.5).compute(with: size(10, 20)) == 5)
        #expect(Radius.heightFraction(2).compute(with: size(10, 20)) == 40)
    }
}
