import CRasterIO
import Foundation
import Raster
import TestTools
import Testing

@testable import RasterIO

/// Samples of more than 8 bits keep them until their colours are those of sRGB.
@Suite("Colours of more than 8 bits", .timeLimit(.minutes(1)))
struct DeepColorTests {
    /// A file in which each value of 16 bits occurs once, as the light of a grey.
    enum LinearRamp: String, CaseIterable {
        case greyGamma, greyProfile, greyAlpha, greyInterlaced, greyTIFF, invertedTIFF
        case colorGamma, colorProfile, colorChromaticities, colorTIFF

        var data: Data {
            let gamma = ("gAMA", PNGBytes.bigEndian(100_000))
            let grey = DeepPicture.ramp(channels: 1)
            let gray = ICCBytes.gray()
            let profile = ICCBytes.rgb(ICCBytes.sRGB)
            switch self {
            case .greyGamma: return grey.png([gamma])
            case .greyProfile: return grey.png([ICCBytes.chunk(gray)])
            case .greyAlpha:
                return DeepPicture(width: 256, height: 256, channels: 2) { x, y in
                    [UInt16(y * 256 + x), .max]
                }
                .png([ICCBytes.chunk(gray)])
            case .greyInterlaced: return grey.png([gamma], isInterlaced: true)
            case .greyTIFF: return grey.tiff(profile: gray)
            case .invertedTIFF:
                return DeepPicture(width: 256, height: 256, channels: 1) { x, y in
                    [.max - UInt16(y * 256 + x)]
                }
                .tiff(profile: gray, isInverted: true)
            case .colorGamma: return DeepPicture.ramp(channels: 3).png([gamma])
            case .colorProfile:
                return DeepPicture.ramp(channels: 3).png([ICCBytes.chunk(profile)])
            case .colorChromaticities:
                // White and primaries of Display P3: greys stay greys.
                let points: [UInt32] = [
                    31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000,
                ]
                let body = points.reduce(Data()) { $0 + PNGBytes.bigEndian($1) }
                return DeepPicture.ramp(channels: 3).png([gamma, ("cHRM", body)])
            case .colorTIFF: return DeepPicture.ramp(channels: 3).tiff(profile: profile)
            }
        }
    }

    /// Half a level for rounding, and a tenth for the fixed-point numbers of matrix and tables.
    private static let tolerance = 0.6

    /// The level of sRGB, 0…255, of linear light.
    private static func level(_ light: Double) -> Double {
        255 * SRGBCurve.encode(min(max(light, 0), 1))
    }

    /// What becomes of each value of 16 bits.
    private static let rampLevels = (0..<65_536).map { level(Double($0) / 65_535) }

    /// A picture of 40×30 of any samples.
    private static func noise(channels: Int, seed: UInt64) -> DeepPicture {
        var generator = SeededGenerator(seed: seed)
        return DeepPicture(width: 40, height: 30, channels: channels) { _, _ in
            (0..<channels).map { _ in UInt16.random(in: 0...UInt16.max, using: &generator) }
        }
    }

