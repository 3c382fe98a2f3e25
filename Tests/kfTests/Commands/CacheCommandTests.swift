import Foundation
import LoopbackHTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CacheCommandTests {
    @Test("The path is below the user's cache directory, or the given one")
    func path() async throws {
        let scene = try Scene()
        let own = try await scene.tool.run(["cache", "path"])
        #expect(own.status == 0)
        #expect(own.text == scene.path("cache/com.onevcat.Kingfisher.ImageCache.default") + "\n")
        try FileManager.default.createDirectory(
            atPath: scene.path("mine"), withIntermediateDirectories: true)
        let mine = try await scene.tool.run(["cache", "path", "--cache-dir", scene.path("mine")])
        #expect(mine.text == scene.path("mine/com.onevcat.Kingfisher.ImageCache.default") + "\n")
    }

    @Test("Info and list tell of what was loaded, for people and as JSON")
    func infoAndList() async throws {
        let scene = try Scene()
        let server = try LoopbackServer { [png = scene.png] _ in .data(png) }
        let inputs = (0..<3).map { server.url("/\($0).png").absoluteString }
        _ = try await scene.tool.run(["load"] + inputs)

        let info = try #require(
            try await scene.tool.run(["cache", "info", "--json"]).objects().first)
        #expect(info["count"] as? Int == 3)
        #expect(info["bytes"] as? Int == 3 * scene.png.count)
        #expect(info["expired"] as? Int == 0)
        let text = try await scene.tool.run(["cache", "info"])
        #expect(text.text.contains("entries  3"))

        let list = try await scene.tool.run(["cache", "list", "--json"]).objects()
        #expect(list.count == 3)
        #expect(
            Set(list.compactMap { $0["name"] as? String })
                == Set(scene.cacheEntries().map(\.lastPathComponent)))
        #expect(list.allSatisfy { $0["bytes"] as? Int == scene.png.count })
        let dates = list.compactMap { $0["expires"] as? String }
            .compactMap { try? Date($0, strategy: .iso8601) }
        #expect(dates.count == 3)
        #expect(dates.allSatisfy { $0 > Date(timeIntervalSinceNow: 6 * 86_400) })
        let lines = try await scene.tool.run(["cache", "list"]).lines
        #expect(lines.count == 4)
    }

    @Test("Clear removes everything, clean only what has expired")
    func clearAndClean() async throws {
        let scene = try Scene()
        let server = try LoopbackServer { [png = scene.png] _ in .data(png) }
        let inputs = (0..<3).map { server.url("/\($0).png").absoluteString }
        _ = try await scene.tool.run(["load"] + inputs)
        let entry = try #require(scene.cacheEntries().first)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: entry.path)

        let clean = try await scene.tool.run(["cache", "clean"])
        #expect(clean.status == 0, "\(clean.errors)")
        #expect(clean.text.hasPrefix("Removed 1 of 3 entries"))
        #expect(scene.cacheEntries().count == 2)
        #expect(!scene.cacheEntries().contains(entry))

        let clear = try await scene.tool.run(["cache", "clear"])
        #expect(clear.text.hasPrefix("Removed 2 of 2 entries"))
        #expect(scene.cacheEntries().isEmpty)
    }

    @Test("Verify removes entries that hold no whole picture, and only those")
    func verify() async throws {
        let scene = try Scene()
        let server = try LoopbackServer { [png = scene.png] _ in .data(png) }
        let inputs = (0..<4).map { server.url("/\($0).png").absoluteString }
        _ = try await scene.tool.run(["load"] + inputs)
        let entries = scene.cacheEntries()
        try #require(entries.count == 4)
        try Data("garbage".utf8).write(to: entries[0])
        try scene.png.prefix(scene.png.count - 30).write(to: entries[1])
        try scene.giantPNG().write(to: entries[2])

        // A format that this build has no codec for.
        try Data("%PDF-1.7 and more".utf8).write(to: entries[3])
        let before = try entries.suffix(2).map { try Self.lastAccess($0) }

        let outcome = try await scene.tool.run(["cache", "verify", "--json"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let names = try outcome.objects().compactMap { $0["name"] as? String }
        #expect(Set(names) == Set(entries.prefix(2).map(\.lastPathComponent)))
        #expect(Set(scene.cacheEntries()) == Set(entries.suffix(2)))
        // To be checked is not to be used.
        #expect(try entries.suffix(2).map { try Self.lastAccess($0) } == before)
        let again = try await scene.tool.run(["cache", "verify"])
        #expect(again.text == "2 entries, 0 of them damaged.\n")
    }

    private static func lastAccess(_ file: URL) throws -> [Int] {
        var status = stat()
        guard lstat(file.path, &status) == 0 else { throw POSIXError(.ENOENT) }
        return [status.st_atim.tv_sec, status.st_atim.tv_nsec]
    }

    @Test("An empty cache has nothing to list")
    func empty() async throws {
        let scene = try Scene()
        let list = try await scene.tool.run(["cache", "list"])
        #expect(list.status == 0)
        #expect(list.output.isEmpty)
        let info = try await scene.tool.run(["cache", "info", "--json"])
        #expect(try info.objects().first?["count"] as? Int == 0)
    }

    @Test("A misspelt directory is an error and is not made")
    func misspelt() async throws {
        let scene = try Scene()
        for action in ["info", "list", "clear", "clean"] {
            let outcome = try await scene.tool.run(["cache", action, "--cache-dir", "mispelt"])
            #expect(outcome.status == 1)
            #expect(outcome.errorLines.count == 1)
            #expect(outcome.errors.contains("--cache-dir"))
        }
        #expect(scene.files(in: ".").isEmpty)
    }
}
