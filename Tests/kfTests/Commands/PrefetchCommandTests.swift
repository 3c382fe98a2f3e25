import Foundation
import LoopbackHTTP
import Testing

@Suite(.timeLimit(.minutes(2)))
struct PrefetchCommandTests {
    @Test("A list fills the cache once; what is cached is skipped and what fails is named")
    func fillsOnce() async throws {
        let scene = try Scene()
        let server = try LoopbackServer { [png = scene.png] request in
            request.path == "/bad.png" ? .status(404) : .data(png)
        }
        let urls = ["/0.png", "/1.png", "/1.png", "/bad.png", "/2.png"].map {
            server.url($0).absoluteString
        }
        let list = "# pictures\n\n" + urls.joined(separator: "\n") + "\n"
        try Data(list.utf8).write(to: URL(fileURLWithPath: scene.path("list")))
        var summaries: [[String: Any]] = []
        for _ in 0..<2 {
            let outcome = try await scene.tool.run(["prefetch", "list", "--json", "-j", "2"])
            #expect(outcome.status == 1)
            #expect(outcome.errorLines.count == 1)
            #expect(outcome.errors.contains("404"))
            // The error names the URL itself.
            #expect(outcome.errors.components(separatedBy: "/bad.png").count == 2)
            summaries += try outcome.objects()
        }
        let expected = [
            ["total": 4, "loaded": 3, "skipped": 0, "failed": 1],
            ["total": 4, "loaded": 0, "skipped": 3, "failed": 1],
        ]
        #expect(summaries as? [[String: Int]] == expected)
        #expect(server.requestCount == 5)
        #expect(scene.cacheEntries().count == 3)
        server.stop()
        let offline = try await scene.tool.run(["load", urls[0], "--only-from-cache"])
        #expect(offline.status == 0, "\(offline.errors)")
    }

    @Test("An interrupted run leaves whole entries and is taken up again")
    func interruptedAndResumed() async throws {
        let scene = try Scene()
        let gate = LoopbackGate()
        let server = try LoopbackServer { [png = scene.png] request in
            request.path == "/1.png" ? .data(png).held(at: gate) : .data(png)
        }
        let list = (0..<2).map { server.url("/\($0).png").absoluteString }.joined(separator: "\n")
        try Data(list.utf8).write(to: URL(fileURLWithPath: scene.path("list")))
        let stopped = try await scene.tool.run(["prefetch", "list", "-j", "1"]) { process in
            await server.waitForRequests(path: "/1.png")
            kill(process.processIdentifier, SIGINT)
        }
        #expect(stopped.wasKilled)
        #expect(scene.cacheEntries().count == 1)
        gate.open()
        let resumed = try await scene.tool.run(["prefetch", "list"])
        #expect(resumed.status == 0, "\(resumed.errors)")
        #expect(resumed.text == "2 pictures: 1 loaded, 1 already cached, 0 failed.\n")
        #expect(server.requestCount(path: "/0.png") == 1)
    }

    @Test("A list that cannot be read is a failure, two lists wrong usage")
    func nonsense() async throws {
        let scene = try Scene()
        let missing = try await scene.tool.run(["prefetch", "missing"])
        #expect(missing.status == 1)
        #expect(missing.errorLines.count == 1)
        #expect(try await scene.tool.run(["prefetch"]).status == 2)
        #expect(try await scene.tool.run(["prefetch", "a", "b"]).status == 2)
        #expect(try await scene.tool.run(["prefetch", "a", "--jobs", "0"]).status == 2)
    }

    @Test("A cache that cannot be written is a failure: there is nowhere to prefetch to")
    func unwritableCache() async throws {
        let scene = try Scene()
        try Data("x".utf8).write(to: URL(fileURLWithPath: scene.path("list")))
        let outcome = try await scene.tool.run(
            ["prefetch", "list", "--cache-dir", scene.path("list/cache")])
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1)
    }
}
