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
