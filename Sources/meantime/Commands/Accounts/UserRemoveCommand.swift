import ArgumentParser
import Observability
import Server
import ServerBase
import Store

/// `meantime user remove`: removes an account for good.
struct UserRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an account for good, with everything that it owns.",
        discussion: """
            What becomes of its groups is shown first, and is the same as when people remove their account \
            in the page: another member becomes the owner, and a group without other members is removed, \
            too. The address has to be typed again, or read from standard input when piped.
            """
    )

    @OptionGroup
    var arguments: AccountArguments

    @Flag(help: "Don't ask.")
    var yes = false

    func run() async throws {
        try await arguments.run(needsSecrets: true) { backend, account in
            try await show(account, in: backend)
            if !yes {
                let typed = Console.ask("Type the address of the account to remove it for good: ")
                guard let typed, EmailAddress(typed)?.text == account.email else {
                    throw CommandError("That is not its address. Nothing was removed.")
                }
            }
            try await backend.remove(account.id)
            Console.say("Removed \(account.email).")
        }
    }

    /// Says what is removed, and what happens to the account's groups.
    private func show(_ account: Account, in backend: Backend) async throws {
        let calendars = try await backend.store.calendars.all(of: account.id).count
        let events = try await backend.store.calendars.objectCount(of: account.id)
        Console.say("\(account.email) has \(calendars) calendars with \(events) events.")
        for group in try await backend.store.groups.departures(of: account.id) {
            let name = LogText.escaped(group.name)
            switch group.kind {
            case .left: Console.say("It leaves the group \(name).")
            case .handedOver:
                let heir = LogText.escaped(group.heirName)
                Console.say("\(heir) becomes the owner of the group \(name).")
            case .deleted: Console.say("The group \(name), which has no other member, is removed.")
            }
        }
    }
}
