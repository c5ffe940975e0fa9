import Accounts
import ArgumentParser
import Server
import Store

/// `meantime user disable`: keeps people from signing in to an account.
struct UserDisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Keep people from signing in to an account.",
        discussion: """
            Its sessions end at once, and its app passwords and secret addresses don't work until it's \
            enabled again. Its data stays, and so does what it shows in its groups. Calendars of other \
            services aren't read for it meanwhile.
            """
    )

    @OptionGroup
    var arguments: AccountArguments

    func run() async throws {
        try await arguments.run { backend, account in
            let isNew = try await backend.accounts.disable(account.id)
            Console.say("\(account.email) is disabled\(isNew ? "" : " already").")
        }
    }
}

/// `meantime user enable`: lets people sign in to an account again.
struct UserEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Let people sign in to a disabled account again."
    )

    @OptionGroup
    var arguments: AccountArguments

    func run() async throws {
        try await arguments.run { backend, account in
            let isNew = try await backend.accounts.enable(account.id)
            Console.say("\(account.email) is \(isNew ? "enabled" : "not disabled").")
        }
    }
}

/// `meantime user unlock`: forgets failed attempts to sign in to an account.
struct UserUnlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Let people try again who mistyped their password too often.",
        discussion: """
            Failed attempts at this account are forgotten, from all networks. A network from which many \
            accounts were tried still has to wait, at most 15 minutes.
            """
    )

    @OptionGroup
    var arguments: AccountArguments

    func run() async throws {
        try await arguments.run { backend, account in
            let isCounted = try await backend.accounts.unlock(account)
            Console.say(
                isCounted
                    ? "Failed attempts to sign in to \(account.email) are forgotten."
                    : "There were no failed attempts to sign in to \(account.email)."
            )
        }
    }
}
