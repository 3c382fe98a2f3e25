import Dispatch
import Foundation

/// What the tool does when it is told to stop.
enum Signals {
    /// The requests to stop that are honoured in an orderly way.
    private static let stopping = [SIGINT, SIGTERM, SIGHUP]

    /// Carries the numbers of signals out of their handler.
    private static let ends = pipe()

    /// Makes writing to a closed pipe or socket an error instead of the end of the process.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Requests to stop, as they come in.
    ///
    /// From now on they no longer end the process by themselves, and none is lost: a dispatch source for
    /// signals would take some time to be ready.
    static func stopRequests() -> AsyncStream<Int32> {
        AsyncStream { continuation in
            let source = DispatchSource.makeReadSource(
                fileDescriptor: ends.read, queue: .global(qos: .userInitiated))
            source.setEventHandler {
                // The handler keeps its source alive: it is wanted until the process ends.
                _ = source
                var number: UInt8 = 0
                if read(ends.read, &number, 1) == 1 { continuation.yield(Int32(number)) }
            }
            source.resume()
            for number in stopping { signal(number, note) }
        }
    }

    /// Ends the process the way `number` ends one that does not catch it, so that a shell knows.
    static func die(of number: Int32) -> Never {
        TemporaryFiles.removeAll()
        signal(number, SIG_DFL)
        // Threads of libdispatch block signals; one sent to a thread that blocks it only waits there.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, number)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        raise(number)
        exit(128 + number)
    }

    /// Handles a signal; only what is safe there, and what it interrupts does not notice.
    private static let note: @convention(c) (Int32) -> Void = { number in
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(ends.write, &byte, 1)
        errno = before
    }

    private static func pipe() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        _ = Foundation.pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
