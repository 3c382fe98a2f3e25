import Foundation
import Raster
import TestTools
import Testing

@testable import RasterIO

@Suite("Colours of PNG without a profile", .timeLimit(.minutes(1)))
struct PNGColorTests {
    private static let stored = Pixel(red: 180, green: 120, blue: 90, alpha: 255)
    /// cHRM of Display P3: white D65, then red, green, blue.
    private static let displayP3 = [
        31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000,
    ]

    /// A PNG of one colour with other colour chunks than ours.
    private static func png(_ chunks: [(type: String, body: Data)]) throws -> Data {
        let bitmap = try Bitmap.made(width: 3, height: 2, isOpaque: true) { _, _ in stored }
        var data = try ImageEncoder.encode(bitmap, as: .png)
        // The chunk that says sRGB stands behind the header.
        try #require(data.range(of: Data("sRGB".utf8))?.lowerBound == 37)
        let added = chunks.reduce(Data()) { $0 + PNGBytes.chunk($1.type, $1.body) }
        data.replaceSubrange(33..<46, with: added)
        return data
    }

    private static func numbers(_ values: [Int]) -> Data {
        values.reduce(Data()) { $0 + PNGBytes.bigEndian(UInt32($1)) }
    }

    /// What a colour of Display P3 is in sRGB, by the matrix between them.
    private static func fromDisplayP3(light: (UInt8) -> Double) -> [Double] {
        let (r, g, b) = (light(stored.red), light(stored.green), light(stored.blue))
        return [
            1.22494 * r - 0.22494 * g, -0.04206 * r + 1.04206 * g,
            -0.01964 * r - 0.07864 * g + 1.09828 * b,
        ]
        .map { 255 * SRGBCurve.encode($0) }
    }

    private static func expect(_ data: Data, is expected: [Double]) throws {
        let pixel = try #require(try ImageDecoder.decode(data).pixel(x: 1, y: 1))
        for (byte, value) in zip([pixel.red, pixel.green, pixel.blue], expected) {
            #expect(abs(Double(byte) - value) <= 1.5)
        }
    }

    @Test("Primaries of cHRM are turned into those of sRGB, with its curve")
    func primaries() throws {
        let data = try Self.png([("cHRM", Self.numbers(Self.displayP3))])
        try Self.expect(
            data,
            is: Self.fromDisplayP3 {
                let value = Double($0) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            })
    }

    @Test("Primaries of cHRM go together with the gamma of gAMA")
    func primariesAndGamma() throws {
        let data = try Self.png([
            ("gAMA", Self.numbers([100_000])), ("cHRM", Self.numbers(Self.displayP3)),
        ])
        try Self.expect(data, is: Self.fromDisplayP3 { Double($0) / 255 })
    }

    @Test("Code points of cICP count before everything else")
    func codePoints() throws {
        let wide = try Self.png([
            ("cICP", Data([12, 13, 0, 1])), ("gAMA", Self.numbers([100_000])),
        ])
        let primaries = try Self.png([("cHRM", Self.numbers(Self.displayP3))])
        let difference = try ImageDecoder.decode(wide).difference(
            from: try ImageDecoder.decode(primaries))
        #expect(try #require(difference) <= 1)
        let standard = try Self.png([
            ("cICP", Data([1, 13, 0, 1])), ("cHRM", Self.numbers(Self.displayP3)),
        ])
        #expect(try ImageDecoder.decode(standard).pixel(x: 0, y: 0) == Self.stored)
    }

    @Test("Primaries of sRGB, none at all, and those that are none change nothing")
    func nothingToDo() throws {
        let sRGB = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
        for values in [sRGB, [], [0, 0, 0, 0, 0, 0, 0, 0], [Int(UInt32.max)], Array(sRGB[..<7])] {
            let data = try Self.png([("cHRM", Self.numbers(values))])
            #expect(try ImageDecoder.decode(data).pixel(x: 2, y: 1) == Self.stored)
        }
        let data = try Self.png([
            ("sRGB", Data([0])), ("cHRM", Self.numbers(Self.displayP3)),
        ])
        #expect(try ImageDecoder.decode(data).pixel(x: 2, y: 1) == Self.stored)
    }

    @Test("cICP that cannot be used leaves the word to what comes after it")
    func otherCodePoints() throws {
        // Display P3 with the curve of PQ, and a gamma of 1 beside it.
        let gamma = ("gAMA", Self.numbers([100_000]))
        let both = try ImageDecoder.decode(
            Self.png([("cICP", Data([12, 16, 0, 1])), gamma]))
        let alone = try ImageDecoder.decode(Self.png([gamma]))
        #expect(both == alone)
        #expect(try alone != ImageDecoder.decode(Self.png([])))
    }
}
