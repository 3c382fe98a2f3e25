#if canImport(Darwin)
import Darwin
import Foundation

/// Files through Foundation.
///
/// An entry's last access is its creation date and its expiration its modification date, as caches of
/// earlier versions have them.
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
        guard let status = try status(of: path) else { return nil }
        guard isWanted(status) else { return (status, nil) }
        guard status.size <= sizeLimit else {
            throw FileFailure(code: EFBIG, path: path, action: .read)
        }
        do {
            return (status, try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw FileFailure(error, path: path, action: .read)
        }
    }

    /// Replaces a file, or makes one, in one step.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - path: The file.
    ///   - temporaryPath: A name in the same directory that nobody else uses.
    ///   - times: The dates of the file.
    ///   - record: What is kept beside the bytes, where the file system can; nil for nothing.
    ///   - options: File protection, and `withoutOverwriting`; every write is atomic.
    /// - Throws: What the system said; no file is left behind then.
    static func write(
        _ data: Data, to path: String, temporaryPath: String, times: FileTimes,
        record: Data? = nil, options: Data.WritingOptions
    ) throws(FileFailure) {
        var writing = options
        writing.remove([.atomic, .withoutOverwriting])
        do {
            try data.write(to: URL(fileURLWithPath: temporaryPath), options: writing)
            // An entry without its record is still an entry.
            if let record { FileAttribute.write(record, to: temporaryPath) }
        } catch {
            unlink(temporaryPath)
            throw FileFailure(error, path: path, action: .write)
        }
        do {
            try setTimes(times, of: temporaryPath)
        } catch {
            unlink(temporaryPath)
            throw FileFailure(error, path: path, action: .setDates)
        }
        let isDone =
            options.contains(.withoutOverwriting)
            ? link(temporaryPath, path) == 0 && unlink(temporaryPath) == 0
            : rename(temporaryPath, path) == 0
        guard isDone else {
            let code = errno
            unlink(temporaryPath)
            throw FileFailure(code: code, path: path, action: .write)
        }
    }

    /// Sets the dates of a file unless another one took its place or its dates changed.
    static func setTimes(
        _ times: FileTimes, of path: String, ifStill status: FileStatus
    ) throws(FileFailure) {
        guard let now = try self.status(of: path), now.identity == status.identity,
            now.times == status.times
        else { return }
        do {
            try setTimes(times, of: path)
        } catch {
            throw FileFailure(error, path: path, action: .write)
        }
    }

    private static func setTimes(_ times: FileTimes, of path: String) throws {
        var attributes: [FileAttributeKey: Any] = [:]
        attributes[.creationDate] = times.lastAccess?.fileAttributeDate
        attributes[.modificationDate] = times.expiration?.fileAttributeDate
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
    }

    /// What is kept beside the bytes of a file; nil without a file or a record.
    static func record(
        of path: String, limit: Int
    ) throws(FileFailure) -> (status: FileStatus, record: Data)? {
        guard
            let status = try status(of: path),
            let record = FileAttribute.read(from: path, limit: limit)
        else { return nil }
        return (status, record)
    }

    /// Sets what is kept beside the bytes of a file unless another one took its place.
    static func setRecord(
        _ record: Data, of path: String, ifStill identity: FileStatus.Identity
    ) throws(FileFailure) {
        guard let status = try status(of: path), status.identity == identity else { return }
        FileAttribute.write(record, to: path)
    }

    /// Removes a file or a link.
    ///
    /// Never a directory.
    static func remove(_ path: String) throws(FileFailure) {
        guard unlink(path) == 0 else {
            throw FileFailure(code: errno, path: path, action: .remove)
        }
    }

    /// Removes a temporary file that nobody has written to for an hour.
    static func removeAbandoned(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, time(nil) - status.st_ctimespec.tv_sec > 3_600 else {
            return
        }
        unlink(path)
    }

    /// Removes nothing: all names are text to these file systems.
    static func removeUnnameable(in directory: String) {}

    /// Names the entries of a directory, hidden ones too.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - body: Called for each name; false ends the listing.
    /// - Throws: When the directory cannot be listed.
    static func list(_ directory: String, _ body: (String) -> Bool) throws(FileFailure) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            throw FileFailure(error, path: directory, action: .read)
        }
        for name in names { guard body(name) else { return } }
    }
}

extension FileFailure {
    /// Finds the system's error number in an error of Foundation.
    fileprivate init(_ error: any Error, path: String, action: Action) {
        let error = error as NSError
        let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
        let isPOSIX = underlying?.domain == NSPOSIXErrorDomain
        let isMissing =
            error.code == NSFileNoSuchFileError || error.code == NSFileReadNoSuchFileError
        let code = isPOSIX ? Int32(clamping: underlying?.code ?? 0) : (isMissing ? ENOENT : EIO)
        self.init(code: code, path: path, action: action)
    }
}

extension FileStatus {
    fileprivate init(_ status: stat) {
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        self.init(
            kind: kind, size: max(0, Int(status.st_size)),
            identity: Identity(
                device: UInt64(truncatingIfNeeded: status.st_dev), file: status.st_ino),
            times: FileTimes(
                lastAccess: Date(status.st_birthtimespec), expiration: Date(status.st_mtimespec)))
    }
}

extension Date {
    /// 1 January 2300.
    ///
    /// Nobody means a date beyond it; it is what a file system made of "never".
    private static let farFutureSeconds = 10_413_792_000

    fileprivate init(_ time: timespec) {
        if time.tv_sec >= Self.farFutureSeconds {
            self = .distantFuture
        } else {
            let fraction = TimeInterval(time.tv_nsec) / 1_000_000_000
            self.init(timeIntervalSince1970: TimeInterval(time.tv_sec) + fraction)
        }
    }
}
#endif
