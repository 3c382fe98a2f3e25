import Foundation
import Testing

@Suite("Pictures from standard input", .timeLimit(.minutes(2)))
struct StandardInputTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    /// Runs the tool with bytes on its standard input.
    private func run(_ arguments: String..., input: Data) async throws -> Tool.Outcome {
        let pipe = Pipe()
        return try await scene.tool.run(arguments, standardInput: pipe) { _ in
            try pipe.fileHandleForWriting.write(contentsOf: input)
            try pipe.fileHandleForWriting.close()
        }
    }

    @Test("A picture is loaded from standard input, written, and not cached")
    func loading() async throws {
        let outcome = try await run("load", "-", "--json", "-o", "a.png", input: scene.jpeg)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let object = try #require(outcome.objects().first)
        #expect(object["source"] as? String == "-")
        #expect(try scene.picture("a.png").width == 40)
        #expect(scene.cacheEntries().isEmpty)
        // The next picture is not the last one.
        let next = try await run("load", "-", "-o", "b.png", input: scene.transparentPNG)
        #expect(next.status == 0, "\(next.errors)")
        #expect(try scene.picture("b.png").width == 16)
    }

    @Test("Standard input goes to standard output, and into a folder under a name of its own")
    func piping() async throws {
        let piped = try await run(
            "load", "-", "--crop", "10x10", "--format", "png", "-o", "-", input: scene.png)
        #expect(piped.status == 0, "\(piped.errors)")
        #expect(piped.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let foldered = try await run("load", "-", "-d", "out", input: scene.png)
        #expect(foldered.status == 0, "\(foldered.errors)")
        #expect(scene.files(in: "out") == ["picture.png"])
    }

    @Test("Standard input is identified")
    func identifying() async throws {
        let outcome = try await run("identify", "-", input: scene.transparentPNG)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.hasPrefix("-  png  16x16  8 bits  alpha"))
    }

    @Test("Nothing, and what is no picture, is told", arguments: ["load", "identify"])
    func noPicture(command: String) async throws {
        for input in [Data(), Data("text".utf8), scene.png.prefix(20)] {
            let outcome = try await run(command, "-", input: input)
            #expect(outcome.status == 1)
            #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
        }
    }

    @Test(
        "An input that never ends is given up after the timeout, and when the tool is told to stop")
    func silence() async throws {
        let pipe = Pipe()
        let late = try await scene.tool.run(
            ["load", "-", "--timeout", "0.2"], standardInput: pipe)
        #expect(late.status == 1 && late.errors.contains("--timeout"), "\(late.errors)")
        let other = Pipe()
        let stopped = try await scene.tool.run(
            ["load", "-", "--no-cache"], standardInput: other
        ) { process in
            // What goes through the pipe is read, so the tool has begun.
            try other.fileHandleForWriting.write(contentsOf: Data(count: 1 << 18))
            process.interrupt()
        }
        #expect(stopped.wasKilled && stopped.status == SIGINT, "\(stopped.errors)")
        try pipe.fileHandleForWriting.close()
        try other.fileHandleForWriting.close()
    }

    @Test("The cache cannot answer for standard input")
    func onlyFromCache() async throws {
        let outcome = try await scene.tool.run(["load", "-", "--only-from-cache"])
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("standard input"))
    }

    @Test("A file of that name is given as a path")
    func fileNamedDash() async throws {
        try scene.png.write(to: URL(fileURLWithPath: scene.path("-")))
        let outcome = try await scene.tool.run(["identify", "./-"])
        #expect(outcome.status == 0 && outcome.text.hasPrefix("./-  png  40x30"))
    }
}
