import ArgumentParser
import Server
import Store

/// `meantime export`: writes calendars to standard output.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write calendars as one iCalendar file to standard output."
    )

    @Option(help: "The e-mail address of the account.")
    var user: String

    @Option(help: "The name of a calendar; several times for several (default: all of them).")
    var calendar: [String] = []

    @Option(help: Installation.dataHelp)
    var data: String?

    func run() async throws {
        try await Installation.reading(data) { backend in
            do {
                try await write(backend)
            } catch let error as StoreError {
                throw CommandError(error.sentence)
            }
        }
    }

    private func write(_ backend: Backend) async throws {
        let account = try await backend.account(email: user)
        let all = try await backend.store.calendars.all(of: account.id)
        for name in calendar where !all.contains(where: { $0.name == name }) {
            throw CommandError("There is no calendar \(name).")
        }
        let wanted = all.filter { calendar.isEmpty || calendar.contains($0.name) }
        let exporter = Exporter(backend: backend, owner: account.id)
        try await exporter.write(wanted) { try Console.write($0) }
    }
}
