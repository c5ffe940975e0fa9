/// What is shown at one moment, as texts without anything that a terminal would obey.
package struct WatchFrame: Hashable, Sendable {
    /// A day with its events.
    package struct Day: Hashable, Sendable {
        package let title: String
        package let rows: [Row]
        /// How many events of others are left out, because there are too many.
        package let moreCount: Int
    }

    /// An event on a day.
    package struct Row: Hashable, Sendable {
        /// The number by which commands name the event, which keeps it as long as it's shown.
        package let number: Int
        package let text: String
    }

    /// Who is signed in where, and whether changes arrive.
    package var status = ""
    /// How old what is shown is; empty if it's what the server has now.
    package var age = ""
    /// Whether the calendars are known; while nobody is signed in, they aren't.
    package var hasCalendars = true
    package var days: [Day] = []
    /// Which rows of all days a terminal has room for; nil if nobody turns pages.
    package internal(set) var page: Range<Int>?
    /// That events are missing, because there are too many; empty if none are.
    package var missing = ""
    /// What is on this device only; empty if it's nothing.
    package var waiting = ""
    /// The conflicts that nobody has seen, with their numbers.
    package var conflicts: [String] = []
    /// What has happened since the last command.
    package var notices: [String] = []

    /// The room in a terminal.
    package struct Size: Hashable, Sendable {
        package let rows: Int
        package let columns: Int

        package init(rows: Int, columns: Int) {
            (self.rows, self.columns) = (rows, columns)
        }
    }

    /// A picture of nothing.
    package init() {}

    /// All rows, day by day.
    var rows: [Row] { days.flatMap { $0.rows } }

    /// The lines of a whole picture.
    package var lines: [String] {
        head + eventLines(0..<rows.count) + (messages.isEmpty ? [] : [""]) + messages
    }

    /// The lines of a page, without the one in which commands are typed; what is said goes before events.
    package func lines(in size: Size) -> [String] {
        let below = [rest] + wrapped(messages, in: size)
        let room = max(0, size.rows - 1 - head.count - below.count)
        let lines = head + eventLines(page ?? 0..<rows.count).prefix(room) + below
        return lines.prefix(size.rows - 1).map { $0.cut(toColumns: size.columns) }
    }

    /// The rows that there is room for from a row on, one at least.
    func page(from first: Int, in size: Size) -> Range<Int> {
        let room = size.rows - 2 - head.count - wrapped(messages, in: size).count
        var end = min(first + 1, rows.count)
        while end < rows.count, eventLines(first..<end + 1).count <= room { end += 1 }
        return first..<end
    }

    private var head: [String] { [status] + (age.isEmpty ? [] : [age]) }

    private var messages: [String] {
        [missing, waiting].filter { !$0.isEmpty } + conflicts + notices
    }

    private func wrapped(_ lines: [String], in size: Size) -> [String] {
        lines.flatMap { $0.wrapped(toColumns: size.columns) }
    }

    /// Which events are on the page, and how to see the others.
    private var rest: String {
        guard let page, page.count < rows.count else { return "" }
        let later = page.upperBound < rows.count ? "Type “more” for later ones." : ""
        let earlier = page.lowerBound > 0 ? "Type “back” for earlier ones." : ""
        let range = "Events \(page.lowerBound + 1) to \(page.upperBound) of \(rows.count)."
        return [range, later, earlier].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The lines of some rows, with their days.
    private func eventLines(_ range: Range<Int>) -> [String] {
        guard !rows.isEmpty else { return hasCalendars ? ["", "Nothing in these days."] : [] }
        let width = rows.map { String($0.number).count }.max() ?? 1
        var lines: [String] = []
        var first = 0
        for day in days {
            let places = range.clamped(to: first..<first + day.rows.count)
            if !places.isEmpty { lines += ["", day.title] }
            for row in places.map({ day.rows[$0 - first] }) {
                let number = String(row.number)
                let padding = String(repeating: " ", count: width - number.count)
                lines.append("  \(padding)\(number)  \(row.text)")
            }
            first += day.rows.count
            if places.upperBound == first, !places.isEmpty, day.moreCount > 0 {
                lines.append(
                    "  … and \(day.moreCount) more of others. “hide” one of their calendars."
                )
            }
        }
        return lines
    }
}
