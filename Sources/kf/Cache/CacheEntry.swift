import Foundation

/// One file of the cache, as a list shows it.
struct CacheEntry: Equatable, Encodable, Sendable {
    /// The file's name, which is made from the picture's key.
    var name: String
    /// Size in bytes.
    var bytes: Int
    /// When it was last used.
    var used: Date
    /// When it expires; a date far away stands for never.
    var expires: Date

    /// Reads the entries of a cache directory, by name.
    ///
    /// Hidden files are work in progress and do not count. A file that vanishes meanwhile, because
    /// another process removes it, is left out.
    ///
    /// - Throws: ``SystemError`` when the directory cannot be read; one that is missing is empty.
    static func all(in directory: URL) throws(SystemError) -> [CacheEntry] {
        guard let handle = opendir(directory.path) else {
            let code = errno
            if code == ENOENT { return [] }
            throw SystemError(code)
        }
        defer { closedir(handle) }
        var entries: [CacheEntry] = []
        while let item = readdir(handle) {
            let name = withUnsafePointer(to: &item.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix("."),
                let entry = CacheEntry(
                    name: name, path: directory.appendingPathComponent(name).path)
            else { continue }
            entries.append(entry)
        }
        return entries.sorted { $0.name < $1.name }
    }

    private init?(name: String, path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.name = name
        bytes = Int(status.st_size)
        used = Date(timeIntervalSince1970: Double(status.st_atim.tv_sec))
        expires = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
    }

    init(name: String, bytes: Int, used: Date, expires: Date) {
        self.name = name
        self.bytes = bytes
        self.used = used
        self.expires = expires
    }

    /// The line for a person: bytes, dates, name.
    var line: String {
        let size = "\(bytes)".leftPadded(to: 12)
        return "\(size)  \(Self.text(of: used))  \(Self.text(of: expires))  \(name)"
    }

    /// The heading over such lines.
    static let heading =
        "       bytes  last used             expires               name"

    /// A date further away than this was meant as never; file systems cannot hold more.
    private static let never = Date(timeIntervalSinceNow: 200 * 365 * 86_400)

    private static func text(of date: Date) -> String {
        date > never ? "never               " : date.formatted(.iso8601)
    }
}
