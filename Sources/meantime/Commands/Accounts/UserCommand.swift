import Accounts
import ArgumentParser
import Observability
import Server
import ServerBase
import Store

/// `meantime user`: manages accounts.
struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Manage accounts.",
        subcommands: [
            UserListCommand.self, UserShowCommand.self, Add.self, UserDisableCommand.self,
            UserEnableCommand.self, UserPasswordCommand.self, UserUnlockCommand.self,
            UserRemoveCommand.self, AppPasswordCommand.self,
        ]
    )

    /// `meantime user add`: creates an account.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create an account.",
            discussion: "The password is asked for, or read from standard input when piped."
        )

        @Argument(help: "The e-mail address to sign in with.")
        var email: String

        @Option(help: "The person's name (default: the part before the @).")
        var name: String?

        @Option(help: Installation.dataHelp)
        var data: String?

        func run() async throws {
            guard let password = Console.readSecret(prompt: "Password for \(email): ") else {
                throw CommandError("No password was given.")
            }
            let person = try withConsoleErrors { () throws(ServerError) in
                try NewPerson(email: email, name: name, password: password)
            }
            let (backend, database) = try await Installation.open(
                data: data,
                isMade: true,
                observation: try ObservingSettings.ofCommand()
            )
            try await Installation.closing(database) {
                do {
                    let account = try await backend.accounts.create(person, isFirst: false)
                    Console.say("Added \(LogText.escaped(account.name)) <\(account.email)>")
                } catch let error as StoreError {
                    throw CommandError(error.sentence)
                }
            }
        }
    }
}
