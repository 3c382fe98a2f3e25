import Foundation
import Testing

@testable import Kingfisher

@Suite("Identifiers of processors", .timeLimit(.minutes(1)))
struct ProcessorIdentifierTests {
    private static let hundred = CGSize(width: 100, height: 100)

    private static let table: [(any ImageProcessor, String)] = [
        (BlendImageProcessor(blendMode: .darken), "BlendImageProcessor(4,1.0)"),
        (
            BlendImageProcessor(blendMode: .plusLighter, alpha: 0.25, backgroundColor: .red),
            "BlendImageProcessor(27,0.25)_(1.00,0.00,0.00,1.00)"
        ),
        (
            CompositingImageProcessor(compositingOperation: .darken),
            "CompositingImageProcessor(17,1.0)"
        ),
        (
            CompositingImageProcessor(
                compositingOperation: .luminosity, alpha: 0.5, backgroundColor: .blue),
            "CompositingImageProcessor(28,0.5)_(0.00,0.00,1.00,1.00)"
        ),
        (RoundCornerImageProcessor(cornerRadius: 20), "RoundCornerImageProcessor(20.0)"),
        (
            RoundCornerImageProcessor(
                radius: .widthFraction(0.5), targetSize: hundred, roundingCorners: .topLeft),
            "RoundCornerImageProcessor(w_frac_0.5_(100.0, 100.0)_corner(1))"
        ),
        (
            RoundCornerImageProcessor(radius: .heightFraction(0.1), roundingCorners: []),
            "RoundCornerImageProcessor(h_frac_0.1_corner(0))"
        ),
        (
            RoundCornerImageProcessor(cornerRadius: 1, backgroundColor: .green),
            "RoundCornerImageProcessor(1.0)_(0.00,1.00,0.00,1.00)"
        ),
        (
            BorderImageProcessor(border: Border()),
            "BorderImageProcessor((0.00,0.00,0.00,1.00)_4.0_0.0_)"
        ),
        (
            BorderImageProcessor(
                border: Border(
                    color: .red, lineWidth: 1.5, radius: .widthFraction(0.2),
                    roundingCorners: [.topLeft, .bottomRight])),
            "BorderImageProcessor((1.00,0.00,0.00,1.00)_1.5_w_frac_0.2__corner(9))"
        ),
        (
            ResizingImageProcessor(referenceSize: CGSize(width: 100, height: 50.5)),
            "ResizingImageProcessor((100.0, 50.5))"
        ),
        (
            ResizingImageProcessor(referenceSize: hundred, mode: .aspectFit),
            "ResizingImageProcessor((100.0, 100.0), aspectFit)"
        ),
        (
            ResizingImageProcessor(referenceSize: hundred, mode: .aspectFill),
            "ResizingImageProcessor((100.0, 100.0), aspectFill)"
        ),
        (BlurImageProcessor(blurRadius: 10), "BlurImageProcessor(10.0)"),
        (
            OverlayImageProcessor(overlay: .red, fraction: 0.7),
            "OverlayImageProcessor((1.00,0.00,0.00,1.00)_0.7)"
        ),
        (TintImageProcessor(tint: .blue), "TintImageProcessor((0.00,0.00,1.00,1.00))"),
        (
            ColorControlsProcessor(brightness: 1, contrast: 0.7, saturation: 1.1, inputEV: 0.7),
            "ColorControlsProcessor(1.0_0.7_1.1_0.7)"
        ),
        (BlackWhiteProcessor(), "BlackWhiteProcessor"),
        (
            CroppingImageProcessor(size: CGSize(width: 20, height: 20)),
            "CroppingImageProcessor((20.0, 20.0)_(0.5, 0.5))"
        ),
        (DownsamplingImageProcessor(size: hundred), "DownsamplingImageProcessor((100.0, 100.0))"),
    ]

    @Test(
        "PRC-11 and the identifier table: every processor has its exact identifier",
        arguments: table.indices)
    func identifiers(row: Int) {
        let (processor, expected) = Self.table[row]
        #expect(processor.identifier == "com.onevcat.Kingfisher.\(expected)")
    }

    @Test("PRC-3: the identifier of the default processor is empty")
    func defaultIdentifier() {
        #expect(DefaultImageProcessor.default.identifier.isEmpty)
    }

    @Test("PRC-12, regression 16: colours in identifiers have two decimals and go beyond sRGB")
    func colours() {
        #expect(RasterColor.red.rgbaDescription == "(1.00,0.00,0.00,1.00)")
        #expect(RasterColor(white: 1.0 / 3, alpha: 0.5).rgbaDescription == "(0.33,0.33,0.33,0.50)")
        let vivid = RasterColor(displayP3Red: 0, green: 1, blue: 0, alpha: 0.8)
        #expect(vivid.rgbaDescription == "(-0.51,1.02,-0.31,0.80)")
    }

    @Test("PRC-13: components are those of extended sRGB")
    func components() {
        let (r, g, b, a) = RasterColor(red: 0.5, green: 0.6, blue: 0.7, alpha: 0.8).rgba
        #expect((r, g, b, a) == (0.5, 0.6, 0.7, 0.8))
        let vivid = RasterColor(displayP3Red: 0, green: 1, blue: 0, alpha: 0.8).rgba
        #expect(vivid.r < 0 && vivid.g > 1 && vivid.b < 0 && vivid.a == 0.8)
        let grey = RasterColor(white: 0.3, alpha: 1).rgba
        #expect([grey.r, grey.g, grey.b].allSatisfy { abs($0 - 0.3) <= 0.01 } && grey.a == 1)
    }

    @Test("BLD-4: raw values of blend modes and compositing operations")
    func rawValues() {
        let modes: [(CGBlendMode, Int32)] = [
            (.normal, 0), (.multiply, 1), (.screen, 2), (.overlay, 3), (.darken, 4), (.lighten, 5),
            (.colorDodge, 6), (.colorBurn, 7), (.softLight, 8), (.hardLight, 9), (.difference, 10),
            (.exclusion, 11), (.hue, 12), (.saturation, 13), (.color, 14), (.luminosity, 15),
            (.clear, 16), (.copy, 17), (.sourceIn, 18), (.sourceOut, 19), (.sourceAtop, 20),
            (.destinationOver, 21), (.destinationIn, 22), (.destinationOut, 23),
            (.destinationAtop, 24), (.xor, 25), (.plusDarker, 26), (.plusLighter, 27),
        ]
        #expect(modes.allSatisfy { $0.0.rawValue == $0.1 })
        #expect(modes.count == CGBlendMode.allCases.count)
        let operations: [(NSCompositingOperation, UInt)] = [
            (.clear, 0), (.copy, 1), (.sourceOver, 2), (.sourceIn, 3), (.sourceOut, 4),
            (.sourceAtop, 5), (.destinationOver, 6), (.destinationIn, 7), (.destinationOut, 8),
            (.destinationAtop, 9), (.xor, 10), (.plusDarker, 11), (.highlight, 12),
            (.plusLighter, 13), (.multiply, 14), (.screen, 15), (.overlay, 16), (.darken, 17),
            (.lighten, 18), (.colorDodge, 19), (.colorBurn, 20), (.softLight, 21),
            (.hardLight, 22), (.difference, 23), (.exclusion, 24), (.hue, 25), (.saturation, 26),
            (.color, 27), (.luminosity, 28),
        ]
        #expect(operations.allSatisfy { $0.0.rawValue == $0.1 })
        #expect(operations.count == NSCompositingOperation.allCases.count)
    }
}
