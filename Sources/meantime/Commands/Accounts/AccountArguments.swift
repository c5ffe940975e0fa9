import ArgumentParser
import Server
import Store

/// The arguments of commands that work on one account.
struct AccountArguments: ParsableArguments {
    @Argument(help: "The e-mail address of the account.")
    var email: String

    @Option(help: Installation.dataHelp)
    var data: String?

    /// Runs a body with the account and the services that work on its database.
    ///
    /// - Parameters:
    ///   - needsSecrets: Whether it has to open secrets of other services, if there are any.
    ///   - body: What is done with the account.
    /// - Throws: ``CommandError`` if there's no such account, or for an error of the store.
    func run(
        needsSecrets: Bool = false,
        _ body: (Backend, Account) async throws -> Void
    ) async throws {
        try await Installation.administer(data: data, needsSecrets: needsSecrets) { backend in
            try await body(backend, try await backend.account(email: email))
        }
    }
}

extension Installation {
    /// Runs a body with the services for managing accounts, which know what the settings say of the
    /// server, and closes the database.
    static func administer(
        data: String?,
        needsSecrets: Bool = false,
        _ body: (Backend) async throws -> Void
    ) async throws {
        let configuration = Configuration.ofThisProcess()
        var settings = ServerSettings(
            publicURL: configuration.publicURL,
            providers: configuration.providers
        )
        if let server = configuration.googleServer {
            settings.googleBase = server + "/calendar/v3"
        }
        let (backend, database) = try await open(
            data: data,
            settings: settings,
            secrets: needsSecrets
                ? try configuration.presentSecretKeys(for: path(data)) : nil,
            observation: try ObservingSettings.ofCommand()
        )
        try await closing(database) {
            do {
                try await body(backend)
            } catch let error as StoreError {
                throw CommandError(error.sentence)
            }
        }
    }
}
