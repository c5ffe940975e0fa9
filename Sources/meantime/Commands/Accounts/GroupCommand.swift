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

        @OptionGroup
        var arguments: ListArguments

        func run() async throws {
            try await arguments.list {
                try await $0.groups(after: $1?.id)
            } sorted: { groups in
                groups.sorted { ($0.name, $0.id.text) < ($1.name, $1.id.text) }
            } fields: {
                $0.write(to: &$1)
            } table: {
                table(of: $0)
            }
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
