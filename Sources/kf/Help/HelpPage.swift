/// A help text in the making: headings, paragraphs and tables that fit a terminal of 80 columns.
struct HelpPage {
    private(set) var text = ""

    /// Adds a line as it is.
    mutating func line(_ line: String = "") {
        text += line + "\n"
    }

    /// Adds a heading after an empty line.
    mutating func heading(_ title: String) {
        line()
        line(title + ":")
    }

    /// Adds options with their explanations.
    mutating func options(_ specs: [OptionSpec]) {
        for spec in specs {
            let short = spec.short.map { "-\($0), " } ?? "    "
            let value = spec.placeholder.map { " " + $0 } ?? ""
            entry("\(short)--\(spec.name)\(value)", spec.help)
        }
    }

    /// Adds a term and its explanation, wrapped beside or below it.
    mutating func entry(_ term: String, _ explanation: String) {
        let indent = Self.column + 2
        let lines = Self.wrapped(explanation, width: Self.width - indent)
        let head = "  " + term
        guard head.count < indent else {
            line(head)
            lines.forEach { line(String(repeating: " ", count: indent) + $0) }
            return
        }
        line(head + String(repeating: " ", count: indent - head.count) + (lines.first ?? ""))
        lines.dropFirst().forEach { line(String(repeating: " ", count: indent) + $0) }
    }

    private static let width = 80
    private static let column = 26

    /// Breaks text at spaces into lines of at most `width` characters.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var current = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if current.isEmpty {
                current = String(word)
            } else if current.count + 1 + word.count <= width {
                current += " " + word
            } else {
                lines.append(current)
                current = String(word)
            }
        }
        return current.isEmpty ? lines : lines + [current]
    }
}
