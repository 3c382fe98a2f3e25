/// Cells of text under each other.
enum TextColumns {
    /// The rows as lines, each column as wide as its longest cell and two spaces from the next.
    ///
    /// - Parameters:
    ///   - rows: The cells; every row has the same number of them.
    ///   - rightAligned: The columns whose cells end under each other; the others begin so.
    /// - Returns: A line for each row, without spaces at its end.
    static func lines(of rows: [[String]], rightAligned: Set<Int> = []) -> [String] {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                rightAligned.contains(column)
                    ? cell.0.leftPadded(to: cell.1) : cell.0.rightPadded(to: cell.1)
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension String {
    /// The string with spaces in front, up to a length.
    func leftPadded(to length: Int) -> String {
        String(repeating: " ", count: max(0, length - count)) + self
    }

    /// The string with spaces behind, up to a length.
    func rightPadded(to length: Int) -> String {
        self + String(repeating: " ", count: max(0, length - count))
    }
}
