import Foundation
import Testing

@testable import RasterIO

@Suite("The way from simple profiles to sRGB", .timeLimit(.minutes(1)))
struct MatrixShaperTests {
    /// What white, a dark grey and black become, as their red.
    private static func converted(_ profile: Data) throws -> [UInt8] {
        let transform = try #require(
            ColorTransform<UInt8>.toSRGB(profile: profile, input: .rgb))
        var pixels: [UInt8] = [255, 255, 255, 255, 2, 2, 2, 255, 0, 0, 0, 255]
        transform.apply(to: &pixels, count: 3)
        return [pixels[2], pixels[6], pixels[10]]
    }

    @Test("Rows whose three products overflow together are left to the colour engine")
    func hostile() throws {
        // Seven times the white of sRGB for each colour gives rows of 7, 7, 7.
        let data = ICCBytes.rgb(Array(repeating: [7 * 0.9642, 7, 7 * 0.8249], count: 3))
        let profile = try #require(ColorProfile(data, model: .rgb))
        #expect(MatrixShaper<UInt8>(profile) == nil)
        let values = try Self.converted(data)
        #expect(values[0] == 255)
        // 21 times 2/255 in linear light.
        #expect(abs(Int(values[1]) - Int(255 * SRGBCurve.encode(42.0 / 255))) <= 2)
        #expect(values[2] == 0)
    }

    @Test("Real primaries take the fast way")
    func real() throws {
        let data = ICCBytes.rgb([
            [0.4360, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7139],
        ])
        let profile = try #require(ColorProfile(data, model: .rgb))
        #expect(MatrixShaper<UInt8>(profile) != nil)
        #expect(try Self.converted(data)[0] == 255)
    }
}