    /// Linear sRGB of a colour in CIE XYZ, by Cramer's rule.
    private static func standardLight(of color: [Double]) -> [Double] {
        func determinant(_ a: [Double], _ b: [Double], _ c: [Double]) -> Double {
            a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1])
                + c[0] * (a[1] * b[2] - a[2] * b[1])
        }
        let (red, green, blue) = (ICCBytes.sRGB[0], ICCBytes.sRGB[1], ICCBytes.sRGB[2])
        let whole = determinant(red, green, blue)
        return [
            determinant(color, green, blue) / whole, determinant(red, color, blue) / whole,
            determinant(red, green, color) / whole,
        ]
    }

    @Test(
        "Linear light becomes the nearest of 256 levels, and none is left out",
        arguments: LinearRamp.allCases)
    func linearRamp(_ ramp: LinearRamp) throws {
        let bitmap = try ImageDecoder.decode(ramp.data)
        var levels: Set<UInt8> = []
        var worst = 0.0
        bitmap.withUnsafeBytes { bytes in
            for (value, expected) in Self.rampLevels.enumerated() {
                let start = value / 256 * bitmap.bytesPerRow + value % 256 * 4
                levels.insert(bytes[start])
                for byte in bytes[start..<start + 3] {
                    worst = max(worst, abs(Double(byte) - expected))
                }
            }
        }
        #expect(worst <= Self.tolerance)
        #expect(levels.count == 256)
        #expect(bitmap.bitsPerComponent == 16)
    }

    @Test("The same picture is the same as PNG, interlaced PNG and TIFF")
    func containers() throws {
        let picture = Self.noise(channels: 4, seed: 3)
        let profile = ICCBytes.rgb(ICCBytes.displayP3, gamma: 1.8)
        let png = try ImageDecoder.decode(picture.png([ICCBytes.chunk(profile)]))
        let interlaced = picture.png([ICCBytes.chunk(profile)], isInterlaced: true)
        #expect(try ImageDecoder.decode(interlaced) == png)
        #expect(try ImageDecoder.decode(picture.tiff(profile: profile)) == png)
    }

    @Test("Interlaced pictures of every small size are put together right", arguments: 1...9)
    func interlaced(_ width: Int) throws {
        for height in 1...9 {
            let picture = DeepPicture(width: width, height: height, channels: 3) { x, y in
                [UInt16(x * 7000), UInt16(y * 7000), UInt16(x * y * 700)]
            }
            let chunks = [(type: "gAMA", body: PNGBytes.bigEndian(100_000))]
            let plain = try ImageDecoder.decode(picture.png(chunks))
            let passes = try ImageDecoder.decode(picture.png(chunks, isInterlaced: true))
            #expect(plain == passes, "height \(height)")
        }
    }

    @Test("An interlaced picture that ends early is an error")
    func interlacedEnd() throws {
        let data = Self.noise(channels: 3, seed: 4).png(isInterlaced: true)
        #expect(throws: ImageDecodingError.self) {
            try ImageDecoder.decode(data.prefix(data.count / 2))
        }
    }

    @Test("Wide colours are converted before they are rounded")
    func wideColors() throws {
        let picture = Self.noise(channels: 3, seed: 1)
        let profile = ICCBytes.rgb(ICCBytes.displayP3, gamma: 1.8)
        let columns = ICCBytes.displayP3.map(Self.standardLight(of:))
        let files = [picture.png([ICCBytes.chunk(profile)]), picture.tiff(profile: profile)]
        for bitmap in try files.map({ try ImageDecoder.decode($0) }) {
            var worst = 0.0
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    let light = picture.pixel(x: x, y: y).map {
                        // The exponent of the profile is in 1/256.
                        pow(Double($0) / 65_535, 461.0 / 256)
                    }
                    let pixel = try #require(bitmap.pixel(x: x, y: y))
                    for (row, byte) in [pixel.red, pixel.green, pixel.blue].enumerated() {
                        let sum = (0..<3).reduce(0) { $0 + columns[$1][row] * light[$1] }
                        worst = max(worst, abs(Double(byte) - Self.level(sum)))
                    }
                }
            }
            #expect(worst <= Self.tolerance)
        }
    }

    @Test("Profiles that the colour engine converts keep the steps of dark tones as well")
    func engine() throws {
        // Seven times the white of sRGB for each colour, which the fast way refuses.
        let profile = ICCBytes.rgb(
            Array(repeating: [7 * 0.9642, 7, 7 * 0.8249], count: 3))
        #expect(
            try MatrixShaper<UInt16>(#require(ColorProfile(profile, model: .rgb))) == nil)
        let picture = DeepPicture(width: 500, height: 4, channels: 3) { x, y in
            [UInt16](repeating: UInt16(y * 500 + x), count: 3)
        }
        let bitmap = try ImageDecoder.decode(picture.png([ICCBytes.chunk(profile)]))
        for value in 0..<2000 {
            let pixel = try #require(bitmap.pixel(x: value % 500, y: value / 500))
            let expected = Self.level(21 * Double(value) / 65_535)
            // lcms computes white and matrix in 16 bits.
            #expect(abs(Double(pixel.green) - expected) <= 1, "value \(value)")
        }
    }

    @Test("A profile that may hold any number of steps is not followed pixel by pixel")
    func boundedEngine() throws {
        let steps = ICCBytes.rgb(
            ICCBytes.sRGB, others: [("D2B0", Data("mpet".utf8) + Data(count: 12))])
        let profile = try #require(ColorProfile(steps, model: .rgb))
        #expect(UInt16.engineFlags(for: profile) == 0)
        let plain = try #require(ColorProfile(ICCBytes.rgb(ICCBytes.sRGB), model: .rgb))
        #expect(UInt16.engineFlags(for: plain) != 0)
    }

    @Test(
        "Colours are multiplied by alpha before they are rounded", arguments: [2, 4])
    func alpha(_ channels: Int) throws {
        let picture = Self.noise(channels: channels, seed: 2)
        for data in [picture.png(), picture.png(isInterlaced: true), picture.tiff()] {
            let bitmap = try ImageDecoder.decode(data)
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    let samples = picture.pixel(x: x, y: y).map(Int.init)
                    let pixel = try #require(bitmap.pixel(x: x, y: y))
                    let alpha = samples[channels - 1]
                    func nearest(_ color: Int) -> UInt8 {
                        UInt8((color * alpha + 65_535 * 257 / 2) / (65_535 * 257))
                    }
                    let blue = samples[channels - 2]
                    let expected = Pixel(
                        red: nearest(samples[0]), green: nearest(samples[(channels - 1) / 2]),
                        blue: nearest(blue), alpha: UInt8((alpha + 128) / 257))
                    guard pixel == expected else {
                        Issue.record("\(samples) became \(pixel), not \(expected)")
                        return
                    }
                }
            }
        }
    }

    @Test("Colours that a TIFF has multiplied by alpha are divided before they are converted")
    func premultipliedTIFF() throws {
        let straight = DeepPicture(width: 64, height: 64, channels: 4) { x, y in
            [UInt16(x * 64), UInt16(y * 64), UInt16(x * y * 16), UInt16(0xFFFF - x * y * 8)]
        }
        let multiplied = DeepPicture(width: 64, height: 64, channels: 4) { x, y in
            let pixel = straight.pixel(x: x, y: y).map(Int.init)
            return pixel[..<3].map { UInt16(($0 * pixel[3] + 32_767) / 65_535) } + [
                UInt16(pixel[3])
            ]
        }
        let profile = ICCBytes.rgb(ICCBytes.displayP3)
        let expected = try ImageDecoder.decode(straight.tiff(profile: profile))
        let bitmap = try ImageDecoder.decode(
            multiplied.tiff(profile: profile, isPremultiplied: true))
        #expect(try #require(bitmap.difference(from: expected)) <= 1)
        // Without a profile the colours are as they came.
        let plain = try ImageDecoder.decode(multiplied.tiff(isPremultiplied: true))
        for y in 0..<64 {
            let pixel = multiplied.pixel(x: 40, y: y).map { UInt8((Int($0) + 128) / 257) }
            let decoded = try #require(plain.pixel(x: 40, y: y))
            #expect([decoded.red, decoded.green, decoded.blue, decoded.alpha] == pixel)
        }
    }

    @Test("A reduced picture keeps dark tones as well")
    func reduced() throws {
        // 100 of 65535 is nothing in 8 bits of linear light, and five levels of sRGB.
        let picture = DeepPicture(width: 130, height: 70, channels: 1) { _, _ in [100] }
        let gamma = [(type: "gAMA", body: PNGBytes.bigEndian(100_000))]
        let files = [
            picture.png(gamma), picture.png(gamma, isInterlaced: true),
            picture.tiff(profile: ICCBytes.gray()),
        ]
        for data in files {
            let bitmap = try ImageDecoder.decode(data, maxPixelSize: 13)
            #expect(bitmap.width == 13 && bitmap.height == 7)
            #expect(
                bitmap.pixel(x: 6, y: 3) == Pixel(red: 5, green: 5, blue: 5, alpha: 255))
        }
    }

    @Test("An animation of 16 bits is converted like a still picture")
    func animation() throws {
        let picture = DeepPicture(width: 200, height: 2, channels: 1) { x, _ in [UInt16(x * 16)] }
        let gamma = (type: "gAMA", body: PNGBytes.bigEndian(100_000))
        let still = try ImageDecoder.decode(picture.png([gamma]))
        // One frame that plays once; a tenth of a second, at the origin, which replaces.
        let size = PNGBytes.bigEndian(200) + PNGBytes.bigEndian(2)
        let control = PNGBytes.bigEndian(0) + size + Data(count: 8) + [0, 1, 0, 10, 0, 0]
        let data = picture.png([
            gamma, ("acTL", PNGBytes.bigEndian(1) + PNGBytes.bigEndian(1)), ("fcTL", control),
        ])
        let limits = DecodeLimits.default
        let source = try #require(try ImageDecoder.animation(in: data, limits: limits))
        let frame = try source.frame(at: 0, maxPixelSize: nil)
        #expect(frame.difference(from: still) == 0)
    }

    /// A JPEG XL of 32×32 made by cjxl without loss: greys of 0 to 1023 in linear light.
    private static let darkJXL = """
        AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAranhsY/8KR/ADUDQICAIBAFQASxiTDhgOHkoKU3UaWw8IBwAI
        XMsA
        """

    @Test(
        "A JPEG XL keeps the steps of dark tones as well",
        .enabled(if: HiddenColorTests.decodes(.jxl)))
    func jxl() throws {
        let data = try #require(
            Data(base64Encoded: Self.darkJXL, options: .ignoreUnknownCharacters))
        let bitmap = try ImageDecoder.decode(data)
        for value in 0..<1024 {
            let pixel = try #require(bitmap.pixel(x: value % 32, y: value / 32))
            #expect(abs(Double(pixel.green) - Self.rampLevels[value]) <= Self.tolerance)
        }
    }

    @Test("Samples of 9 to 16 bits reach linear light without a loss", arguments: 9...16)
    func depths(_ bits: Int) throws {
        let top = (1 << bits) - 1
        let profile = ICCBytes.rgb(ICCBytes.sRGB)
        let row = try DeepRow(
            width: top + 1, alpha: .none,
            transform: ColorTransform.toSRGB(profile: profile, input: .rgb))
        let pixels = (0...top).flatMap { value in
            (0..<4).flatMap { _ in [UInt8(value & 255), UInt8(value >> 8)] }
        }
        crasterio_deep_widen(pixels, top + 1, UInt32(bits), row.samples)
        var output = [UInt8](repeating: 0, count: 4 * (top + 1))
        row.finish(top + 1, into: &output)
        let worst = (0...top).map { value in
            abs(Double(output[4 * value]) - Self.level(Double(value) / Double(top)))
        }
        #expect((worst.max() ?? 9) <= Self.tolerance)
        #expect(output[3] == 255)
    }

    @Test("A profile of sRGB changes nothing, whatever the depth")
    func standardProfile() throws {
        let picture = Self.noise(channels: 3, seed: 5)
        let points = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
        let deep: ColorTransform<UInt16>? = .toSRGB(chromaticities: points, gamma: nil)
        let plain: ColorTransform<UInt8>? = .toSRGB(chromaticities: points, gamma: nil)
        #expect(deep == nil && plain == nil)
        let bitmap = try ImageDecoder.decode(picture.png([("sRGB", Data([0]))]))
        for x in 0..<picture.width {
            let nearest = picture.pixel(x: x, y: 5).map { UInt8((Int($0) + 128) / 257) }
            let pixel = try #require(bitmap.pixel(x: x, y: 5))
            #expect([pixel.red, pixel.green, pixel.blue] == nearest)
        }
    }
}
