import Foundation

/// Writes files so that nobody ever sees half of one.
enum FileWriter {
    /// A file that could not be written.
    struct Failure: Error, Equatable {
        /// The file.
        let path: String
        /// Why, and what to do.
        let reason: String
    }

    /// Puts bytes into a file, in place of what is there.
    ///
    /// A regular file is replaced in one step, through a temporary file beside it; a link is
    /// followed. A device or a pipe is written to.
    ///
    /// - Throws: ``Failure``; then a file that was there before is as it was.
    static func write(_ data: Data, to path: String) throws(Failure) {
        var target = path
        var status = stat()
        if stat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG:
                target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            case S_IFDIR:
                throw Failure(path: path, reason: "it is a directory; use --output-dir.")
            default:
                return try writeThrough(data, to: path)
            }
        }
        try replace(target, with: data)
    }

    /// Makes a directory and those above it, unless they are there.
    static func makeDirectory(_ path: String) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path), withIntermediateDirectories: true)
        } catch {
            throw Failure(path: path, reason: "the directory cannot be made; choose another.")
        }
    }

    private static func writeThrough(_ data: Data, to path: String) throws(Failure) {
        let number = open(path, O_WRONLY | O_CLOEXEC)
        guard number >= 0 else { throw failure(path, errno) }
        defer { close(number) }
        try write(data, to: number, of: path)
    }

    private static func replace(_ path: String, with data: Data) throws(Failure) {
        let url = URL(fileURLWithPath: path)
        let directory = url.deletingLastPathComponent().path
        // mkstemp(3) puts letters of its own in the place of the last six.
        let placeholder = String(repeating: "X", count: 6)
        var template = Array("\(directory)/.kf-\(placeholder)".utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { throw failure(path, errno) }
        let temporary = template.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
        TemporaryFiles.note(temporary)
        defer { TemporaryFiles.forget(temporary) }
        do throws(Failure) {
            defer { close(number) }
            fchmod(number, mode(of: path))
            try write(data, to: number, of: path)
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw failure(path, code)
        }
    }

    /// The permissions of the file in place, else what the process gives new files.
    private static func mode(of path: String) -> mode_t {
        var status = stat()
        if stat(path, &status) == 0 { return status.st_mode & 0o777 }
        return 0o666 & ~processMask
    }

    /// Read once: asking for the mask sets it, so two threads must not ask at the same time.
    private static let processMask: mode_t = {
        let mask = umask(0)
        umask(mask)
        return mask
    }()

    private static func write(
        _ data: Data, to number: Int32, of path: String
    ) throws(Failure) {
        do {
            try FileDescriptor(number: number).write(data)
        } catch {
            throw failure(path, error.code)
        }
    }

    private static func failure(_ path: String, _ code: Int32) -> Failure {
        let advice =
            switch code {
            case ENOENT: "make its directory first."
            case EACCES, EPERM, EROFS: "choose a place that you may write to."
            case ENOSPC, EDQUOT: "free some space."
            default: "choose another place."
            }
        return Failure(path: path, reason: "\(SystemError(code).text); \(advice)")
    }
}
