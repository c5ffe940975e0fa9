import ArgumentParser
import Server
import ServerBase
import Store

/// `meantime move`: copies everything to another database.
struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract:
            "Copy everything from one database to another, such as from a file to PostgreSQL.",
        discussion: """
            The first database is left as it was. If the move is stopped, the same command goes on with \
            it. Stop the servers first: while it runs, nothing can be written. In the end, every table \
            is compared row by row.
            """
    )

    @Option(
        name: .customLong("from"),
        help: "The database to copy: a file, or a PostgreSQL address."
    )
    var source: String

    @Option(name: .customLong("to"), help: "The database to fill: a file, or a PostgreSQL address.")
    var target: String

    func run() async throws {
        guard source != target else { throw CommandError("Both are the same database.") }
        let from = try Installation.database(at: source, isMade: false, keepsReserve: false)
        // A server that already has the second one would give out tokens that are too small.
        let locks = try [source, target].map { try Installation.serverLock(data: $0) }
        defer { withExtendedLifetime(locks) {} }
        let to = try Installation.database(at: target, isMade: true, keepsReserve: false)
        let move = DatabaseMove(from: from, to: to) { octets in sha256Octets(octets) }
        try await Installation.closing(from) {
            try await Installation.closing(to) { try await run(move, from, to) }
        }
    }

    private func run(
        _ move: DatabaseMove,
        _ from: AnyDatabase,
        _ to: AnyDatabase
    ) async throws {
        do {
            for case .postgreSQL(let database) in [from, to] {
                try await database.requireNobodyElse()
            }
            let count = try await move.run(
                nowSecond: ClockAndRandom.machine.nowSecond()
            ) { table, copied, rows in
                if rows > 0 { Console.say("\(table): \(rows) rows, \(copied) copied now") }
            }
            Console.say(
                "Moved: \(count) rows are the same in both. Start the server with the new database."
            )
        } catch let error as MoveError {
            throw CommandError(error.sentence)
        } catch let error as BackupError {
            throw CommandError(error.sentence)
        } catch let error as StoreError {
            let sentences = [source, target].map { Installation.sentence(of: error, at: $0) }
            throw CommandError(sentences.first { $0 != error.sentence } ?? error.sentence)
        }
    }
}

extension MoveError {
    /// The error as a sentence for the console.
    var sentence: String {
        switch self {
        case .otherVersion(nil): "The first database has nothing of Meantime in it."
        case .otherVersion(.some(let version)):
            "The first database has the tables of an older version (schema \(version)). Start this version "
                + "of the server with it once."
        case .notEmpty: "The second database has accounts already. Give an empty one."
        case .foreignSchema(let fault):
            "Nothing was copied: \(fault). Remove what isn't Meantime's first."
        case .differs(let table):
            "The table \(table) is not the same in both. Drop the second database, create it again, and repeat "
                + "the command."
        case .interrupted:
            "The connection to the first database was lost, so others may have written to it. Repeat the command."
        }
    }
}
