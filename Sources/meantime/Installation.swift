import ArgumentParser
import Observability
import Requests
import Secrets
import Server
import ServerBase
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Opens the database that a command works on.
enum Installation {
    static let dataHelp: ArgumentHelp =
        "The database: a file (default: meantime.sqlite), or a PostgreSQL address."

    /// The path of the database that a command works on.
    ///
    /// Without a path of its own, the settings name it; what can't be read of them is told.
    static func path(_ data: String?) -> String {
        if let data { return data }
        let configuration = Configuration.ofThisProcess()
        for problem in configuration.readingProblems { Console.note(problem) }
        return configuration.data
    }

    /// Opens a database and the services that work on it.
    ///
    /// - Parameters:
    ///   - data: The database's file; nil for the configured one.
    ///   - settings: The server's settings; for commands, the configured quotas.
    ///   - isMade: Whether to create a missing file. Commands that only read must not: after a typo
    ///     in the name, an empty database would look as if all data were gone.
    ///   - secrets: The keys for secrets of other services; only a server needs them.
    ///   - keepsReserve: Whether to keep disk space in reserve beside the file, as a long-running
    ///     server does.
    ///   - observation: What the services tell the administrator.
    ///   - lock: A server's lock of its file.
    ///   - tell: Told if the database's tables are brought up to date.
    /// - Returns: The services, and the database for the caller to close.
    /// - Throws: ``CommandError`` with the name of the file and why it can't be opened.
    static func open(
        data: String?,
        settings: ServerSettings? = nil,
        isMade: Bool = false,
        secrets: SecretKeys? = nil,
        keepsReserve: Bool = false,
        observation: Observation = .none,
        lock: ServerLock? = nil,
        tell: (String) -> Void = Console.note
    ) async throws -> (backend: Backend, database: AnyDatabase) {
        let path = path(data)
        do {
            let database = try database(at: path, isMade: isMade, keepsReserve: keepsReserve)
            return try await closingAfterFailure(database) {
                let lock = lock == nil ? try await updateLock(database, at: path) : lock
                defer { withExtendedLifetime(lock) {} }
                try await copyBeforeUpdate(database, at: path, tell)
                let backend = try await Backend(
                    database: database,
                    settings: settings ?? ofCommands,
                    secrets: secrets,
                    observation: observation
                )
                return (backend, database)
            }
        } catch let error as StoreError {
            throw CommandError("\(shown(path)): \(sentence(of: error, at: path))")
        } catch let error as BackupError {
            throw CommandError(error.sentence)
        }
    }

    private static var ofCommands: ServerSettings {
        var settings = ServerSettings()
        settings.quotas = Configuration.ofThisProcess().quotas
        return settings
    }

    /// Makes this process the only server of a SQLite file for as long as the lock is kept; nil for
    /// PostgreSQL, which several servers share.
    ///
    /// Throws ``CommandError`` if another server has the file.
    static func serverLock(data: String?) throws -> ServerLock? {
        let path = path(data)
        guard !isAddress(path) else { return nil }
        do {
            return try ServerLock(beside: path)
        } catch {
            throw CommandError("\(path): \(error.sentence)")
        }
    }

    /// Keeps servers and other commands from a SQLite file whose tables are about to be brought up to date.
    ///
    /// They would work on tables that change, or copy the file at the same time. Nil if the tables needn't be.
    private static func updateLock(_ database: AnyDatabase, at path: String) async throws
        -> ServerLock?
    {
        guard !isAddress(path), try await database.needsUpdate() else { return nil }
        do throws(StoreError) {
            return try ServerLock(beside: path)
        } catch {
            guard case .served(let process) = error else { throw error }
            throw CommandError(
                """
                \(path): its tables are those of an older version, and a program of Meantime is using \
                it\(process.map { " (process \($0))" } ?? ""). Start the server anew with this version first.
                """
            )
        }
    }

    /// Runs a body with a database, and closes the database in the end, also if the body fails: what other
    /// servers are to hear of its writes may still be on its way.
    static func closing<Value>(
        _ database: AnyDatabase,
        after body: () async throws -> Value
    ) async throws -> Value {
        let value = try await closingAfterFailure(database, body)
        try await database.close()
        return value
    }

    private static func closingAfterFailure<Value>(
        _ database: AnyDatabase,
        _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch {
            try? await database.close()
            throw error
        }
    }

    /// Copies a database whose tables are about to be brought up to date, and tells of it.
    private static func copyBeforeUpdate(
        _ database: AnyDatabase,
        at path: String,
        _ tell: (String) -> Void
    ) async throws {
        let clock = ContinuousClock()
        var begun = clock.now
        let update = try await database.copyBeforeMigration(
            into: Configuration.ofThisProcess().updateBackups,
            nowSecond: ClockAndRandom.machine.nowSecond(),
            hash: { octets in sha256Octets(octets) },
            progress: { progress in
                switch progress {
                case .begins(let copy):
                    begun = clock.now
                    tell(
                        "\(shown(path)): copying the database to \(copy), before its tables change"
                    )
                case .isComplete:
                    let seconds = Int((clock.now - begun) / .seconds(1))
                    tell("\(shown(path)): copying took \(seconds) s")
                }
            }
        )
        guard let update else { return }
        let what =
            "\(shown(path)): the tables are brought from version \(update.from) to \(update.to)."
        if let copy = update.copy {
            tell("\(what) The database as it was before is in \(copy).")
        } else {
            tell("\(what) Only a backup that was made before leads back to the version before.")
        }
    }

