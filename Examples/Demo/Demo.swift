import Foundation
import Kingfisher
import LoopbackHTTP

/// Loads sample pictures from a server of its own: cold, from memory, and from disk.
@main
enum Demo {
    /// Something that did not go as it should.
    struct Surprise: Error, CustomStringConvertible {
        let description: String
    }

    static func main() async {
        do {
            if let file = processorSheet {
                return try ProcessorSheet.write(to: file)
            }
            try await run(output: URL(fileURLWithPath: "Demo.out", isDirectory: true))
        } catch {
            FileHandle.standardError.write(Data("The demonstration failed: \(error)\n".utf8))
            exit(1)
        }
    }

    /// The file after `--processors`, for which only the sheet of all processors is made.
    private static var processorSheet: URL? {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, arguments[1] == "--processors" else { return nil }
        return URL(fileURLWithPath: arguments[2])
    }

    private static func run(output: URL) async throws {
        let server = try LoopbackServer(routes: try routes())
        let cacheDirectory = FileManager.default.temporaryDirectory
            .appendingPathComponent("kingfisher-demo-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: cacheDirectory) }

        print("Sample pictures are served at \(server.baseURL.absoluteString).\n")
        var table = ResultTable(
            headings: ["picture", "processing", "from", "pixels", "time"], rightAligned: [3, 4])
        let first = try manager(cacheDirectory)
        let images = try await pass(.none, with: first, server, &table)
        table.addGap()
        _ = try await pass(.memory, with: first, server, &table)
        table.addGap()
        // A manager of its own has nothing in memory, as after a restart of the program.
        _ = try await pass(.disk, with: try manager(cacheDirectory), server, &table)
        print(table.text)

        let sheet = try write(images, to: output)
        print("\nRequests that reached the server: \(server.requestCount).")
        print("Contact sheet: \(sheet.relativePath)")
    }

    /// Loads everything once.
    ///
    /// - Returns: The pictures, in the order of the jobs.
    /// - Throws: ``Surprise`` when a picture comes from elsewhere than expected.
    private static func pass(
        _ expected: CacheType, with manager: KingfisherManager, _ server: LoopbackServer,
        _ table: inout ResultTable
    ) async throws -> [ContactSheet.Item] {
        var items: [ContactSheet.Item] = []
        for job in Job.all {
            let start = ContinuousClock.now
            let requests = server.requestCount
            do {
                let result = try await manager.retrieveImage(
                    with: server.url("/" + job.path), options: job.options)
                let time = milliseconds(since: start)
                guard job.exists, result.cacheType == expected else {
                    throw Surprise(
                        description: "\(job.path) came from \(result.cacheType), not \(expected).")
                }
                let size = "\(Int(result.image.size.width))x\(Int(result.image.size.height))"
                let wasAsked = server.requestCount > requests
                table.add(
                    [job.path, job.description, name(of: expected, wasAsked: wasAsked), size, time])
                items.append(
                    .init(caption: "\(stem(job.path)): \(job.description)", image: result.image))
            } catch let error as KingfisherError where !job.exists {
                table.add([job.path, job.description, "failed: \(error.localizedDescription)"])
            }
        }
        return items
    }

    private static func manager(_ directory: URL) throws -> KingfisherManager {
        KingfisherManager(
            downloader: ImageDownloader(name: "demo"),
            cache: try ImageCache(name: "demo", cacheDirectoryURL: directory))
    }

    private static func routes() throws -> [String: LoopbackResponse] {
        guard let folder = Bundle.module.url(forResource: "Pictures", withExtension: nil) else {
            throw Surprise(description: "The sample pictures are not where the build puts them.")
        }
        var routes: [String: LoopbackResponse] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let type = file.hasSuffix(".png") ? "image/png" : "image/jpeg"
            let data = try Data(contentsOf: folder.appendingPathComponent(file))
            routes["/" + file] = .data(data, type: type)
        }
        return routes
    }

    private static func write(_ items: [ContactSheet.Item], to folder: URL) throws -> URL {
        let title = "Kingfisher: loaded, cached and processed on Linux"
        let bitmap = try ContactSheet().draw(title: title, items: items)
        let data = try ImageEncoder.encode(bitmap, as: .png)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("contact-sheet.png")
        try data.write(to: file, options: .atomic)
        return file
    }

    /// A picture that was processed anew may still have had its original in the cache.
    private static func name(of type: CacheType, wasAsked: Bool) -> String {
        switch type {
        case .none: wasAsked ? "network" : "cached original"
        case .memory: "memory"
        case .disk: "disk"
        }
    }

    private static func stem(_ path: String) -> String {
        String(path.prefix { $0 != "." && $0 != "-" })
    }

    private static func milliseconds(since start: ContinuousClock.Instant) -> String {
        String(format: "%.2f ms", (ContinuousClock.now - start) / .milliseconds(1))
    }
}
