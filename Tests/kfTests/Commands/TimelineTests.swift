import Foundation
import Kingfisher
import LoopbackHTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TimelineTests {
    @Test("--trace tells each step of each input on standard error, in columns")
    func cold() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let good = server.url("/a.png").absoluteString
        let bad = server.url("/b.png").absoluteString
        let outcome = try await scene.tool.run(["load", good, bad, good, "--trace", "--jobs", "1"])
        #expect(outcome.status == 1)
        #expect(outcome.lines.count == 2)
        let lines = outcome.errorLines
        let second = try #require(lines.firstIndex { $0.hasPrefix("\(bad):") })
        let steps = lines[1..<second].map(Self.step)
        #expect(lines[0] == "\(good):")
        #expect(
            steps == [
                "attempt", "look-up", "load", "first bytes", "process", "decode", "store",
                "completed",
            ])
        #expect(lines.contains { $0.contains("1200 pixels") })
        #expect(Set(lines[1..<second].map(Self.detailColumn)).count == 1)
        #expect(lines[second...].contains { Self.step($0) == "failed" })
    }

    @Test("--trace of a picture in the cache tells that it was read from disk")
    func warm() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let url = server.url("/a.png").absoluteString
        _ = try await scene.tool.run(["load", url])
        let outcome = try await scene.tool.run(["load", url, "--trace", "--json"])
        #expect(outcome.status == 0)
        #expect(try outcome.objects().count == 1)
        #expect(
            outcome.errorLines.dropFirst().map(Self.step) == [
                "attempt", "look-up", "read", "decode", "process", "completed",
            ])
    }

    /// The name of the step in a line: what follows the times and their units.
    private static func step(_ line: String) -> String {
        let columns = columns(line)
        return columns.dropLast().last ?? ""
    }

    private static func detailColumn(_ line: String) -> Int {
        guard let detail = columns(line).last,
            let range = line.range(of: detail, options: .backwards)
        else { return -1 }
        return line.distance(from: line.startIndex, to: range.lowerBound)
    }

    private static func columns(_ line: String) -> [String] {
        line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }
}
