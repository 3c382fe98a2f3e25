import Foundation

@testable import Kingfisher

/// A run of the program that has accidents with a cache directory.
final class StressProcess {
    private let process = Process()
    private let output = Pipe()
    private let errorOutput = Pipe()

    init(_ arguments: String...) throws {
        // The program is built into the directory that the tests run from.
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let built = [tests, URL(fileURLWithPath: CommandLine.arguments[0])]
            .map { $0.deletingLastPathComponent().appendingPathComponent("CacheStress") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        process.executableURL = built ?? URL(fileURLWithPath: "CacheStress")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = errorOutput
        try process.run()
    }

    /// Waits until the program writes something.
    func waitForOutput() {
        _ = output.fileHandleForReading.availableData
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for the end and returns the exit status.
    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    var errors: String {
        String(decoding: errorOutput.fileHandleForReading.availableData, as: UTF8.self)
    }
}

/// A small file system of a test's own, where the machine allows one.
struct Mount {
    let path: String
    private(set) var isMounted = false

    init(_ path: String, options: String) {
        self.path = path
        isMounted =
            geteuid() == 0 && Self.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", path])
    }

    func remount(_ mode: String) -> Bool { Self.run(["mount", "-o", "remount,\(mode)", path]) }

    func unmount() {
        if isMounted { _ = Self.run(["umount", "-l", path]) }
    }

    private static func run(_ arguments: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

extension DiskStorage.Backend {
    /// The running total, for tests that see the module as its users do.
    var entryTotal: UInt? { index.total }
}
