import Foundation
import Kingfisher

/// Times pixel operations through the public interface.
///
/// Usage: `RasterBench SAMPLES`. Prints one line of JSON for each case: its name and the time of
/// each sample in seconds. `raster.py` starts it side by side with its peers.
@main
enum RasterBench {
    /// One operation on a prepared picture.
    struct Case {
        let name: String
        let run: () -> KFCrossPlatformImage
    }

    static func main() throws {
        let samples = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10
        for benchmark in try cases() {
            _ = benchmark.run()
            let times = (0..<samples).map { _ in seconds(benchmark.run) }
            let line = try JSONSerialization.data(
                withJSONObject: ["name": benchmark.name, "seconds": times], options: .sortedKeys)
            print(String(decoding: line, as: UTF8.self))
        }
    }

    private static func cases() throws -> [Case] {
        let large = try picture(width: 4000, height: 3000, isOpaque: true)
        let translucent = try picture(width: 4000, height: 3000, isOpaque: false)
        let square = try picture(width: 2000, height: 2000, isOpaque: true)
        let small = try picture(width: 1000, height: 750, isOpaque: true)
        return [
            Case(name: "lanczos 4000x3000 to 1000x750, opaque") {
                large.kf.resize(to: CGSize(width: 1000, height: 750))
            },
            Case(name: "lanczos 4000x3000 to 1000x750, with alpha") {
                translucent.kf.resize(to: CGSize(width: 1000, height: 750))
            },
            Case(name: "lanczos 4000x3000 to 200x150, opaque") {
                large.kf.resize(to: CGSize(width: 200, height: 150))
            },
            Case(name: "cubic 1000x750 to 2000x1500, opaque") {
                small.kf.resize(to: CGSize(width: 2000, height: 1500))
            },
            Case(name: "blur 2000x2000, radius 20") { square.kf.blurred(withRadius: 20) },
            Case(name: "blur 2000x2000, radius 2") { square.kf.blurred(withRadius: 2) },
        ]
    }

    private static func seconds(_ body: () -> KFCrossPlatformImage) -> Double {
        let clock = ContinuousClock()
        let time = clock.measure { withExtendedLifetime(body()) {} }
        return Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
    }

    private static func picture(
        width: Int, height: Int, isOpaque: Bool
    ) throws -> KFCrossPlatformImage {
        let bitmap = try Bitmap(width: width, height: height, isOpaque: isOpaque) { bytes, stride in
            for y in 0..<height {
                for x in 0..<width {
                    let alpha = isOpaque ? 255 : (x ^ y) & 255
                    let offset = y * stride + x * 4
                    for c in 0..<3 {
                        bytes[offset + c] = UInt8(((x * (c + 3) + y * 7) & 255) * alpha / 255)
                    }
                    bytes[offset + 3] = UInt8(alpha)
                }
            }
        }
        return KFCrossPlatformImage(cgImage: bitmap)
    }
}
