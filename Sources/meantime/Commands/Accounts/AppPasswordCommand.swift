import Accounts
import ArgumentParser
import Server
import ServerBase
import Store

/// `meantime user app-password`: makes and revokes passwords for calendar programs.
struct AppPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app-password",
        abstract: "Make a password for a calendar program, or revoke it.",
        discussion: """
            The password is printed alone on the last line, and is stored nowhere else. It's for \
            reading and writing events, also over CalDAV.
            """
    )

    @Argument(help: "The e-mail address of the account.")
    var email: String

    @Option(help: "A name to recognise the password by, such as the program's.")
    var name: String?

    @Option(help: "Revoke the passwords with this name instead of making one.")
    var revoke: String?

    @Option(help: Installation.dataHelp)
    var data: String?

    func validate() throws {
        guard (name == nil) != (revoke == nil) else {
            throw ValidationError("Give --name NAME to make a password, or --revoke NAME.")
        }
    }

    func run() async throws {
        let (backend, database) = try await Installation.open(
            data: data,
            observation: try ObservingSettings.ofCommand()
        )
        try await Installation.closing(database) { try await makeOrRevoke(backend) }
    }

    private func makeOrRevoke(_ backend: Backend) async throws {
        do {
            guard let account = try await backend.store.accounts.account(email: email.lowercased())
            else { throw CommandError("There is no account \(email).") }
            if let name {
                let made = try await backend.accounts.makeAppPassword(named: name, of: account.id)
                Console.say("The password of \(account.email) for \(made.record.name):")
                Console.say(made.text)
            } else if let revoke {
                let count = try await backend.accounts.revokeAppPasswords(
                    named: revoke,
                    of: account.id
                )
                guard count > 0 else {
                    throw CommandError("\(account.email) has no app password named \(revoke).")
                }
                Console.say("Revoked \(revoke) of \(account.email).")
            }
        } catch let error as StoreError {
            throw CommandError(error.sentence)
        } catch ServerError.notValidField(_, let reason) {
            throw CommandError(reason)
        }
    }
}
