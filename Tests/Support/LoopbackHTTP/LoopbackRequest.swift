package import Foundation

/// One request as the loopback server received it.
package struct LoopbackRequest: Sendable {
    /// `GET`, `HEAD` and so on, as sent.
    package let method: String
    /// The path without the query, still percent-encoded.
    package let path: String
    /// What follows the question mark, or nil.
    package let query: String?
    /// Header values by lower-case name, those of repeated headers joined by `, `.
    package let headers: [String: String]
    /// The body; empty without a `Content-Length`.
    package let body: Data
    /// Which connection it came on; counts from 1 in the order of accepting.
    package let connection: Int

    /// The value of a header.
    ///
    /// - Parameter name: The name in any case.
    /// - Returns: The value, or nil without such a header.
    package func header(_ name: String) -> String? { headers[name.lowercased()] }

    /// Parses a request head.
    ///
    /// - Returns: Nil when the first line is not an HTTP request line.
    init?(head: Data, connection: Int) {
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[name] = headers[name].map { "\($0), \(value)" } ?? value
        }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        method = String(words[0])
        path = String(target[0])
        query = target.count > 1 ? String(target[1]) : nil
        self.headers = headers
        body = Data()
        self.connection = connection
    }

    private init(_ request: LoopbackRequest, body: Data) {
        method = request.method
        path = request.path
        query = request.query
        headers = request.headers
        connection = request.connection
        self.body = body
    }

    func with(body: Data) -> LoopbackRequest { LoopbackRequest(self, body: body) }
}
