import Foundation
import Kingfisher

/// Feeds damaged pictures to every decoder.
///
/// Usage: `DecoderFuzz SECONDS FILE…`. Each file is edited at random and decoded for that many
/// seconds: whole, at reduced size, as an animation, and its header alone. An error is fine; a trap,
/// a report of a sanitizer or a decode of more than ten seconds is a finding, and the input stands in
/// `fuzz-input` in the working directory. `DecoderFuzz 0 FILE` decodes a file as it is.
@main
enum DecoderFuzz {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let seconds = arguments.first.flatMap(Double.init), arguments.count > 1 else {
            print("usage: DecoderFuzz SECONDS FILE…")
            exit(2)
        }
        let seed =
            UInt64(ProcessInfo.processInfo.environment["FUZZ_SEED"] ?? "")
            ?? .random(in: 0...(.max))
        print("FUZZ_SEED=\(seed)")
        for path in arguments.dropFirst() {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            guard seconds > 0 else {
                decode(data)
                continue
            }
            let rounds = try fuzz(data, seconds: seconds, seed: seed)
            print("\(path): \(rounds) rounds")
        }
    }

    private static func fuzz(_ data: Data, seconds: Double, seed: UInt64) throws -> Int {
        var generator = Generator(state: seed)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        var rounds = 0
        while clock.now < end {
            let damaged = edited(data, by: &generator)
            // Written first: after a trap nobody can.
            try damaged.write(to: URL(fileURLWithPath: "fuzz-input"))
            let time = clock.measure { decode(damaged) }
            if time > .seconds(10) { fatalError("A decode took \(time).") }
            rounds += 1
        }
        return rounds
    }

    private static func decode(_ data: Data) {
        let limits = DecodeLimits(maxPixels: 4_000_000, maxFrames: 200)
        _ = try? ImageDecoder.header(of: data)
        _ = try? ImageDecoder.decode(data, limits: limits)
        _ = try? ImageDecoder.decode(data, maxPixelSize: 7, limits: limits)
        guard let source = try? ImageDecoder.animation(in: data, limits: limits) else { return }
        for index in stride(from: source.frameCount - 1, through: 0, by: -3) {
            _ = try? source.frame(at: index, maxPixelSize: 9)
        }
    }

    private static func edited(_ original: Data, by generator: inout Generator) -> Data {
        var data = original
        for _ in 0..<Int.random(in: 1...8, using: &generator) where !data.isEmpty {
            let index = Int.random(in: 0..<data.count, using: &generator)
            let end = min(data.count, index + Int.random(in: 1...32, using: &generator))
            switch Int.random(in: 0..<7, using: &generator) {
            case 0, 1: data[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: data[index] = UInt8.random(in: 0...255, using: &generator)
            case 3: data.replaceSubrange(index..<end, with: repeatElement(0xFF, count: end - index))
            case 4: data.removeSubrange(index..<end)
            case 5: data.insert(contentsOf: Data(data[index..<end]), at: index)
            default: data = Data(data.prefix(index))
            }
        }
        return data
    }

    /// SplitMix64: a run is repeated by its seed.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }
}
