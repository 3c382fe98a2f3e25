import Foundation

/// Standard output and standard error, with a progress bar that never mixes with either.
actor Console {
    private let output: FileDescriptor
    private let errors: FileDescriptor
    private var shownBar = ""
    private var outputFailure: SystemError?

    init(
        output: FileDescriptor = .standardOutput, errors: FileDescriptor = .standardError
    ) {
        self.output = output
        self.errors = errors
    }

    /// Why standard output cannot be written any more; nil while it can.
    var brokenOutput: SystemError? { outputFailure }

    /// How the tool ends after all output was written.
    ///
    /// Does not return when the reader of standard output went away: then the process ends the way
    /// it would have without catching that, so `kf load … | head` is no failure worth a word.
    ///
    /// - Parameter status: What the work came to.
    /// - Returns: The status, or a failure when standard output could not be written.
    func conclude(_ status: ExitStatus) -> ExitStatus {
        guard let outputFailure else { return status }
        if outputFailure.code == EPIPE { Signals.die(of: SIGPIPE) }
        complain("kf: Standard output cannot be written: \(outputFailure.text).")
        return .failure
    }

    /// Prints text on standard output.
    func print(_ text: String) {
        write(Data((text + "\n").utf8))
    }

    /// Writes bytes to standard output.
    ///
    /// A failure is kept in ``brokenOutput``, and nothing more is written after it.
    func write(_ data: Data) {
        guard outputFailure == nil else { return }
        withoutBar {
            do throws(SystemError) {
                try output.write(data)
            } catch {
                outputFailure = error
            }
        }
    }

    /// Prints one line on standard error; line breaks inside become spaces.
    func complain(_ text: String) {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        withoutBar { toErrors(line + "\n") }
    }

    /// Shows a bar in place of the one before; an empty one only takes that away.
    func show(bar: String) {
        guard bar != shownBar else { return }
        let erase = shownBar.isEmpty ? "" : Self.eraseLine
        shownBar = bar
        toErrors(erase + bar)
    }

    private static let eraseLine = "\r\u{1B}[K"

    private func withoutBar(_ body: () -> Void) {
        guard !shownBar.isEmpty else { return body() }
        toErrors(Self.eraseLine)
        body()
        toErrors(shownBar)
    }

    /// Standard error is the last resort; when it is gone there is nobody left to tell.
    private func toErrors(_ text: String) {
        try? errors.write(Data(text.utf8))
    }
}
