/// What is shown at one moment, as texts without anything that a terminal would obey.
package struct WatchFrame: Hashable, Sendable {
    /// A day with its events.
    package struct Day: Hashable, Sendable {
        package let title: String
        package let rows: [Row]
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
    package var days: [Day] = []
    /// What is on this device only; empty if it's nothing.
    package var waiting = ""
    /// The conflicts that nobody has seen, with their numbers.
    package var conflicts: [String] = []
    /// What has happened since the last command.
    package var notices: [String] = []

    /// A picture of nothing.
    package init() {}

    /// The lines of a whole picture.
    package var lines: [String] {
        let width = days.flatMap { $0.rows }.map { String($0.number).count }.max() ?? 1
        let events = days.flatMap { day in
            ["", day.title]
                + day.rows.map { row in
                    let number = String(row.number)
                    let padding = String(repeating: " ", count: width - number.count)
                    return "  \(padding)\(number)  \(row.text)"
                }
        }
        let messages = (waiting.isEmpty ? [] : [waiting]) + conflicts + notices
        return [status] + (age.isEmpty ? [] : [age])
            + (events.isEmpty ? ["", "Nothing in these days."] : events)
            + (messages.isEmpty ? [] : [""]) + messages
    }
}
