#if os(Linux)
import Foundation
import Glibc

/// Files through the system calls of Linux.
///
/// An entry's last access is its access time and its expiration its modification time, both with the
/// precision of the file system. Reads leave the access time alone where the kernel lets them.
enum FileAccess {
    /// The largest entry that is read, in bytes; more than any picture takes.
    static let sizeLimit = 1 << 30

    /// What the directory entry itself is; nil when there is none.
    static func status(of path: String) throws(FileFailure) -> FileStatus? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw FileFailure(code: errno, path: path, action: .read)
        }
        return FileStatus(status)
    }

    /// Reads a whole file if its status pleases.
    ///
    /// - Returns: The status and the bytes; no bytes when `isWanted` said so, nil without a file.
    static func read(
        _ path: String, ifWanted isWanted: (FileStatus) -> Bool
    ) throws(FileFailure) -> (status: FileStatus, data: Data?)? {
        guard let file = try OpenFile(reading: path, followsLinks: false) else { return nil }
        let status = file.status
        guard status.kind == .symbolicLink else {
            return (status, isWanted(status) ? try file.readAll() : nil)
        }
        guard isWanted(status) else { return (status, nil) }
        // The link has dates of its own; the bytes are those of the file it points to.
        guard let target = try OpenFile(reading: path, followsLinks: true) else {
            throw FileFailure(code: ENOENT, path: path, action: .read)
        }
        return (status, try target.readAll())
    }

    /// Replaces a file, or makes one, in one step.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - path: The file.
    ///   - temporaryPath: A name in the same directory that nobody else uses.
    ///   - times: The dates of the file.
    ///   - record: What is kept beside the bytes, where the file system can; nil for nothing.
    ///   - options: Only `withoutOverwriting` matters; every write is atomic.
    /// - Throws: What the system said; no file is left behind then.
    static func write(
        _ data: Data, to path: String, temporaryPath: String, times: FileTimes,
        record: Data? = nil, options: Data.WritingOptions
    ) throws(FileFailure) {
        do {
            let file = try OpenFile(creating: temporaryPath)
            try file.write(data)
            // An entry without its record is still an entry.
            if let record { file.setRecord(record) }
            try file.setTimes(times)
            // While it is open it is locked, so that nobody takes it for abandoned.
            try file.move(to: path, overwrites: !options.contains(.withoutOverwriting))
        } catch let failure {
            // A name that was taken is somebody else's.
            if failure.code != EEXIST || failure.path != temporaryPath { unlink(temporaryPath) }
            throw failure
        }
    }

    /// Sets the dates of a file unless another one took its place or its dates changed.
    static func setTimes(
        _ times: FileTimes, of path: String, ifStill status: FileStatus
    ) throws(FileFailure) {
        guard
            let file = try OpenFile(reading: path, followsLinks: false),
            file.status.identity == status.identity, file.status.times == status.times
        else { return }
        try file.setTimes(times)
    }

    /// What is kept beside the bytes of a file; nil without a file or a record.
    static func record(
        of path: String, limit: Int
    ) throws(FileFailure) -> (status: FileStatus, record: Data)? {
        guard
            let file = try OpenFile(reading: path, followsLinks: false),
            let record = file.record(limit: limit)
        else { return nil }
        return (file.status, record)
    }

    /// Sets what is kept beside the bytes of a file unless another one took its place.
    static func setRecord(
        _ record: Data, of path: String, ifStill identity: FileStatus.Identity
    ) throws(FileFailure) {
        guard
            let file = try OpenFile(reading: path, followsLinks: false),
            file.status.identity == identity
        else { return }
        file.setRecord(record)
    }

    /// Removes a file or a link.
    ///
    /// Never a directory.
    static func remove(_ path: String) throws(FileFailure) {
        guard unlink(path) == 0 else {
            throw FileFailure(code: errno, path: path, action: .remove)
        }
    }

    /// Removes a temporary file unless a process still writes it.
    static func removeAbandoned(_ path: String) {
        guard let file = try? OpenFile(reading: path, followsLinks: false), file.lock() else {
            return
        }
        unlink(path)
    }

    /// Removes the files of a directory whose names are no text, so that nothing else here could name
    /// them.
    static func removeUnnameable(in directory: String) {
        guard let stream = opendir(directory) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    guard String(validatingCString: name) == nil else { return }
                    unlinkat(dirfd(stream), name, 0)
                }
            }
        }
    }

    /// Names the entries of a directory, hidden ones too.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - body: Called for each name; false ends the listing.
    /// - Throws: When the directory cannot be opened.
    static func list(
        _ directory: String, _ body: (String) -> Bool
    ) throws(FileFailure) {
        guard let stream = opendir(directory) else {
            throw FileFailure(code: errno, path: directory, action: .read)
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            guard body(name) else { return }
        }
    }
}
#endif
