import Foundation
import Kingfisher
import LoopbackHTTP
import Testing

/// A directory of a test's own with everything a run of the tool needs, removed with the scene.
final class Scene: Sendable {
    /// The directory.
    let directory: URL
    /// A small opaque picture, 40×30, every pixel different enough to tell turns and crops apart.
    let png: Data
    /// The same as JPEG.
    let jpeg: Data
    /// A picture with transparency, 16×16.
    let transparentPNG: Data

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("kf-test-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let picture = try Self.gradient(width: 40, height: 30)
        png = try ImageEncoder.encode(picture, as: .png)
        jpeg = try ImageEncoder.encode(picture, as: .jpeg)
        let glass = try Bitmap(width: 16, height: 16) { bytes, bytesPerRow in
            for y in 0..<16 {
                for x in 0..<16 {
                    let alpha = UInt8(x * 16)
                    for channel in 0..<4 { bytes[y * bytesPerRow + x * 4 + channel] = alpha }
                }
            }
        }
        transparentPNG = try ImageEncoder.encode(glass, as: .png)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// The tool, whose own cache is inside the directory.
    var tool: Tool { Tool(home: directory) }

    /// The path of a file or folder inside the directory.
    func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

    /// Names of the files in a folder inside the directory, hidden ones included.
    func files(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).sorted()
    }

    /// The entries of the tool's own cache, whatever they hold.
    func cacheEntries() -> [URL] {
        let cache = directory.appendingPathComponent("cache")
        let all = FileManager.default.enumerator(at: cache, includingPropertiesForKeys: nil)
        return (all?.allObjects as? [URL] ?? []).filter { url in
            (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
    }

    /// The picture in a file inside the directory.
    func picture(_ name: String) throws -> Bitmap {
        try ImageDecoder.decode(Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    private static func gradient(width: Int, height: Int) throws -> Bitmap {
        try Bitmap(width: width, height: height, isOpaque: true) { bytes, bytesPerRow in
            for y in 0..<height {
                for x in 0..<width {
                    let offset = y * bytesPerRow + x * 4
                    bytes[offset] = UInt8(x * 255 / (width - 1))
                    bytes[offset + 1] = UInt8(y * 255 / (height - 1))
                    bytes[offset + 2] = 128
                    bytes[offset + 3] = 255
                }
            }
        }
    }
}
