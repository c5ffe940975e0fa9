import ArgumentParser
import Server
import ServerBase
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `meantime import`: imports calendar files into a calendar.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import calendar files.",
        discussion: """
            Events are recognised by their UID, so importing a file twice adds nothing. A message \
            about an event, such as an answer, and a single date of a series change that part of the \
            event and nothing else. Problems are written to standard error with their line; \
            everything else is imported.
            """
    )

    @Argument(help: "The files to import.")
    var files: [String]

    @Option(help: "The e-mail address of the account.")
    var user: String

    @Option(help: "The name of the calendar; it is created if it does not exist.")
    var calendar: String

    @Option(help: Installation.dataHelp)
    var data: String?

    func run() async throws {
        let opened = try files.map { ($0, try CalendarFileReading.open($0)) }
        let (backend, database) = try await Installation.open(data: data)
        try await Installation.closing(database) { try await add(opened, to: backend) }
    }

    private func add(
        _ opened: [(String, OctetFile)],
        to backend: Backend
    ) async throws {
        do {
            let account = try await backend.account(email: user)
            let record = try await backend.calendar(named: calendar, of: account)
            let importer = Importer(backend: backend, calendar: record.id, owner: account.id)
            for (name, file) in opened {
                do {
                    try await importer.run(file) { write($0, of: name) }
                } catch let error as FileReadError {
                    throw CommandError(file: name, error)
                }
            }
        } catch let error as StoreError {
            throw CommandError(error.sentence)
        }
    }

    private func write(_ report: ImportReport, of file: String) {
        switch report {
        case .problem(let problem):
            Console.note("\(file):\(problem.line): \(problem.message)")
        case .note(let note):
            Console.say("\(file):\(note.line): \(note.message)")
        case .moreProblems(let count):
            Console.note("\(file): \(count) more problems")
        case .progress(let done, let total):
            Console.progress("\(file): \(done) of \(total)", isLast: done == total)
        case .change:
            break
        case .end(let counts, let dropped):
            Console.say(
                """
                \(file): \(counts.added) added, \(counts.updated) updated, \
                \(counts.unchanged) unchanged, \(dropped) dropped
                """
            )
        }
    }
}

extension Backend {
    /// The account with an e-mail address; throws ``CommandError`` if there's none.
    func account(email: String) async throws -> Account {
        guard let address = EmailAddress(email),
            let account = try await store.accounts.account(email: address.text)
        else { throw CommandError("There is no account with the e-mail address \(email).") }
        return account
    }

    /// The calendar with this name, created if it does not exist.
    fileprivate func calendar(named name: String, of account: Account) async throws
        -> CalendarRecord
    {
        let present = try await store.calendars.all(of: account.id)
        if let found = present.first(where: { $0.name == name }) { return found }
        let new = try withConsoleErrors { () throws(ServerError) in
            try clockAndRandom.newCalendar(name: name, color: "blue")
        }
        return try await store.calendars.create(new, of: account.id)
    }
}
