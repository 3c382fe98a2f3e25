import Foundation

/// What the tool does when it is told to stop.
enum Signals {
    /// The requests to stop that are honoured in an orderly way.
    private static let stopping = [SIGINT, SIGTERM, SIGHUP]

    /// Makes writing to a closed pipe or socket an error instead of the end of the process.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Requests to stop, as they come in.
    ///
    /// From now on they no longer end the process by themselves.
    static func stopRequests() -> AsyncStream<Int32> {
        AsyncStream { continuation in
            for number in stopping {
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(
                    signal: number, queue: .global(qos: .userInitiated))
                source.setEventHandler {
                    // The handler keeps its source alive: it is wanted until the process ends.
                    _ = source
                    continuation.yield(number)
                }
                source.resume()
            }
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
}
