import Foundation
import LoopbackHTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LoadStoppingTests {
    @Test(
        "An interrupt ends a download at once, by that signal, with nothing left behind",
        arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) async throws {
        let scene = try Scene()
        let server = try LoopbackServer { [png = scene.png] _ in .stalled(png, after: 100) }
        let inputs = (0..<8).map { server.url("/\($0).png").absoluteString }
        let outcome = try await scene.tool.run(
            ["load", "-j", "2", "--timeout", "600", "-d", "out"] + inputs
        ) {
            process in
            await server.waitForRequests(2)
            kill(process.processIdentifier, signal)
        }
        #expect(outcome.wasKilled)
        #expect(outcome.status == signal)
        #expect(outcome.output.isEmpty)
        #expect(scene.files(in: "out").isEmpty)
        #expect(scene.cacheEntries().isEmpty)
        #expect(server.requestCount == 2)
    }

    @Test("--timeout ends an input that never answers, and the next one is still done")
    func timeout() async throws {
        let scene = try Scene()
        let server = try LoopbackServer { [png = scene.png] request in
            request.path == "/silent.png" ? .silence : .data(png)
        }
        let inputs = ["/silent.png", "/a.png"].map { server.url($0).absoluteString }
        let outcome = try await scene.tool.run(
            ["load", "--json", "-j", "1", "--timeout", "0.5"] + inputs)
        #expect(outcome.status == 1)
        let objects = try outcome.objects()
        #expect(objects.compactMap { $0["status"] as? String } == ["failed", "ok"])
        #expect(outcome.errors.contains("--timeout"))
        #expect(outcome.errorLines.count == 1)
    }

    @Test("--timeout ends a body that stops coming, and nothing of it is kept")
    func stalledBody() async throws {
        let scene = try Scene()
        let server = try LoopbackServer { [png = scene.png] _ in .stalled(png, after: png.count - 1)
        }
        let outcome = try await scene.tool.run(
            ["load", "--timeout", "0.5", server.url("/a.png").absoluteString])
        #expect(outcome.status == 1)
        #expect(scene.cacheEntries().isEmpty)
    }

    @Test("A reader that goes away ends the run without a word")
    func closedPipe() async throws {
        let scene = try Scene()
        try scene.png.write(to: URL(fileURLWithPath: scene.path("a.png")))
        // `head` leaves after the first line; the shell reports how the tool ended.
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.currentDirectoryURL = scene.directory
        shell.arguments = [
            "-c",
            "\"$0\" load --no-cache $(printf 'a.png %.0s' {1..20000}) | true; exit ${PIPESTATUS[0]}",
            try Tool.executable().path,
        ]
        let errors = Pipe()
        shell.standardError = errors
        try shell.run()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        #expect(String(decoding: text, as: UTF8.self) == "")
        #expect(shell.terminationStatus == 128 + SIGPIPE)
    }
}
