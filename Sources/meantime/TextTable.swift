import Observability
import Server

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
            rows.map { Self.width($0[column]) }.max() ?? 0
        }
        return rows.map { row in
            let cells = columns.indices.map { column in
                let padding = String(
                    repeating: " ",
                    count: widths[column] - Self.width(row[column])
                )
                return columns[column].isNumber ? padding + row[column] : row[column] + padding
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// How many columns of a terminal a text takes.
    static func width(_ text: String) -> Int {
        text.reduce(0) { sum, character in
            guard let scalar = character.unicodeScalars.first else { return sum }
            return sum + (isWide(scalar) ? 2 : 1)
        }
    }

    /// Whether terminals show a character with twice the width, as they do with Chinese, Japanese and
    /// Korean ones and with emoji.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}
