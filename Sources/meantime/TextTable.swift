import Observability
import Server
import Watch

/// Rows of text whose columns align in a terminal.
struct TextTable {
    /// A column.
    struct Column {
        let title: String
        var isNumber = false
        /// Characters after which what is in it is cut.
        var widthMax = Int.max
    }

    private let columns: [Column]
    private var rows: [[String]]

    init(_ columns: [Column]) {
        self.columns = columns
        rows = [columns.map(\.title)]
    }

    /// Adds a row with a value for each column; whatever is in them can't disturb the terminal.
    mutating func add(_ values: [String]) {
        rows.append(
            zip(columns, values).map { column, value in
                let shown = LogText.escaped(value)
                guard shown.count > column.widthMax else { return shown }
                return shown.prefix(column.widthMax - 1) + "…"
            }
        )
    }

    /// The lines, the titles first, without spaces at their ends.
    var lines: [String] {
        let widths = columns.indices.map { column in
            rows.map { $0[column].columnCount }.max() ?? 0
        }
        return rows.map { row in
            let cells = columns.indices.map { column in
                let padding = String(
                    repeating: " ",
                    count: widths[column] - row[column].columnCount
                )
                return columns[column].isNumber ? padding + row[column] : row[column] + padding
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
