import Foundation
import Kingfisher
import LoopbackHTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LoadCommandTests {
    @Test("Cold, in a second process, and offline from the cache: one request, equal pictures")
    func coldWarmOffline() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let url = server.url("/a.png").absoluteString
        var pictures: [Bitmap] = []
        for (name, options, cache) in [
            ("cold", [], "none"), ("warm", [], "disk"), ("offline", ["--only-from-cache"], "disk"),
        ] {
            if name == "offline" { server.stop() }
            let outcome = try await scene.tool.run(
                ["load", url, "--json", "-o", "\(name).png"] + options)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors == "")
            let object = try #require(try outcome.objects().first)
            #expect(object["cache"] as? String == cache)
            #expect(object["status"] as? String == "ok")
            pictures.append(try scene.picture("\(name).png"))
        }
        #expect(server.requestCount == 1)
        #expect(pictures.allSatisfy { $0 == pictures[0] })
    }

    @Test("Processed pictures are equal cold, warm and offline, and processed once")
    func processedColdWarmOffline() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.jpg": .data(scene.jpeg, type: "image/jpeg")])
        let line = [
            "load", server.url("/a.jpg").absoluteString, "--resize", "20x20:fill", "--crop",
            "20x16@0,1", "--round-corner", "4", "--json",
        ]
        let cold = try await scene.tool.run(line + ["-o", "cold.png"])
        let warm = try await scene.tool.run(line + ["-o", "warm.png"])
        server.stop()
        let offline = try await scene.tool.run(line + ["-o", "offline.png", "--only-from-cache"])
        for outcome in [cold, warm, offline] {
            #expect(outcome.status == 0, "\(outcome.errors)")
            let object = try #require(try outcome.objects().first)
            #expect(object["width"] as? Int == 20)
            #expect(object["height"] as? Int == 16)
        }
        let picture = try scene.picture("cold.png")
        #expect(picture == (try scene.picture("warm.png")))
        #expect(picture == (try scene.picture("offline.png")))
        #expect(picture.pixel(x: 0, y: 0)?.alpha == 0)
        #expect(picture.pixel(x: 10, y: 8)?.alpha == 255)
        #expect(server.requestCount == 1)
    }

    @Test("A thumbnail that was never made is made offline from the cached original")
    func offlineFromOriginal() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let url = server.url("/a.png").absoluteString
        let first = try await scene.tool.run(["load", url])
        server.stop()
        let second = try await scene.tool.run(
            ["load", url, "--downsample", "10x10", "--only-from-cache", "-o", "small.png"])
        #expect(first.status == 0 && second.status == 0, "\(second.errors)")
        #expect(try scene.picture("small.png").width == 10)
    }

    @Test("The JSON object has every field, null where there is no value")
    func jsonFields() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let good = server.url("/a.png").absoluteString
        let bad = server.url("/b.png").absoluteString
        let outcome = try await scene.tool.run(["load", good, bad, "--json", "-d", "out"])
        #expect(outcome.status == 1)
        let objects = try outcome.objects()
        try #require(objects.count == 2)
        let fields = [
            "source", "status", "cache", "width", "height", "format", "bytes", "seconds", "output",
            "error",
        ]
        for object in objects { #expect(Set(fields).isSubset(of: object.keys)) }
        #expect(objects.map { $0["source"] as? String } == [good, bad])
        #expect(objects.map { $0["status"] as? String } == ["ok", "failed"])
        #expect(objects[0]["width"] as? Int == 40)
        #expect(objects[0]["height"] as? Int == 30)
        #expect(objects[0]["format"] as? String == "png")
        #expect(objects[0]["output"] as? String == "out/a.png")
        let written = try Data(contentsOf: URL(fileURLWithPath: scene.path("out/a.png")))
        #expect(objects[0]["bytes"] as? Int == written.count)
        #expect(objects[0]["error"] is NSNull)
        #expect(objects[1]["width"] is NSNull)
        #expect(objects[1]["output"] is NSNull)
        #expect((objects[1]["error"] as? String)?.contains("404") == true)
        #expect(outcome.errorLines.count == 1)
    }

    @Test("The same URL a hundred times is one request and a hundred results")
    func hundredTimes() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let inputs = Array(repeating: server.url("/a.png").absoluteString, count: 100)
        let outcome = try await scene.tool.run(
            ["load", "--json", "--jobs", "16", "--no-cache", "-d", "out"] + inputs)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(server.requestCount == 1)
        let objects = try outcome.objects()
        #expect(objects.count == 100)
        #expect(objects.allSatisfy { $0["status"] as? String == "ok" })
        let origins = objects.compactMap { $0["cache"] as? String }
        #expect(origins.first == "none")
        #expect(origins.dropFirst().allSatisfy { $0 == "memory" })
        #expect(Set(objects.compactMap { $0["output"] as? String }).count == 100)
        #expect(scene.files(in: "out").count == 100)
        #expect(scene.cacheEntries().isEmpty)
    }

    @Test("A failing input does not keep the others from being done, and results keep their order")
    func othersAreDone() async throws {
        let scene = try Scene()
        let gate = LoopbackGate()
        let server = try LoopbackServer { [png = scene.png] request in
            switch request.path {
            case "/slow.png": .data(png).held(at: gate)
            case "/last.png":
                {
                    gate.open()
                    return .data(png)
                }()
            default: .status(500)
            }
        }
        let inputs = ["/slow.png", "/broken.png", "/last.png"].map { server.url($0).absoluteString }
        let outcome = try await scene.tool.run(["load", "--json", "-j", "3", "-d", "out"] + inputs)
        #expect(outcome.status == 1)
        let objects = try outcome.objects()
        #expect(objects.compactMap { $0["source"] as? String } == inputs)
        #expect(objects.compactMap { $0["status"] as? String } == ["ok", "failed", "ok"])
        #expect(scene.files(in: "out") == ["last.png", "slow.png"])
    }

    @Test("No more inputs than --jobs are loaded at a time")
    func jobs() async throws {
        let scene = try Scene()
        let server = try LoopbackServer { [png = scene.png] _ in .data(png) }
        let inputs = (0..<30).map { server.url("/\($0).png").absoluteString }
        let outcome = try await scene.tool.run(["load", "-j", "2"] + inputs)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(server.requestCount == 30)
        #expect(server.peakRequestCount <= 2)
    }

    @Test("The output is standard output for a dash, and nothing else goes there")
    func standardOutput() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let outcome = try await scene.tool.run(
            ["load", server.url("/a.png").absoluteString, "-o", "-", "--format", "jpeg"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try ImageDecoder.header(of: outcome.output).format == .jpeg)
        #expect(try ImageDecoder.decode(outcome.output).width == 40)
    }

    @Test("The format follows --format, the file's extension, the source and transparency")
    func formats() async throws {
        let scene = try Scene()
        try scene.png.write(to: URL(fileURLWithPath: scene.path("a.png")))
        try scene.jpeg.write(to: URL(fileURLWithPath: scene.path("b.jpg")))
        let cases: [([String], String, EncodedImageFormat)] = [
            (["a.png", "-o", "1.JPG"], "1.JPG", .jpeg),
            (["a.png", "-o", "2.jpg", "--format", "png"], "2.jpg", .png),
            (["b.jpg", "-o", "3"], "3", .jpeg),
            (["a.png", "-o", "4"], "4", .png),
            (["b.jpg", "--round-corner", "9", "-o", "5"], "5", .png),
            (["b.jpg", "-d", "out"], "out/b.jpg", .jpeg),
        ]
        for (arguments, file, format) in cases {
            let outcome = try await scene.tool.run(["load"] + arguments)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let data = try Data(contentsOf: URL(fileURLWithPath: scene.path(file)))
            #expect(try ImageDecoder.header(of: data).format == format, "\(arguments)")
        }
    }

    @Test("A lower quality makes a smaller JPEG")
    func quality() async throws {
        let scene = try Scene()
        try scene.png.write(to: URL(fileURLWithPath: scene.path("a.png")))
        _ = try await scene.tool.run(["load", "a.png", "-o", "low.jpg", "--quality", "0.1"])
        _ = try await scene.tool.run(["load", "a.png", "-o", "high.jpg", "--quality", "1"])
        let sizes = try ["low.jpg", "high.jpg"].map {
            try Data(contentsOf: URL(fileURLWithPath: scene.path($0))).count
        }
        #expect(sizes[0] < sizes[1])
    }

    @Test("Sizes are multiplied by --scale, and each scale is cached for itself")
    func scale() async throws {
        let scene = try Scene()
        try scene.png.write(to: URL(fileURLWithPath: scene.path("a.png")))
        for (scale, width) in [("1", 10), ("2", 20), ("1", 10)] {
            let outcome = try await scene.tool.run(
                ["load", "a.png", "--resize", "10x5", "--scale", scale, "--json"])
            #expect(try outcome.objects().first?["width"] as? Int == width)
        }
    }

    @Test("Paths and file URLs are inputs, and a changed file is not answered from the cache")
    func localFiles() async throws {
        let scene = try Scene()
        let file = URL(fileURLWithPath: scene.path("my picture.png"))
        try scene.png.write(to: file)
        for (input, cache) in [("my picture.png", "none"), (file.absoluteString, "disk")] {
            let outcome = try await scene.tool.run(["load", input, "--json"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try outcome.objects().first?["cache"] as? String == cache)
        }
        try scene.transparentPNG.write(to: file)
        let changed = try await scene.tool.run(["load", "my picture.png", "--json"])
        #expect(try changed.objects().first?["width"] as? Int == 16)
    }

    @Test("--force-refresh asks the server again and keeps the answer")
    func forceRefresh() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let url = server.url("/a.png").absoluteString
        for options in [[], ["--force-refresh"], []] {
            _ = try await scene.tool.run(["load", url] + options)
        }
        #expect(server.requestCount == 2)
    }

    @Test("--memory-only reads the disk cache and writes nothing to it")
    func memoryOnly() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let url = server.url("/a.png").absoluteString
        let first = try await scene.tool.run(
            ["load", url, "--memory-only", "--downsample", "9x9", "--json"])
        #expect(first.status == 0, "\(first.errors)")
        #expect(scene.cacheEntries().isEmpty)
        _ = try await scene.tool.run(["load", url])
        let third = try await scene.tool.run(["load", url, "--memory-only", "--json"])
        #expect(try third.objects().first?["cache"] as? String == "disk")
        #expect(server.requestCount == 2)
    }

    @Test("A missing picture in the cache is a failure offline, and says what to do")
    func onlyFromCacheMiss() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let outcome = try await scene.tool.run(
            ["load", server.url("/a.png").absoluteString, "--only-from-cache"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("--only-from-cache"))
        #expect(server.requestCount == 0)
    }

    @Test("A cache directory of its own is used, and the tool's other one left alone")
    func cacheDirectory() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let url = server.url("/a.png").absoluteString
        for cache in ["none", "disk"] {
            let outcome = try await scene.tool.run(["load", url, "--json", "--cache-dir", "mine"])
            #expect(try outcome.objects().first?["cache"] as? String == cache)
        }
        #expect(scene.cacheEntries().isEmpty)
        let info = try await scene.tool.run(["cache", "info", "--json", "--cache-dir", "mine"])
        #expect(try info.objects().first?["count"] as? Int == 1)
    }

    @Test("A file is replaced in one step, its permissions kept, and a link followed")
    func replacing() async throws {
        let scene = try Scene()
        try scene.png.write(to: URL(fileURLWithPath: scene.path("a.png")))
        try Data("old".utf8).write(to: URL(fileURLWithPath: scene.path("target.png")))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: scene.path("target.png"))
        try FileManager.default.createSymbolicLink(
            atPath: scene.path("link.png"), withDestinationPath: "target.png")
        let outcome = try await scene.tool.run(["load", "a.png", "-o", "link.png"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scene.picture("target.png").width == 40)
        let attributes = try FileManager.default.attributesOfItem(atPath: scene.path("target.png"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: scene.path("link.png"))
        #expect(link == "target.png")
    }

    @Test("A device is written to, not replaced")
    func device() async throws {
        let scene = try Scene()
        try scene.png.write(to: URL(fileURLWithPath: scene.path("a.png")))
        let outcome = try await scene.tool.run(["load", "a.png", "-o", "/dev/null"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
        #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test("No progress bar is shown where nobody sees it")
    func noProgressWhenPiped() async throws {
        let scene = try Scene()
        let server = try LoopbackServer(routes: ["/a.png": .data(scene.png)])
        let outcome = try await scene.tool.run(
            ["load", server.url("/a.png").absoluteString, "--progress"])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(outcome.lines.count == 1)
    }
}
