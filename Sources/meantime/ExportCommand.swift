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

    @Option(help: "The name of the calendar (default: all of them).")
    var calendar: String?

    @Option(help: Installation.dataHelp)
    var data: String?

    func run() async throws {
        let (backend, database) = try await Installation.open(data: data)
        do {
            let account = try await backend.account(email: user)
            let all = try await backend.store.calendars.all(of: account.id)
            let wanted = all.filter { calendar == nil || $0.name == calendar }
            if let calendar, wanted.isEmpty {
                throw CommandError("There is no calendar \(calendar).")
            }
            let exporter = Exporter(backend: backend, owner: account.id)
            try await exporter.write(wanted) { Console.write($0) }
        } catch let error as StoreError {
            throw CommandError(error.sentence)
        }
        try database.close()
    }
}
