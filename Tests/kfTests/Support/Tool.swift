import Foundation
import Testing

/// Runs the built tool as a process of its own.
struct Tool {
    /// What a run left behind.
    struct Outcome {
        /// The exit status; the number of the signal when ``wasKilled``.
        let status: Int32
        /// Whether a signal ended it.
        let wasKilled: Bool
        /// Standard output.
        let output: Data
        /// Standard error.
        let errors: String

        /// Standard output as text.
        var text: String { String(decoding: output, as: UTF8.self) }
        /// Standard output by line.
        var lines: [String] { text.split(separator: "\n").map(String.init) }
        /// Standard error by line.
        var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

        /// The JSON objects of standard output, one a line.
        func objects() throws -> [[String: Any]] {
            try lines.map { line in
                try #require(
                    JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)"
                )
            }
        }
    }

    /// The user's own cache directory, as the tool sees it.
    let home: URL

    /// Runs the tool to its end.
    ///
    /// - Parameters:
    ///   - arguments: What stands after its name.
    ///   - standardInput: What it reads; nil, the default, for nothing. Has to be written and closed
    ///     meanwhile.
    ///   - meanwhile: Called with the running process, before its end is waited for.
    /// - Returns: What it left behind. A run of more than 45 seconds counts as hanging.
    /// - Throws: What `meanwhile` throws, and when the tool cannot be started.
    func run(
        _ arguments: [String], standardInput: Pipe? = nil,
        meanwhile: (Process) async throws -> Void = { _ in }
    ) async throws -> Outcome {
        let process = Process()
        process.executableURL = try Self.executable()
        process.arguments = arguments
        process.currentDirectoryURL = home
        process.environment = [
            "HOME": home.path, "XDG_CACHE_HOME": home.appendingPathComponent("cache").path,
            "LANG": "C.UTF-8",
        ]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = standardInput ?? FileHandle.nullDevice
        if let end = standardInput?.fileHandleForWriting.fileDescriptor {
            // The pipe ends when this process says so, whatever others inherit.
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        let ended = Ended(process)
        try process.run()
        async let written = Self.everything(from: output)
        async let complaints = Self.everything(from: errors)
        try await meanwhile(process)
        await ended.wait(seconds: 45, orKill: process)
        return Outcome(
            status: process.terminationStatus,
            wasKilled: process.terminationReason == .uncaughtSignal, output: await written,
            errors: String(decoding: await complaints, as: UTF8.self))
    }

    /// The tool stands beside the test bundle.
    static func executable() throws -> URL {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let tool = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(
            "kf")
        try #require(FileManager.default.isExecutableFile(atPath: tool.path), "\(tool.path)")
        return tool
    }

    private static func everything(from pipe: Pipe) async -> Data {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: drained(pipe.fileHandleForReading.fileDescriptor))
            }
        }
    }
}

/// Everything that comes from a descriptor; `FileHandle` gives up when a signal interrupts it.
private func drained(_ descriptor: Int32) -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 {
            data.append(contentsOf: buffer.prefix(count))
        } else if count == 0 || errno != EINTR {
            return data
        }
    }
}

/// The end of a process as something to wait for.
private struct Ended {
    private let stream: AsyncStream<Void>

    init(_ process: Process) {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in continuation.finish() }
        self.stream = stream
    }

    func wait(seconds: Double, orKill process: Process) async {
        let identifier = process.processIdentifier
        let watchdog = Task {
            try await Task.sleep(for: .seconds(seconds))
            Issue.record("The tool hangs.")
            kill(identifier, SIGKILL)
        }
        for await _ in stream {}
        watchdog.cancel()
    }
}
