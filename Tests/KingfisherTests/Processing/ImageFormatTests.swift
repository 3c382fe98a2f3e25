import Foundation
import Testing

@testable import Kingfisher

@Suite("Format detection", .timeLimit(.minutes(1)))
struct ImageFormatTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    @Test("FMT-1: fewer than nine bytes are unknown, whatever they are")
    func shortData() {
        #expect(Data().kf.imageFormat == .unknown)
        #expect(Data(Self.png).kf.imageFormat == .unknown)
        #expect(Data(Self.png + [0]).kf.imageFormat == .PNG)
        #expect(Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0]).kf.imageFormat == .unknown)
    }

    @Test("FMT-2 to FMT-4: PNG, JPEG and GIF are known by their first bytes")
    func knownFormats() {
        let rest = [UInt8](repeating: 0, count: 9)
        #expect(Data(Self.png + rest).kf.imageFormat == .PNG)
        #expect(Data([0xFF, 0xD8, 0xFF] + rest).kf.imageFormat == .JPEG)
        #expect(Data(Array("GIF00x".utf8) + rest).kf.imageFormat == .GIF)
    }

    @Test(
        "FMT-5, FMT-6: anything else is unknown",
        arguments: [
            Array(1...8), Array("hello".utf8), Array("RIFF0000WEBPVP8 ".utf8),
            Array("BM0000000000".utf8), Array(" \u{89}PNG00000000".utf8),
            [0, 0, 0, 24] + Array("ftypheic0000mif1".utf8),
            [0, 0, 0, 24] + Array("ftypavif0000mif1".utf8),
            Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0], Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 0],
            Array("%PDF-1.7\n%1234".utf8), Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
        ] as [[UInt8]])
    func otherFormats(bytes: [UInt8]) {
        #expect(Data(bytes).kf.imageFormat == .unknown)
    }

    @Test("FMT-7: slices that do not start at 0 are looked at from their start")
    func slices() {
        let data = Data([1, 2, 3] + Self.png + [0, 0])
        #expect(data.dropFirst(3).kf.imageFormat == .PNG)
        #expect(data.kf.imageFormat == .unknown)
        let jpeg = Data([9, 9, 0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0, 0xFF, 0xC2])
        #expect(jpeg.dropFirst(2).kf.contains(jpeg: .SOF2))
    }

    @Test("FMT-8: markers have the second byte of the standard")
    func markerBytes() {
        let markers: [(ImageFormat.JPEGMarker, UInt8)] = [
            (.SOF0, 0xC0), (.SOF2, 0xC2), (.DHT, 0xC4), (.DQT, 0xDB), (.DRI, 0xDD), (.SOS, 0xDA),
            (.RSTn(0), 0xD0), (.RSTn(7), 0xD7), (.APPn, 0xE0), (.COM, 0xFE), (.EOI, 0xD9),
        ]
        for (marker, byte) in markers {
            #expect(marker.bytes == [0xFF, byte])
        }
        // A number that no marker has must not trap.
        #expect(ImageFormat.JPEGMarker.RSTn(255).bytes == [0xFF, 0xD7])
    }

    @Test("FMT-9: a marker counts anywhere, but only in JPEG data")
    func markers() {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 2, 3, 0xFF, 0xC2, 5]
        #expect(Data(jpeg).kf.contains(jpeg: .SOF2))
        #expect(!Data(jpeg).kf.contains(jpeg: .SOF0))
        #expect(!Data(jpeg.dropLast(2)).kf.contains(jpeg: .SOF2))
        #expect(!Data(Self.png + [0xFF, 0xC2, 0, 0]).kf.contains(jpeg: .SOF2))
    }
}
