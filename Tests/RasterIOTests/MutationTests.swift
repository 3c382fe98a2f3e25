import Foundation
import Raster
import RasterIO
import TestTools
import Testing

extension Data {
    /// This data with a few random edits: bits flipped, bytes set, parts removed, repeated or cut.
    func mutated(by generator: inout SeededGenerator) -> Data {
        var data = Data(self)
        for _ in 0..<Int.random(in: 1...6, using: &generator) where !data.isEmpty {
            let index = Int.random(in: 0..<data.count, using: &generator)
            let length = Int.random(in: 1...16, using: &generator)
            let end = Swift.min(data.count, index + length)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: data[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: data[index] = UInt8.random(in: 0...255, using: &generator)
            case 2: data[index] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &generator) ?? 0
            case 3: data.removeSubrange(index..<end)
            case 4: data.insert(contentsOf: Data(data[index..<end]), at: index)
            default: data = Data(data.prefix(index))
            }
        }
        return data
    }
}

@Suite("Damaged pictures never trap", .timeLimit(.minutes(5)))
struct MutationTests {
    @Test("Random edits of a picture give a picture or a typed error", arguments: Fixture.all)
    func edits(_ fixture: Fixture) throws {
        let data = try fixture.data()
        var generator = SeededGenerator(
            seed: UInt64(fixture.name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }))
        let limits = DecodeLimits(maxPixels: 1_000_000, maxFrames: 100)
        for round in 0..<60 {
            let damaged = data.mutated(by: &generator)
            let size = round.isMultiple(of: 3) ? 9 : nil
            do {
                let bitmap = try ImageDecoder.decode(damaged, maxPixelSize: size, limits: limits)
                #expect(bitmap.width * bitmap.height <= limits.maxPixels)
            } catch {
                #expect(error is ImageDecodingError || error is RasterError, "\(error)")
            }
        }
    }
}
