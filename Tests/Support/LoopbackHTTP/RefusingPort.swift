package import Foundation

/// A port of 127.0.0.1 where every connection is refused.
///
/// It is held for as long as the object lives, so that no server of another test can take it.
package final class RefusingPort: Sendable {
    /// The port.
    package let number: UInt16

    private let descriptor: Int32

    /// Takes a free port.
    ///
    /// - Throws: ``SocketError`` when there is none.
    package init() throws {
        (descriptor, number) = try Socket.bind(port: 0)
    }

    deinit { Socket.close(descriptor) }

    /// The URL of a path on the port.
    ///
    /// - Parameter path: The path with a slash in front, percent-encoded.
    /// - Returns: The URL.
    package func url(_ path: String) -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(number)\(path)") else {
            preconditionFailure("\(path) is not a percent-encoded path.")
        }
        return url
    }
}
