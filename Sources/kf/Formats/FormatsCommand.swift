import Foundation
import Kingfisher

/// `kf formats`: tells which formats this build reads and writes.
struct FormatsCommand: Sendable {
    let style: FormatsRequest
    let console: Console

    /// Runs the command.
    ///
    /// - Returns: Success, unless the output cannot be written.
    func run() async -> ExitStatus {
        let formats = FormatSupport.all
        switch style {
        case .json:
            for format in formats {
                if let line = JSONLine.text(of: format) { await console.print(line) }
            }
        case .text: await console.print(FormatTable.text(of: formats))
        case .markdown: await console.print(FormatTable.markdown(of: formats))
        }
        return await console.conclude(.success)
    }
}

/// The formats as a table.
enum FormatTable {
    private static let headings = [
        "format", "reads", "writes", "reads animations", "writes animations", "trait",
    ]

    /// Columns for a terminal.
    static func text(of formats: [FormatSupport]) -> String {
        TextColumns.lines(of: [headings] + formats.map(cells)).joined(separator: "\n")
    }

    /// A table for a page of documentation.
    static func markdown(of formats: [FormatSupport]) -> String {
        let rows =
            [headings, headings.map { _ in "---" }] + formats.map(cells)
        return rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }

    private static func cells(of format: FormatSupport) -> [String] {
        let answers = [
            format.reads, format.writes, format.readsAnimations, format.writesAnimations,
        ]
        return [format.format] + answers.map { $0 ? "yes" : "-" } + [format.trait ?? "-"]
    }
}
