import Foundation
import Kingfisher
import LoopbackHTTP
import TestTools
import Testing

@testable import kf

/// Each fault gives an error of one line, status 1, and nothing partial anywhere.
@Suite(.timeLimit(.minutes(5)))
struct BadInputTests {
    /// A fault of a server, and words that the error has to hold.
    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let words: [String]
        let answer: @Sendable (Scene) -> LoopbackResponse

        init(
            _ name: String, says words: String...,
            answer: @escaping @Sendable (Scene) -> LoopbackResponse
        ) {
            testDescription = name
            self.words = words
            self.answer = answer
        }
    }

    private static let faults = [
        Fault("404", says: "404", "Check the address.") { _ in .status(404) },
        Fault("500", says: "500", "try again later") { _ in .status(500) },
        Fault("a reset in mid-body") { .reset($0.png, after: 60) },
        Fault("a body shorter than its length") { .truncated($0.png, after: $0.png.count - 20) },
        Fault("no answer at all") { _ in .drop },
        Fault("zero bytes", says: "empty") { _ in .data(Data()) },
        Fault("HTML as image/png", says: "HTML") { _ in
            .data(Data("<!DOCTYPE html><html><body>Not here</body></html>".utf8))
        },
        Fault("half a PNG", says: "png") { .data($0.png.prefix($0.png.count / 2)) },
        Fault("the first bytes of a PNG") { .data($0.png.prefix(20)) },
        Fault("the first bytes of a JPEG") { .data($0.jpeg.prefix(40), type: "image/jpeg") },
        Fault("a PNG that claims 60,000x60,000", says: "60000", "--max-pixels") { scene in
            .data(scene.giantPNG())
        },
    ]

    @Test("A server's fault is one error", arguments: faults)
    func fault(_ fault: Fault) async throws {
        let scene = try Scene()
        let answer = fault.answer(scene)
        let server = try LoopbackServer { _ in answer }
        let url = server.url("/a.png").absoluteString
        for options in [[], ["--downsample", "10x10"]] {
            let outcome = try await scene.tool.run(
                ["load", url, "--json", "-d", "out"] + options)
            #expect(outcome.status == 1)
            #expect(!outcome.wasKilled)
            #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
            #expect(outcome.errors.hasPrefix("kf: \(url)"))
            #expect(outcome.errors.components(separatedBy: url).count == 2, "\(outcome.errors)")
            for word in fault.words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
            let object = try #require(try outcome.objects().first)
            #expect(object["status"] as? String == "failed")
            #expect(object["error_code"] as? Int != nil)
            #expect(scene.files(in: "out").isEmpty)
            #expect(scene.cacheEntries().isEmpty)
        }
    }

    @Test("Half a JPEG is an error or a whole picture, never half a file")
    func halfJPEG() async throws {
        let scene = try Scene()
        let half = LoopbackResponse.data(scene.jpeg.prefix(scene.jpeg.count * 3 / 4))
        let server = try LoopbackServer { _ in half }
        let outcome = try await scene.tool.run(
            ["load", server.url("/a.jpg").absoluteString, "-o", "a.png"])
        if outcome.status == 0 {
            #expect(try scene.picture("a.png").height == 30)
        } else {
            #expect(outcome.status == 1)
            #expect(outcome.errorLines.count == 1)
            #expect(!FileManager.default.fileExists(atPath: scene.path("a.png")))
        }
    }

    @Test("A refused connection is one error that says what to check")
    func refused() async throws {
        let scene = try Scene()
        let port = try RefusingPort()
        let outcome = try await scene.tool.run(["load", port.url("/a.png").absoluteString])
        withExtendedLifetime(port) {}
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("Check that the server runs"), "\(outcome.errors)")
    }

    @Test("A corrupt cache file is a miss: the picture is loaded again and the file mended")
    func corruptCacheFile() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let url = server.url("/a.png").absoluteString
        _ = try await scene.tool.run(["load", url])
        let entry = try #require(scene.cacheEntries().first)
        for damage in [Data("garbage".utf8), Data(), scene.png.prefix(50)] {
            try damage.write(to: entry)
            let outcome = try await scene.tool.run(["load", url, "-o", "a.png", "--json"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try scene.picture("a.png").width == 40)
            #expect(try Data(contentsOf: entry) == scene.png)
        }
        try Data("garbage".utf8).write(to: entry)
        let offline = try await scene.tool.run(["load", url, "--only-from-cache"])
        #expect(offline.status == 1)
        #expect(offline.errorLines.count == 1)
    }

    @Test("A cache directory that cannot be written is a warning; the picture is still there")
    func unwritableCache() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        try Data("a file".utf8).write(to: URL(fileURLWithPath: scene.path("taken")))
        let outcome = try await scene.tool.run(
            [
                "load", server.url("/a.png").absoluteString, "--cache-dir",
                scene.path("taken/cache"),
                "-o", "a.png",
            ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("warning"))
        #expect(try scene.picture("a.png").width == 40)
    }

    @Test(
        "An output that cannot be written is an error, and the picture is still cached",
        arguments: ["nowhere/a.png", "taken/a.png", "."])
    func unwritableOutput(path: String) async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        try Data("a file".utf8).write(to: URL(fileURLWithPath: scene.path("taken")))
        let outcome = try await scene.tool.run(
            ["load", server.url("/a.png").absoluteString, "-o", path])
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("cannot be written"))
        #expect(scene.cacheEntries().count == 1)
    }

    @Test("An output directory that cannot be made fails every input before anything is loaded")
    func unwritableOutputDirectory() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        try Data("a file".utf8).write(to: URL(fileURLWithPath: scene.path("taken")))
        let url = server.url("/a.png").absoluteString
        let outcome = try await scene.tool.run(["load", url, url, "--json", "-d", "taken/out"])
        #expect(outcome.status == 1)
        #expect(try outcome.objects().count == 2)
        #expect(outcome.errorLines.count == 2)
        #expect(server.requestCount == 0)
    }

    @Test(
        "Inputs that are no pictures' addresses are errors with advice",
        arguments: [
            ("missing.png", "check the path"), (".", "regular file"),
            ("ftp://h/a.png", "http"), ("http://", "complete URL"),
            ("http:///a.png", "complete URL"),
            ("/dev/zero", "regular file"), ("file:///nowhere/a.png", "check the path"),
        ])
    func badInputs(input: String, words: String) async throws {
        let scene = try Scene()
        let outcome = try await scene.tool.run(["load", input])
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test(
        "Wrong usage is status 2, one line, and nothing done",
        arguments: [
            ["load", "--downsample", "0x0", "a.png"], ["load"], ["paint"], [],
            ["load", "--nope", "a"],
            ["cache", "burn"],
        ])
    func wrongUsage(arguments: [String]) async throws {
        let scene = try Scene()
        let outcome = try await scene.tool.run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("--help"))
        #expect(scene.files(in: ".").isEmpty)
    }

    @Test("Help and version go to standard output with status 0")
    func help() async throws {
        let scene = try Scene()
        for arguments in [["--help"], ["load", "--help"], ["cache", "-h"], ["help", "load"]] {
            let outcome = try await scene.tool.run(arguments)
            #expect(outcome.status == 0)
            #expect(outcome.text.contains("Usage:"))
            #expect(outcome.errors == "")
        }
        let version = try await scene.tool.run(["--version"])
        #expect(version.text == "kf \(Version.number)\n")
    }

    @Test("The version is the newest of the change log")
    func versionIsInChangeLog() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let log = try String(
            contentsOf: root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        let newest = log.split(separator: "\n").first { $0.hasPrefix("## ") }
        #expect(newest == "## \(Version.number)")
    }

    @Test("--max-pixels is a limit of the operator's choice")
    func maxPixels() async throws {
        let scene = try Scene()
        try scene.png.write(to: URL(fileURLWithPath: scene.path("a.png")))
        let small = try await scene.tool.run(["load", "a.png", "--max-pixels", "1199"])
        #expect(small.status == 1)
        #expect(small.errors.contains("--max-pixels"))
        let enough = try await scene.tool.run(["load", "a.png", "--max-pixels", "1200"])
        #expect(enough.status == 0, "\(enough.errors)")
    }
}

extension Scene {
    /// The picture with a header that claims 60,000×60,000 pixels, its checksum right.
    func giantPNG() -> Data {
        let side = PNGBytes.bigEndian(60_000)
        let header = PNGBytes.chunk("IHDR", side + side + [8, 6, 0, 0, 0])
        return PNGBytes.signature + header + png.dropFirst(33)
    }
}
