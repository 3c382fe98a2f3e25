import Foundation

/// Measures the caches side by side with what a user would write by hand.
///
/// Usage: `CacheBench [FILE]`. Prints a table, and writes the same rows as JSON into the file. Fails
/// when a wish is missed.
@main
enum CacheBench {
    static func main() throws {
        let rows = MemoryRows.all() + (try DiskRows.all()) + (try LargeRows.all())
        for row in rows { print(row.line) }
        if let file = CommandLine.arguments.dropFirst().first {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(rows).write(to: URL(fileURLWithPath: file))
        }
        exit(rows.allSatisfy(\.isMet) ? 0 : 1)
    }
}
