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
}
