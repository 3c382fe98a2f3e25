import CountedMalloc
import Foundation
import Kingfisher

/// Measures what a request through the manager costs beside the work that it is for.
///
/// Usage: `ManagerBench hits PICTURE`, or `ManagerBench pipeline BASE COUNT JOBS DIRECTORY` to load the
/// pictures `BASE/0.jpg` and so on. Prints one line of JSON. `manager.py` starts the server and the peer.
@main
enum ManagerBench {
    struct Failure: Error {
        let reason: String
    }

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let result: [String: Double]
        switch (arguments.first, arguments.count) {
        case ("hits", 2):
            result = try hits(picture: Data(contentsOf: URL(fileURLWithPath: arguments[1])))
        case ("pipeline", 5):
            guard let base = URL(string: arguments[1]), let count = Int(arguments[2]),
                let jobs = Int(arguments[3])
            else { throw Failure(reason: "BASE, COUNT and JOBS are a URL and two numbers") }
            let directory = URL(fileURLWithPath: arguments[4], isDirectory: true)
            result = try await Pipeline(directory: directory, jobs: jobs).measure(
                (0..<count).map { base.appendingPathComponent("\($0).jpg") })
        default:
            throw Failure(
                reason: "usage: ManagerBench hits PICTURE | pipeline BASE COUNT JOBS DIRECTORY")
        }
        let line = try JSONSerialization.data(withJSONObject: result)
        print(String(decoding: line, as: UTF8.self))
    }

    private static func hits(picture: Data) throws -> [String: Double] {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("manager-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let hits = try Hits(directory: directory, picture: picture)
        let memory = hits.memory()
        return [
            "memory_microseconds": memory.microseconds,
            "memory_allocations": memory.allocations,
            "disk_ratio": try hits.disk(),
        ]
    }
}

/// Seconds that a piece of work takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let time = try ContinuousClock().measure(body)
    return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
}
