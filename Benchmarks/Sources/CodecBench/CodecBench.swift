import BareCodecs
import Foundation
import Kingfisher

/// Times decoders on files.
///
/// Usage: `CodecBench SAMPLES FILE…`. Prints a line of JSON for each way through each file: its name
/// and the seconds of each sample. With `--thumbnail SIDE FILE` it decodes once at reduced size and
/// prints its size and the peak memory of the process in kilobytes, before and after. `codecs.py`
/// starts it.
@main
enum CodecBench {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--thumbnail", arguments.count == 3, let side = Int(arguments[1]) {
            try PeakMemory.printThumbnail(side: side, path: arguments[2])
            return
        }
        let samples = arguments.first.flatMap { Int($0) } ?? 10
        for path in arguments.dropFirst() {
            let url = URL(fileURLWithPath: path)
            let data = try Data(contentsOf: url)
            for (way, run) in ways(data, format: url.pathExtension) {
                try run()
                let times = try (0..<samples).map { _ in try seconds(run) }
                let line = try JSONSerialization.data(
                    withJSONObject: ["file": url.lastPathComponent, "way": way, "seconds": times],
                    options: .sortedKeys)
                print(String(decoding: line, as: UTF8.self))
            }
        }
    }

    private static func ways(
        _ data: Data, format: String
    ) -> [(name: String, run: () throws -> Void)] {
        var ways: [(name: String, run: () throws -> Void)] = [
            ("ours", { _ = try ImageDecoder.decode(data) })
        ]
        switch format {
        case "jpg":
            ways.append(("bare", { try bare(data, BareCodecs_jpeg) }))
            ways.append(("ours to 200", { _ = try ImageDecoder.decode(data, maxPixelSize: 200) }))
        case "png": ways.append(("bare", { try bare(data, BareCodecs_png) }))
        case "webp": ways.append(("bare", { try bare(data, BareCodecs_webp) }))
        case "gif":
            ways = [
                ("ours", { try allFrames(data) }), ("bare", { try bare(data, BareCodecs_gif) }),
            ]
        default: break
        }
        return ways
    }

    private struct Failure: Error {}

    private static func bare(_ data: Data, _ decode: (UnsafePointer<UInt8>, Int) -> Bool) throws {
        let done = data.withUnsafeBytes { bytes in
            bytes.bindMemory(to: UInt8.self).baseAddress.map { decode($0, bytes.count) } ?? false
        }
        guard done else { throw Failure() }
    }

    private static func allFrames(_ data: Data) throws {
        guard let source = try ImageDecoder.animation(in: data) else { throw Failure() }
        for index in 0..<source.frameCount { _ = try source.frame(at: index, maxPixelSize: nil) }
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let time = try ContinuousClock().measure { try body() }
        return Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
    }
}
