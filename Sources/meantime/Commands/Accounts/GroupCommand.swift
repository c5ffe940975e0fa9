import ArgumentParser
import JSON
import Server
import Store

/// `meantime group`: shows what groups there are.
struct GroupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "See what groups there are.",
        subcommands: [List.self]
    )

    /// `meantime group list`: lists all groups.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List all groups.",
            discussion: """
                The calendars are those that members show the group, and its own. The events and the size \
                are those of its own calendar; the rest is its members'.
                """
        )

        @Flag(help: "Write JSON, for scripts.")
        var json = false

        @Option(help: Installation.dataHelp)
        var data: String?

        func run() async throws {
            try await Installation.administer(data: data) { backend in
                let groups = try await all(of: backend)
                if json {
                    Console.writeJSON(groups) { $0.write(to: &$1) }
                } else {
                    for line in table(of: groups).lines { Console.say(line) }
                }
            }
        }

        private func all(of backend: Backend<AnyDatabase>) async throws -> [GroupSummary] {
            var groups: [GroupSummary] = []
            while true {
                let last = groups.last?.id
                let page = try await backend.store.administration.groups(after: last)
                guard !page.isEmpty else { break }
                groups += page
            }
            return groups.sorted { ($0.name, $0.id.text) < ($1.name, $1.id.text) }
        }

        private func table(of groups: [GroupSummary]) -> TextTable {
            var table = TextTable([
                .init(title: "NAME", widthMax: 32), .init(title: "ID"),
                .init(title: "MEMBERS", isNumber: true),
                .init(title: "CALENDARS", isNumber: true), .init(title: "EVENTS", isNumber: true),
                .init(title: "SIZE", isNumber: true),
            ])
            for group in groups {
                table.add([
                    group.name, group.id.text, "\(group.memberCount)", "\(group.calendarCount)",
                    "\(group.storage.eventCount)", group.storage.sizeText,
                ])
            }
            return table
        }
    }
}

extension GroupSummary {
    /// The calendars that its members see in it: its own, and those that they show.
    fileprivate var calendarCount: Int { shownCalendarCount + 1 }

    fileprivate func write(to json: inout JSONWriter) {
        json.field("name", name)
        json.field("id", id.text)
        json.field("members", memberCount)
        json.field("calendars", calendarCount)
        storage.write(to: &json)
    }
}
