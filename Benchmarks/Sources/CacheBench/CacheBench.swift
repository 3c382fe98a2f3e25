import Foundation

/// Measures the caches side by side with what a user would write by hand.
///
/// Usage: `CacheBench [FILE]`. Prints a table, and writes the same rows as JSON into the file. Fails
/// when a wish is missed.
@main
enum CacheBench {
    static func main() throws {
        var rows: [Row] = []
        let parts: [() throws -> [Row]] = [MemoryRows.all, DiskRows.all, LargeRows.all]
        for part in parts {
            let measured = try part()
            for row in measured { print(row.line) }
            fflush(nil)
            rows += measured
        }
        if let file = CommandLine.arguments.dropFirst().first {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(rows).write(to: URL(fileURLWithPath: file))
        }
        exit(rows.allSatisfy(\.isMet) ? 0 : 1)
    }
}
