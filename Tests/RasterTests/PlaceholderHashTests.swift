import Foundation
import TestTools
import Testing

@testable import Raster

@Suite("Placeholder hashes", .timeLimit(.minutes(1)))
struct PlaceholderHashTests {
    /// One picture of `Expected/hashes.json`, which encoders of other people wrote.
    struct Case: Decodable, CustomTestStringConvertible, Sendable {
        let picture: String
        let width: Int
        let height: Int
        let thumbHash: Data
        let thumbSize: [Int]
        let thumbPixels: Data?
        let blurHash: String?
        let blurPixels: Data?

        var testDescription: String { "\(picture) \(width)×\(height)" }

        /// The picture, by the formulas of `Expected/make_hashes.py`.
        func bitmap() throws -> Bitmap {
            try TestPictures.make(width: width, height: height) { x, y in
                if picture == "masked", (x + y) % 9 >= 6 {
                    return Pixel(red: 0, green: 0, blue: 0, alpha: 0)
                }
                return Pixel(
                    red: UInt8((x * 200 / width + y) % 256), green: UInt8(x * y * 3 % 256),
                    blue: UInt8((255 - x * 3 + x * y + 256) % 256), alpha: 255)
            }
        }

        static let all: [Case] = {
            let bytes = (try? TestPictures.expected("hashes.json")) ?? []
            return (try? JSONDecoder().decode([Case].self, from: Data(bytes))) ?? []
        }()
    }

    @Test("The cases are there")
    func cases() {
        #expect(Case.all.count == 8)
    }

    @Test("A ThumbHash is the bytes that another encoder gives", arguments: Case.all)
    func encodesThumbHash(_ item: Case) throws {
        #expect(try ThumbHash.encode(item.bitmap()) == item.thumbHash)
    }

    @Test("A ThumbHash gives the picture that another decoder gives, within 2", arguments: Case.all)
    func decodesThumbHash(_ item: Case) throws {
        let bitmap = try ThumbHash.decode(item.thumbHash)
        #expect([bitmap.width, bitmap.height] == item.thumbSize)
        #expect(bitmap.isPremultiplied)
        guard let expected = item.thumbPixels else { return }
        for (index, pixel) in (0..<bitmap.width * bitmap.height).enumerated() {
            let found = try #require(
                bitmap.pixel(x: pixel % bitmap.width, y: pixel / bitmap.width))
            let wanted = expected[(4 * index)..<(4 * index + 4)].map { Int($0) }
            #expect(abs(Int(found.alpha) - wanted[3]) <= 1)
            for (channel, value) in [found.red, found.green, found.blue].enumerated() {
                let premultiplied = Double(wanted[channel] * wanted[3]) / 255
                #expect(abs(Double(value) - premultiplied) <= 2)
            }
        }
    }

    @Test("A BlurHash is the text that another encoder gives", arguments: Case.all)
    func encodesBlurHash(_ item: Case) throws {
        guard let expected = item.blurHash else { return }
        #expect(try BlurHash.encode(item.bitmap()) == expected)
    }

    @Test("A BlurHash gives the picture that another decoder gives, within 1", arguments: Case.all)
    func decodesBlurHash(_ item: Case) throws {
        guard let hash = item.blurHash, let expected = item.blurPixels else { return }
        let bitmap = try BlurHash.decode(hash, width: 20, height: 10)
        #expect(bitmap.isOpaque)
        for index in 0..<200 {
            let found = try #require(bitmap.pixel(x: index % 20, y: index / 20))
            for (channel, value) in [found.red, found.green, found.blue].enumerated() {
                #expect(abs(Int(value) - Int(expected[3 * index + channel])) <= 1)
            }
        }
    }

    @Test("Large pictures are reduced first and look the same")
    func largePictures() throws {
        let color = Pixel(red: 200, green: 100, blue: 50, alpha: 255)
        let picture = try TestPictures.uniform(color, width: 400, height: 200)
        for placeholder in [
            try BlurHash.decode(BlurHash.encode(picture), width: 8, height: 4),
            try ThumbHash.decode(ThumbHash.encode(picture)),
        ] {
            let pixel = try #require(placeholder.pixel(x: 3, y: 2))
            // A ThumbHash keeps six bits of each colour axis.
            #expect(abs(Int(pixel.red) - 200) <= 6)
            #expect(abs(Int(pixel.green) - 100) <= 6)
            #expect(abs(Int(pixel.blue) - 50) <= 6)
        }
    }

    @Test("Components outside 1 to 9 are refused", arguments: [(0, 3), (4, 10), (-1, -1)])
    func badComponents(components: (Int, Int)) throws {
        let picture = try TestPictures.coordinates(width: 3, height: 3)
        #expect(throws: PlaceholderHashError.componentsOutOfRange(x: components.0, y: components.1))
        {
            try BlurHash.encode(picture, componentsX: components.0, componentsY: components.1)
        }
    }

    @Test("One component is the average alone")
    func oneComponent() throws {
        let picture = try TestPictures.uniform(
            Pixel(red: 255, green: 0, blue: 0, alpha: 255), width: 3, height: 3)
        let hash = try BlurHash.encode(picture, componentsX: 1, componentsY: 1)
        #expect(hash.count == 6)
        let result = try BlurHash.decode(hash, width: 2, height: 2)
        #expect(result.pixel(x: 1, y: 1) == Pixel(red: 255, green: 0, blue: 0, alpha: 255))
    }

    @Test(
        "Text that is no BlurHash is refused",
        arguments: ["", "0", "00000", "L000", "LEHV6nWB2yk8pyo0adR*.7kCMdn", "ééééééé", "\"00000"])
    func badBlurHashes(text: String) {
        #expect(throws: PlaceholderHashError.malformedBlurHash) {
            try BlurHash.decode(text, width: 4, height: 4)
        }
    }

    @Test("No text of a BlurHash's length traps")
    func anyBlurHash() throws {
        var generator = SeededGenerator(seed: 83)
        for _ in 0..<200 {
            let digits = (0..<28).map { _ in
                Base83.encode(Int.random(in: 0..<83, using: &generator), digits: 1)
            }
            let text = "L" + digits.dropFirst().joined()
            let result = try BlurHash.decode(text, width: 3, height: 3, punch: 1e9)
            #expect(result.pixel(x: 0, y: 0)?.alpha == 255)
        }
    }

    @Test("Truncated ThumbHashes are refused, no bytes trap")
    func badThumbHashes() throws {
        let whole = try #require(Case.all.last).thumbHash
        for count in 0..<whole.count - 1 {
            #expect(throws: PlaceholderHashError.malformedThumbHash(bytes: count)) {
                try ThumbHash.decode(whole.prefix(count))
            }
        }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let bytes = Data((0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) })
            #expect(try ThumbHash.decode(bytes).isPremultiplied)
        }
    }
}
