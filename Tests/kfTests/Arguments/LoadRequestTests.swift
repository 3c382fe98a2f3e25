import Foundation
import Testing

@testable import kf

@Suite(.timeLimit(.minutes(1)))
struct LoadRequestTests {
    private func parse(_ line: String) throws -> LoadRequest {
        let arguments = line.split(separator: " ").map(String.init)
        return try #require(try LoadRequest.parse(arguments))
    }

    @Test("Inputs alone give the defaults")
    func defaults() throws {
        var expected = LoadRequest()
        expected.inputs = ["http://h/a.png", "b.jpg"]
        #expect(try parse("http://h/a.png b.jpg") == expected)
        #expect(expected.jobs == 4)
        #expect(expected.quality == 0.85)
        #expect(expected.cachePolicy == .normal)
    }

    @Test("Processing options are applied in the order given, also the same one twice")
    func stepsInOrder() throws {
        let request = try parse(
            "--crop 10x20@0,1 --resize 5x5:fill a --round-corner 3 --downsample 9x9 --crop 1x1")
        #expect(
            request.steps == [
                .crop(CGSize(width: 10, height: 20), anchor: CGPoint(x: 0, y: 1)),
                .resize(CGSize(width: 5, height: 5), .fill),
                .roundCorner(CornerRounding(size: .points(3)), background: nil, size: nil),
                .downsample(CGSize(width: 9, height: 9)),
                .crop(CGSize(width: 1, height: 1), anchor: CGPoint(x: 0.5, y: 0.5)),
            ])
    }

    @Test("Every option reaches the request")
    func everyOption() throws {
        let request = try parse(
            """
            --scale 2 --output-dir out --format jpg --quality 0.5 --cache-dir c --memory-only \
            --force-refresh --jobs 7 --timeout 2.5 --max-pixels 3M --progress --json a b
            """)
        #expect(request.scale == 2)
        #expect(request.output == .directory("out"))
        #expect(request.format == .jpeg)
        #expect(request.quality == 0.5)
        #expect(request.cacheDirectory == "c")
        #expect(request.memoryOnly)
        #expect(request.cachePolicy == .refresh)
        #expect(request.jobs == 7)
        #expect(request.timeout == 2.5)
        #expect(request.maxPixels == 3_000_000)
        #expect(request.showsProgress)
        #expect(request.json)
        #expect(request.inputs == ["a", "b"])
    }

    @Test("A dash as output is standard output, and a path anything else")
    func outputs() throws {
        #expect(try parse("a -o -").output == .standardOutput)
        #expect(try parse("a --output=-x.png").output == .file("-x.png"))
    }

    @Test("Help wins over what would be wrong without it")
    func help() throws {
        #expect(try LoadRequest.parse(["--help"]) == nil)
        #expect(try LoadRequest.parse(["--json", "-h"]) == nil)
    }

    @Test(
        "Values that make no sense are wrong usage",
        arguments: [
            "--downsample 0x0", "--downsample 10", "--resize 0x5", "--resize 5x5:cover",
            "--resize 5x5:", "--crop 5x5@2,0", "--crop 5x5@", "--crop 0x1", "--round-corner 0",
            "--round-corner -1", "--round-corner x", "--scale 0", "--scale x", "--scale 1000",
            "--quality 1.1", "--quality -0.1", "--quality high", "--jobs 0", "--jobs 257",
            "--jobs x",
            "--timeout 0", "--timeout soon", "--max-pixels 0", "--max-pixels 1e9",
            "--max-pixels 99999999999M", "--format tga", "--format=", "--output=", "--cache-dir=",
        ])
    func nonsense(options: String) {
        let error = #expect(throws: UsageError.self) { try parse(options + " a") }
        let name = options.split { $0 == " " || $0 == "=" }.first.map(String.init) ?? ""
        #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
    }

    @Test(
        "Options that contradict each other are wrong usage",
        arguments: [
            "a b -o x", "a -o x -d y", "a --json -o -", "a --no-cache --cache-dir c",
            "a --no-cache --only-from-cache", "a --force-refresh --only-from-cache",
            "a --force-refresh --no-cache",
        ])
    func contradictions(line: String) {
        #expect(throws: UsageError.self) { try parse(line) }
    }

    @Test("The same policy twice is no contradiction")
    func repeatedPolicy() throws {
        #expect(try parse("a --no-cache --no-cache").cachePolicy == .off)
    }

    @Test("No input, and an empty one, are wrong usage")
    func noInput() {
        #expect(throws: UsageError.self) { try LoadRequest.parse([]) }
        #expect(throws: UsageError.self) { try LoadRequest.parse(["--json"]) }
        #expect(throws: UsageError.self) { try LoadRequest.parse(["a", ""]) }
    }
}
