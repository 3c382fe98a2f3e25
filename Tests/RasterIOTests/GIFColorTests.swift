import CRasterIO
import TestTools
import Testing

@Suite("Colours of GIF rows", .timeLimit(.minutes(1)))
struct GIFColorTests {
    @Test("Vector and scalar code give the same colours for every width", arguments: [true, false])
    func scalar(replaces: Bool) {
        var generator = SeededGenerator(seed: 11)
        var palette = (0..<256).map { _ in UInt32.random(in: 1...UInt32.max, using: &generator) }
        // Transparent ones among them.
        for index in stride(from: 0, to: 256, by: 3) { palette[index] = 0 }
        for width in 0...70 {
            let indices = (0..<width).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let below = (0..<width).map { _ in UInt32.random(in: 0...UInt32.max, using: &generator)
            }
            var (fast, plain) = (below, below)
            crasterio_color_indices(indices, width, palette, replaces, &fast)
            crasterio_color_indices_scalar(indices, width, palette, replaces, &plain)
            #expect(fast == plain, "width \(width)")
            let expected = indices.indices.map { x in
                let color = palette[Int(indices[x])]
                return color == 0 && !replaces ? below[x] : color
            }
            #expect(fast == expected, "width \(width)")
        }
    }
}