    /// Runs a body that only reads.
    ///
    /// A backup stays as it is: the body reads a copy, which is removed in the end.
    static func reading<Value>(
        _ data: String?,
        _ body: (Backend) async throws -> Value
    ) async throws -> Value {
        let path = path(data)
        guard !isAddress(path), Backup.isBackup(path) else {
            let (backend, database) = try await open(data: path)
            return try await closing(database) { try await body(backend) }
        }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "meantime-backup-\(UUID().uuidString)").path(percentEncoded: false)
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let copy = folder + "/backup.sqlite"
        let nowSecond = ClockAndRandom.machine.nowSecond()
        try await withBackupErrors(about: path) {
            try Restoration(from: path, nowSecond: nowSecond).prepare(copy)
        }
        let (backend, database) = try await open(data: copy)
        return try await closing(database) { try await body(backend) }
    }

    /// The database at a path or an address.
    static func database(
        at path: String,
        isMade: Bool,
        keepsReserve: Bool
    ) throws -> AnyDatabase {
        if isAddress(path) { return .postgreSQL(PostgreSQLDatabase(address: path)) }
        let files = FileManager.default
        if !files.fileExists(atPath: path) {
            guard isMade else { throw CommandError("\(path): there is no such file") }
            // What people write is for nobody else on this machine. If it can't be made, SQLite says why.
            let onlyOwner: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            _ = files.createFile(atPath: path, contents: nil, attributes: onlyOwner)
        }
        let reserve = keepsReserve ? DiskReserve.file(beside: path) : .none
        return .sqlite(try SQLiteDatabase(path: path, reserve: reserve))
    }

    /// Whether it's the address of a PostgreSQL database, and not the name of a file.
    static func isAddress(_ data: String) -> Bool {
        data.hasPrefix("postgres://") || data.hasPrefix("postgresql://")
    }

    /// What went wrong with a database, as a sentence for the console.
    ///
    /// If there's no connection to PostgreSQL, that is why: a wrong password and an unknown name look alike to
    /// whoever waits for an answer.
    static func sentence(of error: StoreError, at data: String) -> String {
        guard error == .busy, isAddress(data),
            let fault = PostgreSQLDatabase.connectionFault(at: data)
        else { return error.sentence }
        let line = fault.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "There is no connection to the database. \(LogText.escaped(line))"
    }

    /// How a database is called in messages: without what an address has of a password.
    static func shown(_ data: String) -> String {
        guard isAddress(data) else { return data }
        guard let address = PostgreSQLAddress(data) else { return "postgres://…" }
        let isFolder = address.host.hasPrefix("/")
        let path = address.database.isEmpty ? "" : "/" + address.database
        return "postgres://" + (isFolder ? "" : address.host) + path
    }
}

/// An error that ends a command with a message and exit code 1.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Runs `body`, and turns a ``ServerError`` into one with a message for the console.
func withConsoleErrors<Value>(_ body: () throws(ServerError) -> Value) throws(CommandError) -> Value
{
    do {
        return try body()
    } catch .notValidField(_, let reason) {
        throw CommandError(reason)
    } catch {
        throw CommandError("This failed: \(error)")
    }
}

extension StoreError {
    /// The error as a sentence for the console.
    var sentence: String {
        switch self {
        case .notFound: "Not found."
        case .changedElsewhere: "Somebody else changed it first."
        case .editPassed: "A later edit of the same client is stored already."
        case .uidTaken(let href): "Its UID is already used by \(href)."
        case .invitationTaken: "The event with its guests is in another calendar."
        case .wrongComponent: "The calendar doesn't take objects of this kind."
        case .nameTaken: "Another calendar already has this address."
        case .emailTaken: "There is already an account with this e-mail address."
        case .identityTaken: "This is already used to sign in to another account."
        case .lastSignInWay: "This is the last way to sign in."
        case .disabled: "The account is disabled."
        case .setupDone: "There is already an account."
        case .notEmpty: "The calendar is not empty."
        case .lastCalendar: "The last calendar cannot be removed."
        case .notAllowed: "Your role in the group does not allow this."
        case .lastOwner: "Make another member the owner of the group first."
        case .isProposal: "A proposal can be answered, but not edited."
        case .decided: "The proposal has already been decided."
        case .lastCandidate: "A proposal needs at least one time."
        case .tooMany(.calendars): "There are too many calendars."
        case .tooMany(.events): "There are too many events."
        case .tooMany(.ownGroups): "The account owns too many groups."
        case .tooMany(.appPasswords): "There are too many app passwords."
        case .tooMany(.identities): "There are too many ways to sign in."
        case .tooMany: "A limit is reached."
        case .quotaReached(let quota): quota.sentence
        case .halfFilled:
            "A move or a restoration into this database isn't finished. Run its command again."
        case .newerSchema(let version):
            "The database was written by a newer version (schema \(version)). Install that one again, or restore a "
                + "backup from before the update."
        case .unsuitableRole(let sentence): sentence
        case .served(let process):
            "A server uses this file already\(process.map { " (process \($0))" } ?? ""). "
                + "Stop it first, or give this one a file of its own."
        case .constraint(let text): "The database refused a row: \(text)"
        case .nul: "A text contains the character NUL."
        case .busy:
            "The database is busy: another program is using it, or it took too long to answer. Try again."
        case .full: "The disk is full."
        case .readOnly:
            "This user may not write to the database. Run the command as the server's: runuser -u meantime -- …"
        case .unexpectedValue(let column):
            "Column \(column) of a table holds something unexpected. Run meantime verify."
        case .driver(_, let message): "The database says: \(message)"
        }
    }
}
