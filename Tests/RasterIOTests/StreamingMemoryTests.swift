import Foundation
import Raster
import Testing

@testable import RasterIO

@Suite("Memory of decoding at reduced size", .timeLimit(.minutes(3)))
struct StreamingMemoryTests {
    @Test("The generated picture is what it says, small enough to be decoded whole")
    func generator() throws {
        let bitmap = try ImageDecoder.decode(LargePNG.encoded(width: 300, height: 64))
        #expect(bitmap.width == 300 && bitmap.height == 64)
        for y in 0..<64 {
            let color = LargePNG.bands[y / 32][y % 8]
            let pixel = Pixel(red: color[0], green: color[1], blue: color[2], alpha: 255)
            #expect(bitmap.pixel(x: 0, y: y) == pixel)
            #expect(bitmap.pixel(x: 299, y: y) == pixel)
        }
    }

    @Test(
        """
        DWN-10: a PNG of 100 megapixels is reduced to 200 pixels with less than 20 MB beyond the \
        process and the file
        """)
    func hundredMegapixels() async {
        // A process of its own: what other tests allocate would count as well.
        await #expect(processExitsWith: .success) {
            let data = LargePNG.encoded(width: 10_000, height: 10_000)
            try Self.expectBands(of: data) { $0 }
        }
    }

    @Test(
        """
        DWN-10: a PNG of 100 megapixels of 16 bits in linear light is reduced and converted with \
        less than 20 MB
        """)
    func deepHundredMegapixels() async {
        await #expect(processExitsWith: .success) {
            let data = LargePNG.encoded(width: 10_000, height: 10_000, isDeepAndLinear: true)
            try Self.expectBands(of: data) { 255 * SRGBCurve.encode($0 / 255) }
        }
    }

    /// Reduces 100 megapixels to 200 pixels; `level` tells what becomes of a colour.
    private static func expectBands(of data: Data, level: (Double) -> Double) throws {
        let before = try ProcessMemory.resetPeak()
        let bitmap = try ImageDecoder.decode(
            data, maxPixelSize: 200, limits: DecodeLimits(maxPixels: 100_000_000))
        let used = try ProcessMemory.peak() - before
        try #require(bitmap.width == 200 && bitmap.height == 200)
        for half in 0..<2 {
            let pixel = try #require(bitmap.pixel(x: 77, y: half == 0 ? 40 : 160))
            let mean = LargePNG.mean(ofHalf: half, level)
            // A target row covers 50 rows, of which eight repeat: not quite the mean.
            #expect(abs(Double(pixel.red) - mean[0]) <= 3)
            #expect(abs(Double(pixel.green) - mean[1]) <= 3)
            #expect(abs(Double(pixel.blue) - mean[2]) <= 3)
        }
        #expect(used < 20 << 20, "used \(used) bytes")
    }

    @Test("DWN-10: a JPEG of 24 megapixels is reduced to 200 pixels with less than 8 MB")
    func largeJPEG() async {
        await #expect(processExitsWith: .success) {
            let data = try Self.oneColor(width: 6000, height: 4000, as: .jpeg)
            try await Self.expect(reducing: data, takesLessThan: 8 << 20)
        }
    }

    @Test("DWN-10: a TIFF whose one strip is the picture is reduced row by row")
    func largeTIFF() async {
        await #expect(processExitsWith: .success) {
            let data = LargeTIFF.encoded(width: 4000, height: 4000)
            try await Self.expect(reducing: data, takesLessThan: 8 << 20)
        }
    }

    @Test(
        "DWN-10: a lossy WebP of 12 megapixels is reduced to 200 pixels with less than 12 MB",
        .enabled(if: ImageCodecRegistry.encoder(for: .webp) != nil))
    func largeWebP() async {
        await #expect(processExitsWith: .success) {
            let data = try Self.oneColor(width: 4000, height: 3000, as: .webp)
            try await Self.expect(reducing: data, takesLessThan: 12 << 20)
        }
    }

    private static func oneColor(
        width: Int, height: Int, as format: EncodedImageFormat
    ) throws -> Data {
        let picture = try Bitmap.made(width: width, height: height, isOpaque: true) { _, _ in
            Pixel(red: 200, green: 100, blue: 50, alpha: 255)
        }
        return try ImageEncoder.encode(picture, as: format)
    }

    private static func expect(reducing data: Data, takesLessThan limit: Int) async throws {
        let before = try ProcessMemory.resetPeak()
        let bitmap = try ImageDecoder.decode(data, maxPixelSize: 200)
        let used = try ProcessMemory.peak() - before
        #expect(max(bitmap.width, bitmap.height) == 200)
        #expect(used < limit, "used \(used) bytes")
    }
}

/// An uncompressed grey TIFF of 16 bits in one strip.
enum LargeTIFF {
    static func encoded(width: Int, height: Int) -> Data {
        var row = Data()
        for x in 0..<width { row += [UInt8(truncatingIfNeeded: x), 0x80] }
        var pixels = Data(capacity: row.count * height)
        for _ in 0..<height { pixels += row }
        return TIFFBytes.encoded(width: width, height: height, pixels: pixels)
    }
}

/// What the kernel says about the memory of this process.
enum ProcessMemory {
    struct NoFigure: Error {}

    /// Makes the peak start anew; returns the bytes in use.
    static func resetPeak() throws -> Int {
        // proc(5): 5 resets the peak of the resident set.
        try Data("5\n".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        return try figure("VmRSS:")
    }

    /// Most bytes in use since the peak was reset.
    static func peak() throws -> Int { try figure("VmHWM:") }

    private static func figure(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        guard let kilobytes = line.flatMap({ Int($0.filter(\.isNumber)) }) else { throw NoFigure() }
        return kilobytes << 10
    }
}
