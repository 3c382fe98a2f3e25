import Foundation
import Raster
import RasterIO
import Testing

/// Colours that alpha hides must stay hidden, and premultiplied ones must not exceed it.
@Suite("Colours below alpha", .timeLimit(.minutes(1)))
struct HiddenColorTests {
    static func decodes(_ format: EncodedImageFormat) -> Bool {
        ImageCodecRegistry.codecs.contains { $0.format == format }
    }

    /// A lossy WebP of 64×64 made by libwebp with `exact`: a red disc on transparent green.
    private static let disc = """
        UklGRiQDAABXRUJQVlA4WAoAAAAQAAAAPwAAPwAAQUxQSG4AAAABDzD/ERHCUW3bbnJTgOGX8KR8aYm0LyUS
        /jD9DC4dBET0fwL0j+e4B3cKdFYh2QxhO2Q7YTAASaM1UrFOmuz2TLX0zGzxjt3yP5kt3lEtPTPZ7ZlinTRa
        I8kk6YTBdsg2Q1iFZAU6E+juHPf+LFZQOCCQAgAA8BEAnQEqQABAAD4tDoVCoYb/1AYAsS1BtgDxBfgF26Mr
        8A/IDZguAfhB+pP+k6SGAH6zYiz9g/DP2Af1XjAOAB/AP7B/M/UA6gD9YOsA9AD9SfTJ9gD9cP6r7DH8r/P9
        0yXYBqL2ZP8Z9QD9W98A/VxZRFwLx6VdrG+KkxzCRO5KXNmq3pnPJcNlfMtP46i56/ptcbTxJGAA/vAM5e6r
        GnTfxD44A3SUSjPqRNttrhEO5B50qe9uW0hxmsx0bPQidINvH7Ra3qaYrBsezWmhAZh84SaPQRGdsJf0BynF
        1yDHMWlPvbzS8Y/g21ZC5rYqJ993dxbdS9QiYr8iqcixJ2Hl/4T9b8KN6uYZCs09/9p6XI23EL8y2B7ikSKl
        BgSpUbkh8lu/PpnhI9KAAjsV57zaoeYFXGHa487cEacKKq/I67Lb8Oo9plQaFoJD/SLzkOWaiGGNUi0vz0K/
        JzTpxEVy4Pplxy7Eezw+D5hShNXnD0QOrN9X5Nee8ZdIILuhdG6z7bHbkdmy0bjvM125B2PZf/2yUr69MJPZ
        ntqluWWHTjIkGhDrOqezCIw+Q5HyJ2pNLVIkXXAyR4V9+DIqNmgMEPDglWN3vywKAPy7bRiH31PKzf8zNrGI
        +2I3u2QkrrYSsksEGgmNlnUVUVYdokYgGcUOGRfs4s+L4xwRWyQYYkwxprP7gRaBmeMmW3hw3D/+Zm1CkfkM
        /gbYYhMGWeStD1bvR4pD6xYf6OE+SZhDBx/t+BwrYIO5gpv+roN5wisN5k/DRIXG8Un7lgg2X7C3trpeMfwB
        palXAsyD7PvEKbX2XTkdfcCVTVxVZMoBxE/F/wiQf5YTwPGU7j//aehSOHRPE4NiZZ8TbsOAAAA=
        """

    @Test(
        "A reduced lossy WebP shows nothing of its hidden colours",
        .enabled(if: decodes(.webp)))
    func reducedWebP() throws {
        let data = try #require(
            Data(base64Encoded: Self.disc, options: .ignoreUnknownCharacters))
        let full = try ImageDecoder.decode(data)
        let reduced = try ImageDecoder.decode(data, maxPixelSize: 16)
        #expect(reduced == (try full.resampled(width: 16, height: 16)))
        for y in 0..<16 {
            for x in 0..<16 {
                let pixel = try #require(reduced.pixel(x: x, y: y))
                // The compression itself bleeds a little.
                #expect(pixel.green <= 40 + pixel.red / 8, "\(x), \(y): \(pixel)")
            }
        }
    }

    /// A JPEG XL of 4×1 made by libjxl, whose header was changed to say that colours are multiplied by
    /// alpha, although they exceed it.
    private static let bright = "/woAAAaAAVACCAgQAIAASxiLFVJcWU/2K1llJr1gDrAHXzVnRHz/Jx3zC0RuSAI="

    @Test("Premultiplied colours of a JPEG XL are at most alpha", .enabled(if: decodes(.jxl)))
    func brightJXL() throws {
        let bitmap = try ImageDecoder.decode(try #require(Data(base64Encoded: Self.bright)))
        #expect(bitmap.pixel(x: 0, y: 0) == Pixel(red: 64, green: 64, blue: 0, alpha: 64))
        #expect(bitmap.pixel(x: 1, y: 0) == Pixel(red: 10, green: 20, blue: 30, alpha: 200))
        #expect(bitmap.pixel(x: 2, y: 0) == Pixel(red: 0, green: 0, blue: 0, alpha: 0))
        #expect(bitmap.pixel(x: 3, y: 0) == Pixel(red: 0, green: 64, blue: 128, alpha: 128))
    }
}
