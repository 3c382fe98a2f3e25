#if os(Linux)
import Foundation
import Glibc

/// An open file, closed when it goes out of scope.
struct OpenFile: ~Copyable {
    private let descriptor: Int32
    private let path: String
    let status: FileStatus

    /// `O_NOATIME` and `O_PATH` of the kernel's `asm-generic/fcntl.h`, which Glibc keeps from programs
    /// that do not ask for GNU extensions.
    private static let keepsAccessTime: Int32 = 0o1000000
    private static let statusOnly: Int32 = 0o10000000

    /// Opens a file for reading; nil when there is none.
    ///
    /// Never waits: a pipe opens without a writer. A link that is not to be followed gives its own
    /// status and cannot be read.
    init?(reading path: String, followsLinks: Bool) throws(FileFailure) {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        var descriptor = open(path, flags | Self.keepsAccessTime)
        // Only the owner may leave the access time alone.
        if descriptor < 0, errno == EPERM { descriptor = open(path, flags) }
        if descriptor < 0, errno == ELOOP, !followsLinks {
            descriptor = open(path, Self.statusOnly | O_CLOEXEC | O_NOFOLLOW)
        }
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw FileFailure(code: errno, path: path, action: .read)
        }
        try self.init(descriptor: descriptor, path: path, action: .read)
    }

    /// Makes a new file and locks it, which tells others that its writer is alive.
    ///
    /// Between the two, somebody who clears abandoned files away may take the new one for such; then
    /// it is made again.
    init(creating path: String) throws(FileFailure) {
        var isTaken = false
        for _ in 0..<1_000 {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
            if descriptor < 0, errno == EEXIST, isTaken {
                sched_yield()
                continue
            }
            guard descriptor >= 0 else {
                throw FileFailure(code: errno, path: path, action: .write)
            }
            var status = stat()
            // A file system without locks has nobody who would look at one.
            let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
            if isLocked, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
                self.descriptor = descriptor
                self.path = path
                self.status = FileStatus(status)
                return
            }
            close(descriptor)
            isTaken = true
        }
        throw FileFailure(code: EAGAIN, path: path, action: .write)
    }

    private init(descriptor: Int32, path: String, action: FileFailure.Action) throws(FileFailure) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw FileFailure(code: code, path: path, action: action)
        }
        self.descriptor = descriptor
        self.path = path
        self.status = FileStatus(status)
    }

    deinit { close(descriptor) }

    /// Takes the file's advisory lock if nobody has it; it is given back when the file is closed.
    func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// All bytes of a regular file.
    func readAll() throws(FileFailure) -> Data {
        guard status.kind == .regular else { throw failure(EINVAL, .read) }
        guard status.size <= FileAccess.sizeLimit else { throw failure(EFBIG, .read) }
        guard status.size > 0 else { return Data() }
        guard let buffer = malloc(status.size) else { throw failure(ENOMEM, .read) }
        var count = 0
        while count < status.size {
            let result = Glibc.read(descriptor, buffer + count, status.size - count)
            if result > 0 {
                count += result
            } else if result == 0 {
                break
            } else if errno != EINTR {
                let code = errno
                free(buffer)
                throw failure(code, .read)
            }
        }
        return Data(bytesNoCopy: buffer, count: count, deallocator: .free)
    }

    func write(_ data: Data) throws(FileFailure) {
        let code = data.withUnsafeBytes { bytes -> Int32 in
            var rest = bytes[...]
            while !rest.isEmpty {
                let slice = UnsafeRawBufferPointer(rebasing: rest)
                let result = Glibc.write(descriptor, slice.baseAddress, slice.count)
                if result >= 0 {
                    rest = rest.dropFirst(result)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        guard code == 0 else { throw failure(code, .write) }
    }

    /// Sets the dates; one that is nil stays as it is.
    func setTimes(_ times: FileTimes) throws(FileFailure) {
        let values = [timespec(times.lastAccess), timespec(times.expiration)]
        guard futimens(descriptor, values) == 0 else { throw failure(errno, .setDates) }
    }

    /// Gives the file another name in its directory, in one step.
    ///
    /// - Parameters:
    ///   - newPath: The new name.
    ///   - overwrites: Whether a file of that name gives way.
    /// - Throws: What the system said, with the new path; the old name stays then.
    func move(to newPath: String, overwrites: Bool) throws(FileFailure) {
        let isDone =
            overwrites
            ? rename(path, newPath) == 0 || replaceEmptyDirectory(newPath)
            // Once linked, the entry is there; who clears up may have taken the other name away.
            : link(path, newPath) == 0 && (unlink(path) == 0 || errno == ENOENT)
        guard isDone else { throw FileFailure(code: errno, path: newPath, action: .write) }
    }

    /// A directory in the place of an entry is no entry; an empty one gives way.
    private func replaceEmptyDirectory(_ newPath: String) -> Bool {
        guard errno == EISDIR else { return false }
        return rmdir(newPath) == 0 && rename(path, newPath) == 0
    }

    /// Sets what is kept beside the bytes, where the file system can.
    func setRecord(_ record: Data) { FileAttribute.write(record, to: descriptor) }

    /// What is kept beside the bytes; nil when there is none, or more than `limit` bytes.
    func record(limit: Int) -> Data? { FileAttribute.read(from: descriptor, limit: limit) }

    private func failure(_ code: Int32, _ action: FileFailure.Action) -> FileFailure {
        FileFailure(code: code, path: path, action: action)
    }
}
#endif
