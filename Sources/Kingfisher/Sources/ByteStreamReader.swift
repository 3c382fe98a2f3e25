import Foundation
import Locking

/// Reads a descriptor to its end, in a thread that may have to wait, until another one cancels it.
final class ByteStreamReader: Sendable {
    private typealias Failure = ByteStreamImageDataProvider.ByteStreamImageDataProviderError

    /// A descriptor of its own, so that nobody can close it meanwhile.
    private let descriptor: Int32
    private let limit: Int
    /// Turns readable, for good, when the other end is closed.
    private let wakeDescriptor: Int32
    private let wakingEnd: Locked<Int32>

    private static let chunkSize = 1 << 16

    /// Prepares to read.
    ///
    /// - Parameters:
    ///   - descriptor: What is read; left open.
    ///   - limit: Most bytes, at least 0.
    /// - Throws: `unreadable` for a descriptor that is closed or only written to, and when there are no
    ///   descriptors left.
    init(descriptor: Int32, limit: Int) throws {
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0 else { throw Failure.unreadable(code: errno) }
        // Waiting for bytes from what only takes them would never end.
        guard flags & O_ACCMODE != O_WRONLY else { throw Failure.unreadable(code: EBADF) }
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { throw Failure.unreadable(code: errno) }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            let code = errno
            close(own)
            throw Failure.unreadable(code: code)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.descriptor = own
        self.limit = limit
        wakeDescriptor = ends[0]
        wakingEnd = Locked(ends[1])
    }

    deinit {
        cancel()
        close(wakeDescriptor)
        close(descriptor)
    }

    /// Ends reading and waiting, now or before it begins.
    func cancel() {
        let end = wakingEnd.withLock { end in
            defer { end = -1 }
            return end
        }
        if end >= 0 { close(end) }
    }

    /// All bytes up to the end; waits for them.
    ///
    /// - Throws: `CancellationError`, or why there are none.
    func readToEnd() throws -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: Self.chunkSize)
        while true {
            try waitForBytes()
            // One byte more than allowed tells a stream of the limit's size from a longer one.
            let room = min(Self.chunkSize - 1, limit - data.count) + 1
            let count = read(descriptor, &buffer, room)
            if count == 0 { return data }
            guard count > 0 else {
                guard errno == EINTR || errno == EAGAIN else {
                    throw Failure.unreadable(code: errno)
                }
                continue
            }
            guard count <= limit - data.count else { throw Failure.tooManyBytes(limit: limit) }
            data.append(contentsOf: buffer.prefix(count))
        }
    }

    /// Returns when there are bytes, an end or an error to be read.
    private func waitForBytes() throws {
        var polled = [descriptor, wakeDescriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while poll(&polled, nfds_t(polled.count), -1) < 0 {
            guard errno == EINTR || errno == EAGAIN else { throw Failure.unreadable(code: errno) }
        }
        guard polled[1].revents == 0 else { throw CancellationError() }
    }
}
