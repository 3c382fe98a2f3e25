import CRasterIO
import Foundation
import Raster
import Testing

@testable import RasterIO

@Suite("Samples of more than 8 bits", .timeLimit(.minutes(1)))
struct DepthTests {
    @Test("Every value of 9 to 16 bits becomes the nearest of 256", arguments: 9...16)
    func narrowing(_ bits: Int) {
        let top = (1 << bits) - 1
        let values = (0...top).map { UInt16($0) }
        var pixels: [UInt8] = []
        for value in values {
            for sample in [value, 0, UInt16(top), value] {
                pixels.append(UInt8(sample & 255))
                pixels.append(UInt8(sample >> 8))
            }
        }
        var output = [UInt8](repeating: 1, count: values.count * 4)
        var deep = [UInt16](repeating: 1, count: values.count * 4)
        crasterio_deep_widen(pixels, values.count, UInt32(bits), &deep)
        crasterio_deep_narrow(deep, values.count, &output)
        for (index, value) in values.enumerated() {
            // In whole numbers, so that nothing depends on how halves are rounded: there are none.
            let nearest = UInt8((Int(value) * 255 * 2 + top) / (2 * top))
            guard output[4 * index] == 255, output[4 * index + 1] == 0,
                output[4 * index + 2] == nearest, output[4 * index + 3] == nearest
            else {
                Issue.record("\(value) of \(top) became \(output[4 * index + 2])")
                return
            }
        }
    }

    @Test("A grey TIFF of 16 bits is rounded, not cut off")
    func greyTIFF() throws {
        let bitmap = try ImageDecoder.decode(LargeTIFF.encoded(width: 256, height: 3))
        for x in 0..<256 {
            // The samples are 0x8000 to 0x80FF.
            let nearest = UInt8(((0x8000 + x) * 255 + 32767) / 65535)
            #expect(bitmap.pixel(x: x, y: 2)?.green == nearest, "column \(x)")
        }
        #expect(bitmap.bitsPerComponent == 16)
    }

    @Test(
        "DEC-7: a bitmap says how fine its source was, upright or turned, and 8 once resampled",
        arguments: [
            ("png-c0-8bit.png", 8), ("png-c3-1bit.png", 8), ("png-c0-16bit.png", 16),
            ("png-c6-16bit.png", 16), ("png-c6-16bit-adam7.png", 16), ("heic-deep.heic", 10),
            ("jpeg-444.jpg", 8), ("gif-87a.gif", 8),
        ])
    func bits(_ name: String, _ bits: Int) throws {
        // HEIC is read only where its package trait is on.
        guard !name.hasPrefix("heic-") || Fixture.all.contains(where: { $0.name == name }) else {
            return
        }
        let bitmap = try ImageDecoder.decode(try Fixture.data(name))
        #expect(bitmap.bitsPerComponent == bits)
        #expect(bitmap.bitsPerPixel == 32)
        #expect(try bitmap.upright(from: .right).bitsPerComponent == bits)
        #expect(try bitmap.resampled(width: 3, height: 3).bitsPerComponent == 8)
    }

    @Test("A picture of more than 8 bits remembers its file, whole and for itself alone")
    func rememberedFile() throws {
        let names = ["png-c6-16bit.png", "heic-deep.heic", "jxl-deep.jxl"]
        let known = names.filter { name in Fixture.all.contains { $0.name == name } }
        let files =
            try known.map { try Fixture.data($0) } + [LargeTIFF.encoded(width: 64, height: 32)]
        for data in files {
            let bitmap = try ImageDecoder.decode(data)
            #expect(bitmap.origin.encoded == data)
            #expect(try ImageDecoder.decode(data, maxPixelSize: 4).origin.encoded == nil)
            #expect(try bitmap.resampled(width: 3, height: 3).origin.encoded == nil)
        }
        #expect(try ImageDecoder.decode(Fixture.data("png-icc-rgb.png")).origin.encoded == nil)
    }

    @Test(
        "The curve that an AVIF names is taken away, if it is linear light or a power",
        .enabled(if: HiddenColorTests.decodes(.avif)),
        arguments: [(4, 2.2), (5, 2.8), (8, 1)])
    func avifCurve(_ transfer: UInt8, _ gamma: Double) throws {
        let plain = try Fixture.data("avif-opaque.avif")
        var data = plain
        let box = try #require(data.range(of: Data("colrnclx".utf8)))
        // The primaries come first, two bytes each.
        data[box.upperBound + 3] = transfer
        let (sRGB, curved) = (try ImageDecoder.decode(plain), try ImageDecoder.decode(data))
        for x in stride(from: 0, to: sRGB.width, by: 7) {
            for y in stride(from: 0, to: sRGB.height, by: 5) {
                let stored = try #require(sRGB.pixel(x: x, y: y))
                let shown = try #require(curved.pixel(x: x, y: y))
                for (old, new) in [
                    (stored.red, shown.red), (stored.green, shown.green),
                    (stored.blue, shown.blue),
                ] {
                    let light = pow(Double(old) / 255, gamma)
                    let expected =
                        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
                    #expect(abs(Double(new) - 255 * expected) <= 1, "\(x), \(y)")
                }
            }
        }
    }

    @Test("A TIFF of 32 bits is refused as a kind that is not supported")
    func deepTIFF() throws {
        var data = LargeTIFF.encoded(width: 16, height: 4)
        // The value of the third entry: bits of a sample.
        data[8 + 2 + 2 * 12 + 8] = 32
        let error = #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(data) }
        guard case .unsupported(format: .tiff, _) = error else {
            Issue.record("unexpected \(String(describing: error))")
            return
        }
    }
}
