import Foundation
import Kingfisher
import Testing

@Suite(.timeLimit(.minutes(2)))
struct IdentifyCommandTests {
    @Test("Facts are told for people and as JSON, and a bad file does not hide the others")
    func facts() async throws {
        let scene = try Scene()
        try scene.png.write(to: URL(fileURLWithPath: scene.path("a.png")))
        try scene.transparentPNG.write(to: URL(fileURLWithPath: scene.path("b.dat")))
        try scene.jpeg.write(to: URL(fileURLWithPath: scene.path("c.jpg")))
        try Data("text".utf8).write(to: URL(fileURLWithPath: scene.path("d.png")))
        let outcome = try await scene.tool.run(
            ["identify", "--json", "a.png", "d.png", "missing.png", "b.dat", "c.jpg"])
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 2)
        let objects = try outcome.objects()
        #expect(objects.compactMap { $0["format"] as? String } == ["png", "png", "jpeg"])
        #expect(objects.compactMap { $0["width"] as? Int } == [40, 16, 40])
        #expect(objects.compactMap { $0["height"] as? Int } == [30, 16, 30])
        #expect(objects.compactMap { $0["alpha"] as? Bool } == [false, true, false])
        #expect(objects.allSatisfy { $0["orientation"] as? Int == 1 })
        let text = try await scene.tool.run(["identify", "b.dat"])
        #expect(text.status == 0)
        #expect(text.text.hasPrefix("b.dat  png  16x16  8 bits  alpha"))
    }

    /// What the fixtures of the codecs are known to be.
    private struct Expectation: Decodable {
        let width: Int
        let height: Int
        let bits: Int
        let alpha: Bool
        let orientation: Int?
        let profile: String?
        let frames: [Data]?
    }

    @Test("Pictures of every format are told rightly")
    func everyFormat() async throws {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        folder.appendPathComponent("RasterIOTests/Fixtures")
        let table = try Data(contentsOf: folder.appendingPathComponent("expected.json"))
        let names = Set(ImageCodecRegistry.codecs.map(\.format.name))
        let expected = try JSONDecoder().decode([String: Expectation].self, from: table)
            .filter { names.contains(String($0.key.prefix { $0 != "-" })) }
        let files = expected.keys.sorted()
        let scene = try Scene()
        let outcome = try await scene.tool.run(
            ["identify", "--json"] + files.map { folder.appendingPathComponent($0).path })
        #expect(outcome.status == 0, "\(outcome.errors)")
        let objects = try outcome.objects()
        #expect(objects.count == files.count)
        for (file, object) in zip(files, objects) {
            let facts = try #require(expected[file])
            #expect(object["format"] as? String == String(file.prefix { $0 != "-" }), "\(file)")
            #expect(object["width"] as? Int == facts.width, "\(file)")
            #expect(object["height"] as? Int == facts.height, "\(file)")
            #expect(object["bits"] as? Int == facts.bits, "\(file)")
            #expect(object["alpha"] as? Bool == facts.alpha, "\(file)")
            #expect(object["frames"] as? Int == facts.frames?.count ?? 1, "\(file)")
            let orientation = file == "png-exif-right.png" ? 6 : facts.orientation ?? 1
            #expect(object["orientation"] as? Int == orientation, "\(file)")
            #expect(object["profile"] as? String == facts.profile, "\(file)")
        }
    }

    @Test("A header beyond all limits is told, not refused")
    func giant() async throws {
        let scene = try Scene()
        try scene.giantPNG().write(to: URL(fileURLWithPath: scene.path("a.png")))
        let outcome = try await scene.tool.run(["identify", "a.png"])
        #expect(outcome.text.contains("60000x60000"), "\(outcome.errors)")
    }

    @Test("What is no regular file is an error, and no file at all wrong usage")
    func nonsense() async throws {
        let scene = try Scene()
        let folder = try await scene.tool.run(["identify", ".", "/dev/zero"])
        #expect(folder.status == 1)
        #expect(folder.errorLines.count == 2)
        #expect(try await scene.tool.run(["identify"]).status == 2)
    }
}
