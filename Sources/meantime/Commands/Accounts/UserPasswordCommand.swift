import Accounts
import ArgumentParser
import Server
import Store

/// `meantime user password`: makes a link for choosing a new password.
struct UserPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Make a link by which somebody can choose a new password.",
        discussion: """
            The link is printed alone on the last line. It works once, within 24 hours, and an earlier one \
            doesn't any more. Whoever opens it can choose the password of the account, so give it to that \
            person only. All their sessions end then. App passwords stay, because they don't depend on the \
            password.
            """
    )

    @OptionGroup
    var arguments: AccountArguments

    @Flag(help: "Also revoke all app passwords of the account, at once.")
    var revokeAppPasswords = false

    func run() async throws {
        try await arguments.run { backend, account in
            let link = try await backend.accounts.makePasswordLink(for: account.id)
            if revokeAppPasswords {
                let count = try await backend.accounts.revokeAppPasswords(of: account.id)
                Console.say("Revoked \(count) app passwords of \(account.email).")
            }
            Console.say(
                "The link for \(account.email), which works once, until "
                    + "\(minuteText(link.expiresSecond)):"
            )
            if let base = backend.settings.publicURL {
                Console.say(base + link.path)
            } else {
                Console.note(
                    "Put the address of the server before it: MEANTIME_PUBLIC_URL isn't set."
                )
                Console.say(link.path)
            }
        }
    }
}
