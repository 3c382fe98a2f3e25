import Foundation

/// An open file, as the system knows it.
struct FileDescriptor: Sendable {
    /// The number of the descriptor.
    let number: Int32

    static let standardOutput = FileDescriptor(number: STDOUT_FILENO)
    static let standardError = FileDescriptor(number: STDERR_FILENO)

    /// Whether a person reads it.
    var isTerminal: Bool { isatty(number) == 1 }

    /// Columns of the terminal; 80 where it does not say.
    var columns: Int {
        var size = winsize()
        let answered = ioctl(number, UInt(TIOCGWINSZ), &size) == 0
        return answered && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Writes all bytes, however many calls that takes.
    ///
    /// - Throws: ``SystemError`` with the reason, `EPIPE` when nobody reads any more.
    func write(_ data: Data) throws(SystemError) {
        var rest = data[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes {
                Foundation.write(number, $0.baseAddress, $0.count)
            }
            if written >= 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                throw SystemError(errno)
            }
        }
    }
}

/// What a system call answered.
struct SystemError: Error, Equatable {
    /// The value of `errno`.
    let code: Int32

    init(_ code: Int32) {
        self.code = code
    }

    /// The system's words for it.
    var text: String { String(cString: strerror(code)) }
}
