import Foundation
import Raster
import RasterIO
import Testing

/// A picture in Fixtures and what it must decode to; both come from make-fixtures.py.
struct Fixture: Decodable, Sendable, CustomTestStringConvertible {
    var name = ""
    let width: Int
    let height: Int
    let tolerance: Int
    let pixels: Data
    let bits: Int
    let alpha: Bool
    let orientation: Int?
    /// Name of the colour profile.
    let profile: String?
    /// Pixels of all frames, nil for still pictures.
    let frames: [Data]?
    /// Seconds of all frames.
    let durations: [Double]?
    /// How often an animation plays, 0 for without end.
    let loops: Int?

    var testDescription: String { name }

    private enum CodingKeys: CodingKey {
        case width, height, tolerance, pixels, bits, alpha, orientation, profile, frames, durations,
            loops
    }

    private static let folder = Bundle.module.bundleURL.appendingPathComponent("Fixtures")

    /// All fixtures, by name.
    ///
    /// Empty when the table cannot be read, which a test notices.
    static let all: [Fixture] = {
        guard let table = try? Data(contentsOf: folder.appendingPathComponent("expected.json")),
            let fixtures = try? JSONDecoder().decode([String: Fixture].self, from: table)
        else { return [] }
        return fixtures.map { name, fixture in
            var fixture = fixture
            fixture.name = name
            return fixture
        }
        .filter { fixture in
            // Formats that this build leaves out are not tested.
            ImageCodecRegistry.codecs.contains { fixture.name.hasPrefix("\($0.format.name)-") }
        }
        .sorted { $0.name < $1.name }
    }()

    static func named(_ prefix: String) -> [Fixture] {
        all.filter { $0.name.hasPrefix(prefix) }
    }

    static func data(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(name))
    }

    func data() throws -> Data { try Fixture.data(name) }

    /// The largest difference of any byte from what is expected; nil when the sizes differ.
    func difference(from bitmap: Bitmap, frame: Int? = nil) -> Int? {
        guard let pixels = frame.map({ frames?[$0] }) ?? pixels else { return nil }
        guard bitmap.width == width, bitmap.height == height else { return nil }
        let rowSize = width * 4
        var worst = 0
        bitmap.withUnsafeBytes { bytes in
            for y in 0..<height {
                for i in 0..<rowSize {
                    let expected = Int(pixels[pixels.startIndex + y * rowSize + i])
                    worst = max(worst, abs(Int(bytes[y * bitmap.bytesPerRow + i]) - expected))
                }
            }
        }
        return worst
    }
}

extension Bitmap {
    /// A bitmap whose pixels a function gives, premultiplied.
    static func made(
        width: Int, height: Int, isOpaque: Bool = false, _ pixel: (Int, Int) -> Pixel
    ) throws -> Bitmap {
        try Bitmap(width: width, height: height, isOpaque: isOpaque) { buffer, bytesPerRow in
            for y in 0..<height {
                for x in 0..<width {
                    let offset = y * bytesPerRow + x * 4
                    let value = pixel(x, y)
                    buffer[offset] = value.blue
                    buffer[offset + 1] = value.green
                    buffer[offset + 2] = value.red
                    buffer[offset + 3] = value.alpha
                }
            }
        }
    }

    /// A picture with smooth colours, opaque.
    static func smooth(width: Int, height: Int) throws -> Bitmap {
        try made(width: width, height: height, isOpaque: true) { x, y in
            Pixel(
                red: UInt8(255 * x / max(1, width - 1)), green: UInt8(255 * y / max(1, height - 1)),
                blue: UInt8(128), alpha: 255)
        }
    }

    /// The largest difference between any two bytes; nil when the sizes differ.
    func difference(from other: Bitmap) -> Int? {
        guard width == other.width, height == other.height else { return nil }
        return withUnsafeBytes { left in
            other.withUnsafeBytes { right in
                zip(left, right).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
            }
        }
    }
}
