package import Agenda
package import CivilTime

extension EventOccurrence {
    /// The times on a day, padded to equal width; dots mean that the event began before or goes on.
    package func times(on date: CivilDate) -> String {
        guard !event.isAllDay else { return "all day    " }
        let from = firstDate < date ? "  ..." : start.clockText
        guard lastDate == date else { return "\(from)-...  " }
        // Midnight at the end of a day is written 24:00, not 00:00 of the next day.
        return "\(from)-\(end.date > date ? "24:00" : end.clockText)"
    }
}

extension CivilDateTime {
    /// The hours and minutes, such as `09:30`.
    var clockText: String { String(text.dropFirst(11).prefix(5)) }
}

extension CivilDate {
    /// The date with its weekday, such as `Mon 2026-11-30`.
    var dayText: String {
        let weekday =
            switch weekday {
            case .monday: "Mon"
            case .tuesday: "Tue"
            case .wednesday: "Wed"
            case .thursday: "Thu"
            case .friday: "Fri"
            case .saturday: "Sat"
            case .sunday: "Sun"
            }
        return "\(weekday) \(text)"
    }
}

extension String {
    /// The text with blanks for characters a terminal would interpret rather than show: control
    /// characters, line breaks, and characters that change the text direction.
    package var withoutControls: String {
        var shown = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: shown.append(" ")
            default: shown.append(scalar.properties.isBidiControl ? " " : scalar)
            }
        }
        return String(shown)
    }

    /// How many columns of a terminal it takes.
    package var columnCount: Int { reduce(0) { $0 + $1.columnCount } }

    /// Its beginning that a line has room for.
    func cut(toColumns count: Int) -> String {
        guard columnCount > count else { return self }
        var (cut, width) = ("", 1)
        for character in self {
            width += character.columnCount
            guard width <= count else { break }
            cut.append(character)
        }
        return cut + "…"
    }

    /// Its lines when it's broken between words, or in a word that is longer than a line.
    func wrapped(toColumns count: Int) -> [String] {
        guard columnCount > count, count > 1 else { return [self] }
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, line.columnCount + 1 + String(word).columnCount > count {
                lines.append(line)
                line = ""
            }
            if !line.isEmpty { line.append(" ") }
            for character in word {
                if line.columnCount + character.columnCount > count {
                    lines.append(line)
                    line = ""
                }
                line.append(character)
            }
        }
        return lines + [line]
    }
}

extension Character {
    /// Terminals show Chinese, Japanese and Korean characters, and emoji, with twice the width.
    fileprivate var columnCount: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        return switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            2
        default: scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }
}
