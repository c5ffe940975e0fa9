import ArgumentParser
import Server
import Store

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The data that a command works on, opened.
enum Installation {
    static let dataHelp: ArgumentHelp = "The database's file (default: meantime.sqlite)."

    /// The name of the file that a command works on.
    static func path(_ data: String?) -> String { data ?? Configuration.ofThisProcess().data }

    /// Opens a database, with everything the server works on.
    ///
    /// - Parameters:
    ///   - data: Its file; nil for the one of the configuration.
    ///   - settings: What the server is told.
    ///   - isMade: Whether a file that is not there is made; to somebody who reads, a new one would
    ///     say that all is gone, where only its name was mistyped.
    /// - Returns: What works on the data, and the database to be closed.
    /// - Throws: Why it can't be opened, with the name of the file.
    static func open(
        data: String?,
        settings: ServerSettings = ServerSettings(),
        isMade: Bool = false
    ) async throws -> (backend: Backend<SQLiteDatabase>, database: SQLiteDatabase) {
        let path = path(data)
        guard !path.hasPrefix("postgres://"), !path.hasPrefix("postgresql://") else {
            throw CommandError("PostgreSQL is not supported yet: give the name of a file.")
        }
        guard isMade || FileManager.default.fileExists(atPath: path) else {
            throw CommandError("\(path): there is no such file")
        }
        do {
            let database = try SQLiteDatabase(path: path)
            let backend = try await Backend(database: database, settings: settings)
            return (backend, database)
        } catch let error as StoreError {
            throw CommandError("\(path): \(error.sentence)")
        }
    }
}

/// Something that stops a command, in words; the exit code is 1.
struct CommandError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Does something that the server's rules may refuse, and says why when they do.
func explained<Value>(_ body: () throws(ServerError) -> Value) throws(CommandError) -> Value {
    do {
        return try body()
    } catch .notValidField(_, let reason) {
        throw CommandError(reason)
    } catch {
        throw CommandError("This failed: \(error)")
    }
}

extension StoreError {
    /// What went wrong, for the console.
    var sentence: String {
        switch self {
        case .notFound: "Not found."
        case .changedElsewhere: "Somebody else changed it first."
        case .uidTaken(let href): "Its UID is already used by \(href)."
        case .emailTaken: "There is already an account with this e-mail address."
        case .identityTaken: "This is already used to sign in to another account."
        case .lastSignInWay: "This is the last way to sign in."
        case .setupDone: "There is already an account."
        case .notEmpty: "The calendar is not empty."
        case .lastCalendar: "The last calendar cannot be removed."
        case .notAllowed: "Your role in the group does not allow this."
        case .lastOwner: "Make another member the owner of the group first."
        case .isProposal: "A proposal can be answered, but not edited."
        case .decided: "The proposal has already been decided."
        case .lastTime: "A proposal needs at least one time."
        case .tooMany(.calendars): "There are too many calendars."
        case .tooMany(.events): "There are too many events."
        case .tooMany(.appPasswords): "There are too many app passwords."
        case .tooMany(.identities): "There are too many ways to sign in."
        case .tooMany: "A limit is reached."
        case .newerSchema(let version):
            "The database was written by a newer version (schema \(version))."
        case .constraint(let text): "The database refused a row: \(text)"
        case .busy: "Another program is using the database."
        case .full: "The disk is full."
        case .unexpectedValue(let column): "Column \(column) holds something unexpected."
        case .driver(_, let message): "The database says: \(message)"
        }
    }
}
