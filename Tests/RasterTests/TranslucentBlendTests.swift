import Foundation
import Testing

@testable import Raster

/// Every blend mode between two translucent colours.
@Suite("Blending of translucent colours", .timeLimit(.minutes(1)))
struct TranslucentBlendTests {
    private typealias RGB = BlendReference.RGB

    private func bytes(_ pixel: Pixel) -> [Double] {
        [pixel.red, pixel.green, pixel.blue].map(Double.init)
    }

    private static let samples: [RGB] = [
        [0, 0, 0], [1, 1, 1], [0.2, 0.6, 0.9], [0.8, 0.4, 0.2], [0, 1, 0.5], [0.45, 0.5, 0.55],
    ]

    @Test(
        "BLD-5: every blend mode of translucent colours, against the formulas",
        arguments: CGBlendMode.allCases.filter { $0.rawValue < 16 })
    func translucent(mode: CGBlendMode) throws {
        for s in Self.samples {
            for d in Self.samples {
                let source = RasterColor(
                    red: CGFloat(s[0]), green: CGFloat(s[1]), blue: CGFloat(s[2]), alpha: 0.6
                ).pixel
                let background = RasterColor(
                    red: CGFloat(d[0]), green: CGFloat(d[1]), blue: CGFloat(d[2]), alpha: 0.7)
                let bitmap = try TestPictures.uniform(source, width: 2, height: 1)
                    .blended(mode.blendFunction, opacity: 1, background: background)
                let result = try #require(bitmap.pixel(x: 1, y: 0))
                // What the bytes say, so that rounding them is no part of the difference.
                let (sa, da) = (Double(source.alpha) / 255, Double(background.pixel.alpha) / 255)
                let cs = bytes(source).map { $0 / 255 / sa }
                let cb = bytes(background.pixel).map { $0 / 255 / da }
                let mixed =
                    BlendReference.nonSeparable(mode, cb, cs)
                    ?? zip(cb, cs).compactMap { BlendReference.separable(mode, $0, $1) }
                try #require(mixed.count == 3)
                for channel in 0..<3 {
                    let value =
                        cs[channel] * sa * (1 - da) + cb[channel] * da * (1 - sa)
                        + sa * da * mixed[channel]
                    #expect(
                        abs(bytes(result)[channel] - 255 * value) <= 1.5,
                        "\(s) over \(d): channel \(channel)")
                }
                let alpha = 255 * (sa + da - sa * da)
                #expect(abs(Double(result.alpha) - alpha) <= 1, "\(s) over \(d)")
            }
        }
    }

    @Test(
        "BLD-2: over nothing, operations that keep only what lies over a backdrop give nothing",
        arguments: [CGBlendMode.sourceIn, .sourceAtop, .destinationIn, .destinationOut, .clear])
    func nothingBehind(mode: CGBlendMode) throws {
        let source = Pixel(red: 40, green: 90, blue: 130, alpha: 153)
        for opacity in [1, 0.5] {
            let bitmap = try TestPictures.uniform(source, width: 2, height: 1)
                .blended(mode.blendFunction, opacity: opacity, background: nil)
            #expect(bitmap.pixel(x: 1, y: 0) == Pixel(red: 0, green: 0, blue: 0, alpha: 0))
        }
    }
}
