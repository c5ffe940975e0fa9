import ArgumentParser
import Server
import ServerBase
import Store

/// `meantime verify`: reads a backup or a database whole, and says what is wrong with it.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Read a whole backup or database, and say what is wrong with it.",
        discussion: """
            Reads every page of the file, every reference and the text of every event with its earlier \
            versions, and changes nothing. The exit code is 1 if anything is wrong.
            """
    )

    @Argument(help: "A backup, a database file, or a PostgreSQL address.")
    var data: String

    func run() async throws {
        let check = DatabaseCheck {
            $0.fault
        } tell: {
            Console.say("\(Installation.shown(data)): \($0)")
        }
        let summary = try await withBackupErrors(about: data) {
            guard Installation.isAddress(data) else { return try check.run(file: data) }
            let database = PostgreSQLDatabase(address: data)
            defer { database.close() }
            return try await check.run(database)
        }
        guard summary.faultCount == 0 else {
            let count = summary.faultCount
            throw CommandError(
                "\(Installation.shown(data)): \(count == 1 ? "1 thing is" : "\(count) things are") wrong."
            )
        }
        Console.say(
            """
            \(Installation.shown(data)): nothing is wrong. Accounts: \(summary.accountCount), \
            calendars: \(summary.calendarCount), events: \(summary.objectCount), earlier versions: \
            \(summary.versionCount).
            """
        )
    }
}

/// Runs a body, and turns errors about a backup or a database into sentences for the console.
func withBackupErrors<Value>(
    about data: String,
    _ body: () async throws -> Value
) async throws -> Value {
    do {
        return try await body()
    } catch let error as BackupError {
        throw CommandError(error.sentence)
    } catch let error as MoveError {
        throw CommandError("\(Installation.shown(data)): \(error.sentence)")
    } catch StoreError.notFound {
        throw CommandError("\(Installation.shown(data)): there is nothing of Meantime in it")
    } catch let error as StoreError {
        let sentence = Installation.sentence(of: error, at: data)
        throw CommandError("\(Installation.shown(data)): \(sentence)")
    }
}

extension BackupError {
    /// The error as a sentence for the console.
    var sentence: String {
        switch self {
        case .notADatabase(let path):
            "\(path): this isn't a SQLite database, or it is damaged. If it lies where a backup should be "
                + "restored to, move it and the files beside it to another folder first."
        case .notOfMeantime(let path): "\(path): there is nothing of Meantime in it"
        case .notABackup(let path):
            "\(path): this isn't a backup, so it isn't replaced. Use another name, or --force."
        case .isDatabase(let path):
            "\(path): this is a database of Meantime and not a backup, so it isn't replaced. Use another name."
        case .notWritten(let path, let code):
            "\(path): can't be written: \(systemErrorText(code))"
        case .differs(let what):
            "The backup isn't the same as the database (\(what)), so it was removed. Try again; if that happens "
                + "again, check the disk."
        case .damaged(let path, let fault): "\(path): it is damaged: \(fault)"
        case .inUse(let path): "\(path): somebody has it open. Stop the server first."
        case .notEmpty(let path):
            "\(path): there are accounts in it already. With --replace it's kept under another name."
        case .strayLog(let path):
            "\(path)-wal: this file belongs to a database that is gone. Move it to another folder first."
        case .noSpace(let path, let needed, let free):
            "\(path): a copy needs \(needed / 1_048_576 + 1) MiB, and there are \(free / 1_048_576) MiB free. "
                + "Make room on this disk."
        case .newer(let path, let version):
            "\(path): \(StoreError.newerSchema(version: version).sentence)"
        case .database(let path, let error): "\(path): \(error.sentence)"
        }
    }
}
