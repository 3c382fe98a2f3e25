import Foundation
import Testing

@testable import RasterIO

@Suite("The way from simple profiles to sRGB", .timeLimit(.minutes(1)))
struct MatrixShaperTests {
    /// A profile of linear RGB; colorants as red, green and blue in CIE XYZ.
    private static func profile(_ colorants: [[Double]]) -> Data {
        func number(_ value: UInt32) -> Data { withUnsafeBytes(of: value.bigEndian) { Data($0) } }
        func fixed(_ value: Double) -> Data { number(UInt32((value * 65_536).rounded())) }
        func text(_ value: String) -> Data { Data(value.utf8) }
        var tags: [(name: String, body: Data)] = zip(["rXYZ", "gXYZ", "bXYZ"], colorants).map {
            ($0, text("XYZ ") + number(0) + $1.map(fixed).reduce(Data(), +))
        }
        for name in ["rTRC", "gTRC", "bTRC"] {
            tags.append((name, text("curv") + number(0) + number(0)))
        }
        var table = number(UInt32(tags.count))
        var bodies = Data()
        let start = 128 + 4 + 12 * tags.count
        for tag in tags {
            table += text(tag.name) + number(UInt32(start + bodies.count))
            table += number(UInt32(tag.body.count))
            bodies += tag.body
        }
        var header = number(UInt32(start + bodies.count)) + number(0) + number(0x0210_0000)
        header += text("mntrRGB XYZ ") + Data(count: 12) + text("acsp") + Data(count: 28)
        header += fixed(0.9642) + fixed(1) + fixed(0.8249)
        return header + Data(count: 128 - header.count) + table + bodies
    }

    /// What white, a dark grey and black become, as their red.
    private static func converted(_ profile: Data) throws -> [UInt8] {
        let transform = try #require(ColorTransform.toSRGB(profile: profile, input: .rgb))
        var pixels: [UInt8] = [255, 255, 255, 255, 2, 2, 2, 255, 0, 0, 0, 255]
        transform.apply(to: &pixels, count: 3)
        return [pixels[2], pixels[6], pixels[10]]
    }

    @Test("Rows whose three products overflow together are left to the colour engine")
    func hostile() throws {
        // Seven times the white of sRGB for each colour gives rows of 7, 7, 7.
        let data = Self.profile(Array(repeating: [7 * 0.9642, 7, 7 * 0.8249], count: 3))
        let profile = try #require(ColorProfile(data, model: .rgb))
        #expect(MatrixShaper(profile) == nil)
        let values = try Self.converted(data)
        #expect(values[0] == 255)
        // 21 times 2/255 in linear light.
        #expect(abs(Int(values[1]) - Int(255 * SRGBCurve.encode(42.0 / 255))) <= 2)
        #expect(values[2] == 0)
    }

    @Test("Real primaries take the fast way")
    func real() throws {
        let data = Self.profile([
            [0.4360, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7139],
        ])
        let profile = try #require(ColorProfile(data, model: .rgb))
        #expect(MatrixShaper(profile) != nil)
        #expect(try Self.converted(data)[0] == 255)
    }
}
