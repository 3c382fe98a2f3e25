import Foundation
import Kingfisher

/// What an argument of `kf load` turns out to be.
enum Input {
    /// An argument that cannot be loaded.
    struct Failure: Error, Equatable {
        /// What is wrong and what to do.
        let reason: String
    }

    /// The argument that means standard input; a file of that name is `./-`.
    static let standardInput = "-"

    /// Reads standard input.
    ///
    /// Nothing that is known of it tells one picture from another, so it is to be kept out of caches.
    static var standardInputProvider: any ImageDataProvider {
        ByteStreamImageDataProvider(fileHandle: .standardInput, cacheKey: "standard input")
    }

    /// Finds out what to load for an argument.
    ///
    /// - Parameter text: A URL or a path.
    /// - Returns: The source. The key of a file holds its size and date, so that a changed file is
    ///   never answered from the cache.
    /// - Throws: ``Failure`` for what is no picture's address.
    static func source(of text: String) throws(Failure) -> Source {
        guard let scheme = scheme(of: text) else {
            return try file(URL(fileURLWithPath: text))
        }
        switch scheme {
        case "http", "https":
            guard let url = URL(string: text), let host = url.host, !host.isEmpty else {
                throw Failure(reason: "This is not a complete URL; write https://host/path.")
            }
            return url.convertToSource()
        case "file":
            guard let url = URL(string: text), url.isFileURL, !url.path.isEmpty else {
                throw Failure(reason: "This is not a file URL; write file:///path.")
            }
            return try file(url)
        default:
            throw Failure(
                reason: "\(scheme) URLs cannot be loaded; use http, https, file or a path.")
        }
    }

    /// The scheme in lower case where the text begins with one, else nil: then it is a path.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":"), let first = text.first, first.isLetter else {
            return nil
        }
        let name = text[..<colon].lowercased()
        let isName = name.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0) || $0 == 43 || $0 == 45 || $0 == 46
        }
        let hasAuthority = text[colon...].hasPrefix("://")
        return isName && (hasAuthority || name == "file") ? name : nil
    }

    private static func file(_ url: URL) throws(Failure) -> Source {
        var status = stat()
        guard stat(url.path, &status) == 0 else {
            throw Failure(reason: "\(SystemError(errno).text); check the path.")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(reason: "This is not a regular file; give the path of a picture.")
        }
        let date = "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
        let key = "\(url.cacheKey)?size=\(status.st_size)&modified=\(date)"
        return .provider(LocalFileImageDataProvider(fileURL: url, cacheKey: key))
    }
}
