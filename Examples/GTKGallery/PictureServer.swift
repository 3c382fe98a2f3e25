import Foundation
import LoopbackHTTP

/// Serves the pictures of a folder on this machine, slowly enough that one can watch them come.
final class PictureServer: Sendable {
    /// Where the pictures are, and one more that is not there.
    let urls: [URL]

    private let server: LoopbackServer

    /// Starts to serve.
    ///
    /// - Parameter folder: A folder with PNG and JPEG files.
    /// - Throws: ``PictureServerError`` without pictures, or when the server cannot be started.
    init(folder: URL) throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let pictures = names.filter { Self.type(of: $0) != nil }.sorted()
        guard !pictures.isEmpty else { throw PictureServerError.noPictures(folder: folder.path) }
        let server = try LoopbackServer { request in
            let name = String(request.path.dropFirst())
            guard
                let number = pictures.firstIndex(of: name), let type = Self.type(of: name),
                let data = try? Data(contentsOf: folder.appendingPathComponent(name))
            else { return .status(404) }
            Thread.sleep(forTimeInterval: 0.3 + 0.2 * Double(number))
            return .data(data, type: type)
        }
        self.server = server
        urls = (pictures + ["missing.jpg"]).map { server.baseURL.appendingPathComponent($0) }
    }

    private static func type(of name: String) -> String? {
        switch URL(fileURLWithPath: name).pathExtension.lowercased() {
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        default: nil
        }
    }
}

/// Why there is nothing to show.
enum PictureServerError: Error, CustomStringConvertible {
    /// The folder has no PNG or JPEG file, or cannot be read.
    case noPictures(folder: String)

    var description: String {
        switch self {
        case .noPictures(let folder):
            """
            There is no PNG or JPEG file in \(folder). Run this in the folder of the package, or name \
            a folder with pictures.
            """
        }
    }
}
