import Foundation
import TestTools

/// A picture of 16 bits a sample, made in the test and written without compression.
struct DeepPicture: Sendable {
    let width: Int
    let height: Int
    /// 1 grey, 2 grey and alpha, 3 colour, 4 colour and alpha.
    let channels: Int
    /// Rows from top to bottom, red before green and blue.
    let samples: [UInt16]

    /// Makes a picture of the samples that a function gives for each pixel.
    init(width: Int, height: Int, channels: Int, _ pixel: (_ x: Int, _ y: Int) -> [UInt16]) {
        self.width = width
        self.height = height
        self.channels = channels
        samples = (0..<width * height).flatMap { pixel($0 % width, $0 / width) }
        precondition(samples.count == width * height * channels)
    }

    /// A picture of 256×256 in which every value occurs once, as a grey.
    static func ramp(channels: Int) -> DeepPicture {
        DeepPicture(width: 256, height: 256, channels: channels) { x, y in
            [UInt16](repeating: UInt16(y * 256 + x), count: channels)
        }
    }

    /// The samples of a pixel.
    func pixel(x: Int, y: Int) -> ArraySlice<UInt16> {
        let start = (y * width + x) * channels
        return samples[start..<start + channels]
    }

    /// The picture as PNG.
    ///
    /// - Parameters:
    ///   - chunks: What stands between the header and the pixels.
    ///   - isInterlaced: Whether the rows come in seven passes.
    /// - Returns: The file.
    func png(_ chunks: [(type: String, body: Data)] = [], isInterlaced: Bool = false) -> Data {
        var header = PNGBytes.bigEndian(UInt32(width)) + PNGBytes.bigEndian(UInt32(height))
        header += [16, [1: 0, 2: 4, 3: 2, 4: 6][channels] ?? 0, 0, 0, isInterlaced ? 1 : 0]
        // PNG specification, section 8.2: first column and row, then the steps.
        let passes =
            isInterlaced
            ? [
                (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                (0, 1, 1, 2),
            ] : [(0, 0, 1, 1)]
        var rows: [UInt8] = []
        for (x0, y0, dx, dy) in passes where x0 < width {
            for y in stride(from: y0, to: height, by: dy) {
                rows.append(0)
                for x in stride(from: x0, to: width, by: dx) {
                    for sample in pixel(x: x, y: y) {
                        rows += [UInt8(sample >> 8), UInt8(sample & 255)]
                    }
                }
            }
        }
        var png = PNGBytes.signature + PNGBytes.chunk("IHDR", header)
        for chunk in chunks { png += PNGBytes.chunk(chunk.type, chunk.body) }
        return png + PNGBytes.chunk("IDAT", StoredZlib.stream(rows))
            + PNGBytes.chunk("IEND", Data())
    }

    /// The picture as TIFF in one strip, its numbers little-endian.
    ///
    /// - Parameters:
    ///   - profile: An ICC profile.
    ///   - isPremultiplied: Whether colours are said to be multiplied by alpha.
    ///   - isInverted: Whether 0 is said to be white.
    /// - Returns: The file.
    func tiff(
        profile: Data? = nil, isPremultiplied: Bool = false, isInverted: Bool = false
    ) -> Data {
        let pixels = samples.reduce(into: Data(capacity: samples.count * 2)) {
            $0 += [UInt8($1 & 255), UInt8($1 >> 8)]
        }
        return TIFFBytes.encoded(
            width: width, height: height, samplesPerPixel: channels,
            photometric: channels > 2 ? 2 : isInverted ? 0 : 1,
            extra: channels.isMultiple(of: 2) ? (isPremultiplied ? 1 : 2) : nil, profile: profile,
            pixels: pixels)
    }
}

/// An uncompressed TIFF of 16 bits in one strip.
enum TIFFBytes {
    /// Encodes samples, which are little-endian; `extra` says what the last one of a pixel is.
    static func encoded(
        width: Int, height: Int, samplesPerPixel: Int = 1, photometric: UInt32 = 1,
        extra: UInt32? = nil, profile: Data? = nil, pixels: Data
    ) -> Data {
        let count = UInt32(samplesPerPixel)
        // Tag, type (3 is 16 bits, 4 is 32, 7 is bytes), count, value.
        var entries: [(tag: UInt16, type: UInt16, count: UInt32, value: UInt32)] = [
            (256, 4, 1, UInt32(width)), (257, 4, 1, UInt32(height)), (258, 3, 1, 16),
            (259, 3, 1, 1), (262, 3, 1, photometric), (273, 4, 1, 0), (277, 3, 1, count),
            (278, 4, 1, UInt32(height)), (279, 4, 1, UInt32(pixels.count)),
        ]
        if let extra { entries.append((338, 3, 1, extra)) }
        if let profile { entries.append((34_675, 7, UInt32(profile.count), 0)) }
        // The directory, the bits of each sample, the profile, the strip.
        let bits = 8 + 2 + 12 * UInt32(entries.count) + 4
        if count > 2 {
            entries[2].count = count
            entries[2].value = bits
        } else if count == 2 {
            entries[2].count = 2
            entries[2].value = 16 << 16 | 16
        }
        if profile != nil { entries[entries.count - 1].value = bits + 8 }
        entries[5].value = bits + 8 + UInt32(profile?.count ?? 0)
        var data = Data([0x49, 0x49, 42, 0, 8, 0, 0, 0])
        func append<Value: FixedWidthInteger>(_ value: Value) {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        append(UInt16(entries.count))
        for entry in entries {
            append(entry.tag)
            append(entry.type)
            append(entry.count)
            append(entry.value)
        }
        append(UInt32(0))
        for _ in 0..<4 { append(UInt16(16)) }
        return data + (profile ?? Data()) + pixels
    }
}
