import Foundation
import Raster
import RasterIO
import Testing

@Suite("Disposal of frames", .timeLimit(.minutes(1)))
struct DisposalTests {
    /// Four frames of 4×4, each with one of the quarters opaque, laid over what is there.
    ///
    /// What each frame wants done after it is told as in APNG: 0 nothing, 1 clear, 2 restore.
    private static func animation(_ disposals: [UInt8]) throws -> any AnimatedImageSource {
        let frames = try (0..<4).map { index in
            TimedBitmap(
                bitmap: try Bitmap.made(width: 4, height: 4) { x, y in
                    x / 2 + y / 2 * 2 == index
                        ? Pixel(red: UInt8(50 + index), green: 9, blue: 200, alpha: 255)
                        : Pixel(red: 0, green: 0, blue: 0, alpha: 0)
                }, duration: 0.1)
        }
        var list = PNGChunkList(try ImageEncoder.encode(frames, as: .png, loopCount: 0))
        for (index, disposal) in zip(list.indices(of: "fcTL"), disposals) {
            let blendOver: UInt8 = 1
            list.chunks[index].body.replaceSubrange(24..<26, with: [disposal, blendOver])
        }
        return try #require(try ImageDecoder.animation(in: list.data()))
    }

    /// Which quarters are to be seen while each frame is shown.
    private static func quarters(_ disposals: [UInt8]) -> [Set<Int>] {
        var canvas: Set<Int> = []
        return disposals.enumerated().map { index, disposal in
            let before = canvas
            let shown = canvas.union([index])
            // The first frame has nothing to restore.
            canvas = disposal == 0 ? shown : disposal == 2 && index > 0 ? before : []
            return shown
        }
    }

    private static func quarters(of bitmap: Bitmap) -> Set<Int> {
        Set((0..<4).filter { bitmap.pixel(x: $0 % 2 * 2, y: $0 / 2 * 2)?.red == UInt8(50 + $0) })
    }

    @Test("Every mixture of disposals gives the same frames in order, backwards and at once")
    func everyMixture() throws {
        for number in 0..<81 {
            let disposals = [1, 3, 9, 27].map { UInt8(number / $0 % 3) }
            let expected = Self.quarters(disposals)
            let source = try Self.animation(disposals)
            for index in [0, 1, 2, 3, 2, 1, 0, 3] {
                let frame = try source.frame(at: index, maxPixelSize: nil)
                #expect(Self.quarters(of: frame) == expected[index], "\(disposals), \(index)")
            }
            for index in 0..<4 {
                let frame = try Self.animation(disposals).frame(at: index, maxPixelSize: nil)
                #expect(Self.quarters(of: frame) == expected[index], "\(disposals), \(index) alone")
            }
        }
    }
}
