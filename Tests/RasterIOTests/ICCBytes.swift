import Foundation
import TestTools

/// Small ICC profiles, made in the test (ICC.1, section 7).
enum ICCBytes {
    /// The colorants of sRGB, adapted to D50: red, green and blue in CIE XYZ.
    static let sRGB = [
        [0.4360747, 0.2225045, 0.0139322], [0.3850649, 0.7168786, 0.0971045],
        [0.1430804, 0.0606169, 0.7141733],
    ]
    /// The colorants of Display P3, adapted to D50.
    static let displayP3 = [
        [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
    ]

    /// A profile of RGB.
    ///
    /// - Parameters:
    ///   - colorants: Red, green and blue in CIE XYZ.
    ///   - gamma: The exponent from stored values to light, nil for linear light.
    ///   - others: More tags. Default none.
    /// - Returns: The bytes.
    static func rgb(
        _ colorants: [[Double]], gamma: Double? = nil, others: [(String, Data)] = []
    ) -> Data {
        var tags = zip(["rXYZ", "gXYZ", "bXYZ"], colorants).map {
            ($0, text("XYZ ") + PNGBytes.bigEndian(0) + $1.map(fixed).reduce(Data(), +))
        }
        tags += ["rTRC", "gTRC", "bTRC"].map { ($0, curve(gamma)) }
        return profile("RGB ", tags + others)
    }

    /// A profile of grey.
    static func gray(gamma: Double? = nil) -> Data { profile("GRAY", [("kTRC", curve(gamma))]) }

    /// The chunk of a PNG that holds a profile.
    static func chunk(_ profile: Data) -> (type: String, body: Data) {
        ("iCCP", text("test") + [0, 0] + StoredZlib.stream([UInt8](profile)))
    }

    private static func profile(_ space: String, _ tags: [(name: String, body: Data)]) -> Data {
        var table = PNGBytes.bigEndian(UInt32(tags.count))
        var bodies = Data()
        let start = 128 + 4 + 12 * tags.count
        for tag in tags {
            table += text(tag.name) + PNGBytes.bigEndian(UInt32(start + bodies.count))
            table += PNGBytes.bigEndian(UInt32(tag.body.count))
            bodies += tag.body
        }
        var header = PNGBytes.bigEndian(UInt32(start + bodies.count)) + PNGBytes.bigEndian(0)
        header += PNGBytes.bigEndian(0x0210_0000) + text("mntr\(space)XYZ ") + Data(count: 12)
        header += text("acsp") + Data(count: 28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
        return header + Data(count: 128 - header.count) + table + bodies
    }

    private static func text(_ value: String) -> Data { Data(value.utf8) }

    private static func fixed(_ value: Double) -> Data {
        PNGBytes.bigEndian(UInt32(bitPattern: Int32((value * 65_536).rounded())))
    }

    /// A curve without points is a straight line; with one, that is the exponent in 1/256.
    private static func curve(_ gamma: Double?) -> Data {
        let start = text("curv") + PNGBytes.bigEndian(0)
        guard let gamma else { return start + PNGBytes.bigEndian(0) }
        let exponent = UInt16((gamma * 256).rounded())
        return start + PNGBytes.bigEndian(1) + [UInt8(exponent >> 8), UInt8(exponent & 255), 0, 0]
    }
}
