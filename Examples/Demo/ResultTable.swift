/// A table of words, columns as wide as their widest word.
struct ResultTable {
    private var rows: [[String]]
    private let rightAligned: Set<Int>

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - headings: The first row.
    ///   - rightAligned: Columns of numbers.
    init(headings: [String], rightAligned: Set<Int>) {
        rows = [headings]
        self.rightAligned = rightAligned
    }

    /// Adds a row; a last word without a column to itself may be of any length.
    mutating func add(_ row: [String]) {
        rows.append(row)
    }

    /// Adds an empty line.
    mutating func addGap() {
        rows.append([])
    }

    /// The table with a line under its headings.
    var text: String {
        let count = rows.first?.count ?? 0
        let widths = (0..<count).map { column in
            rows.filter { $0.count == count }.map { $0[column].count }.max() ?? 0
        }
        let rule = widths.map { String(repeating: "-", count: $0) }
        return ([rows[0], rule] + rows.dropFirst()).map { row in
            row.enumerated().map { column, word in
                let padding = String(repeating: " ", count: max(0, widths[column] - word.count))
                guard column < row.count - 1 || rightAligned.contains(column) else { return word }
                return rightAligned.contains(column) ? padding + word : word + padding
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
