/// A command line that makes no sense.
///
/// The tool ends with status 2.
struct UsageError: Error, Equatable {
    /// What is wrong and what would be right.
    let message: String
    /// The command whose `--help` explains more; nil for the tool as a whole.
    var command: String?

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }

    /// The line for standard error.
    var line: String {
        "kf: \(message) See 'kf \(command.map { $0 + " " } ?? "")--help'."
    }

    /// The same error, said to belong to a command.
    func inCommand(_ name: String) -> UsageError {
        UsageError(message, command: command ?? name)
    }
}
