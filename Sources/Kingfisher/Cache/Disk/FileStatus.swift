import Foundation

/// What a file system says of a directory entry itself, not of what a link points to.
struct FileStatus: Equatable, Sendable {
    enum Kind: Sendable {
        case regular
        case directory
        case symbolicLink
        /// A pipe, a socket or a device: never an entry, and reading one may block for ever.
        case other
    }

    /// Tells a file from another one that took over its name.
    struct Identity: Hashable, Sendable {
        var device: UInt64
        var file: UInt64
    }

    var kind: Kind
    /// Size in bytes.
    var size: Int
    var identity: Identity
    var times: FileTimes

    /// Whether this is the same file with the same bytes, which may have been read meanwhile.
    ///
    /// File systems give the numbers of removed files to new ones; those expire at another moment.
    func isSameFile(as other: FileStatus) -> Bool {
        kind == other.kind && size == other.size && identity == other.identity
            && times.expiration == other.times.expiration
    }
}

/// The two dates of an entry.
struct FileTimes: Equatable, Sendable {
    /// When it was stored or last read with an extension.
    var lastAccess: Date?
    /// From when on it is invalid.
    var expiration: Date?

    func isExpired(at date: Date) -> Bool {
        expiration?.isPast(referenceDate: date) ?? true
    }
}

/// A failed call to the file system.
struct FileFailure: Error {
    enum Action {
        case read, write, remove
        /// Setting the dates of a file that was written.
        case setDates
    }

    /// The system's error number.
    let code: Int32
    let path: String
    let action: Action

    /// Whether there is no such file, or no directory it could be in.
    var isMissing: Bool { code == ENOENT }

    /// The error as `FileManager` would report it.
    var cocoaError: CocoaError {
        let underlying: any Error =
            POSIXErrorCode(rawValue: code).map { POSIXError($0) }
            ?? NSError(domain: NSPOSIXErrorDomain, code: Int(code))
        return CocoaError(
            cocoaCode, userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: underlying])
    }

    private var cocoaCode: CocoaError.Code {
        switch (code, action) {
        case (ENOENT, .read): .fileReadNoSuchFile
        case (ENOENT, _): .fileNoSuchFile
        case (EACCES, .read), (EPERM, .read): .fileReadNoPermission
        case (EACCES, _), (EPERM, _): .fileWriteNoPermission
        case (EFBIG, .read), (ENOMEM, .read): .fileReadTooLarge
        case (EEXIST, _): .fileWriteFileExists
        case (ENOSPC, _), (EDQUOT, _): .fileWriteOutOfSpace
        case (EROFS, _): .fileWriteVolumeReadOnly
        case (ENAMETOOLONG, .read): .fileReadInvalidFileName
        case (ENAMETOOLONG, _): .fileWriteInvalidFileName
        case (_, .read): .fileReadUnknown
        case (_, _): .fileWriteUnknown
        }
    }
}
