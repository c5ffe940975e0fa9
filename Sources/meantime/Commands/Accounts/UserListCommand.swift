import ArgumentParser
import JSON
import Server
import Store

/// `meantime user list`: lists all accounts.
struct UserListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List all accounts.",
        discussion: """
            Dates are in UTC. An account was last seen when one of its sessions or app passwords was last \
            used. Its size is that of all texts of its events, with earlier versions and what is in the bin.
            """
    )

    @OptionGroup
    var arguments: ListArguments

    func run() async throws {
        try await arguments.list {
            try await $0.accounts(after: $1?.account.email)
        } fields: {
            $0.write(to: &$1)
        } table: {
            table(of: $0)
        }
    }

    private func table(of accounts: [AccountSummary]) -> TextTable {
        var table = TextTable([
            .init(title: "ADDRESS"), .init(title: "NAME", widthMax: 32), .init(title: "CREATED"),
            .init(title: "LAST SEEN"), .init(title: "STATE"),
            .init(title: "GROUPS", isNumber: true), .init(title: "EVENTS", isNumber: true),
            .init(title: "SIZE", isNumber: true),
        ])
        for summary in accounts {
            table.add([
                summary.account.email, summary.account.name, dateText(summary.createdSecond),
                dateText(summary.seenSecond), summary.state, "\(summary.groupCount)",
                "\(summary.storage.eventCount)", summary.storage.sizeText,
            ])
        }
        return table
    }
}

extension AccountSummary {
    /// The word for whether people can sign in to it.
    var state: String { disabledSecond == nil ? "active" : "disabled" }

    /// Adds what there is to say of the account itself.
    func write(to json: inout JSONWriter) {
        json.field("address", account.email)
        json.field("name", account.name)
        json.field("id", account.id.text)
        json.field("created", orNull: timeText(createdSecond))
        json.field("lastSeen", orNull: timeText(seenSecond))
        json.field("state", state)
        json.field("disabled", orNull: timeText(disabledSecond))
        json.field("groups", groupCount)
        storage.write(to: &json)
    }
}
