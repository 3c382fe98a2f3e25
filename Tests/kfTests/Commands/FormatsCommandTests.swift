import Foundation
import Testing

import RasterIO

@Suite(.timeLimit(.minutes(2)))
struct FormatsCommandTests {
    @Test("The table of the documentation is what the registry says")
    func documentation() async throws {
        let scene = try Scene()
        let outcome = try await scene.tool.run(["formats", "--markdown"])
        #expect(outcome.status == 0)
        var page = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { page.deleteLastPathComponent() }
        page.appendPathComponent("Sources/Kingfisher/Documentation.docc/Formats.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("|") }.map(String.init)
        // Heading, line, then the formats; Scripts/format-table writes them.
        #expect(outcome.lines.count > 8)
        for line in outcome.lines { #expect(rows.contains(line), "Formats.md lacks: \(line)") }
        let traits = Set(
            ImageCodecRegistry.codecs.compactMap { ($0 as? any BuiltInCodec)?.trait })
        let others = rows.filter { !outcome.lines.contains($0) }
        for row in others {
            let trait = row.split(separator: "|").last.map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            #expect(trait != "-" && !traits.contains(trait ?? "-"), "No codec for: \(row)")
        }
    }

    @Test("Formats are told as text and as JSON, and words that mean nothing are refused")
    func styles() async throws {
        let scene = try Scene()
        let text = try await scene.tool.run(["formats"])
        #expect(text.status == 0)
        #expect(text.lines.first?.hasPrefix("format  reads  writes") == true)
        #expect(text.lines.contains { $0.hasPrefix("gif     yes    yes     yes") })
        let objects = try await scene.tool.run(["formats", "--json"]).objects()
        let png = try #require(objects.first { $0["format"] as? String == "png" })
        #expect(png["writesAnimations"] as? Bool == true)
        let bmp = try #require(objects.first { $0["format"] as? String == "bmp" })
        #expect(bmp["writes"] as? Bool == false)
        #expect(bmp["trait"] is NSNull)
        #expect(try await scene.tool.run(["formats", "png"]).status == 2)
        #expect(try await scene.tool.run(["formats", "--help"]).text.contains("--markdown"))
    }
}
