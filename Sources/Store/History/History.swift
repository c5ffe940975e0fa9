import Agenda
import Synchronization

/// A version of an object, without its text.
package struct VersionRecord: Hashable, Sendable {
    /// How the version came about.
    package enum Kind: String, Sendable {
        case made
        case changed
        /// The object had been deleted, and was restored.
        case restored
    }

    /// The number of the version, from 1 for the object's first one.
    package let number: Int64
    package let kind: Kind
    /// Who made it, and when; nil when that's no longer known.
    package let write: Write?
}

/// The versions of the objects of every calendar.
///
/// An account can see a version if it could see everything in it as the present version: nothing in
/// calendars that only show busy times, and nothing that was private.
package struct History: Sendable {
    let observed: ObservedDatabase

    /// The versions of an object, the present one first.
    package func versions(at place: ObjectPlace) async throws -> [VersionRecord] {
        try await observed.database.read(as: .account(place.account).also(.authors)) { connection in
            let (access, id) = try connection.history.historied(at: place)
            let seesAll = Permission.allows(.seeAll, at: access.level)
            let rows = try connection.rows(
                """
                WITH texts AS (
                    SELECT version AS number, change_token AS since_token, ical FROM objects
                    WHERE id = $1
                    UNION ALL
                    SELECT number, since_token, ical FROM versions WHERE object_id = $1
                ),
                found AS MATERIALIZED (
                    SELECT number, ical, since_token AS token,
                    \(Write.lastToken(of: "since_token")) FROM texts
                )
                SELECT found.number, earlier.ended, \(Write.columns),
                \(seesAll ? "NULL" : "found.ical")
                FROM found
                LEFT JOIN versions AS earlier ON earlier.object_id = $1
                AND earlier.number = found.number - 1
                \(Write.join)
                ORDER BY found.number DESC
                """,
                [.text(id)]
            )
            return try rows.filter { try seesAll || !BusyText.isPrivate($0.text(6)) }
                .map { try VersionRecord($0) }
        }
    }

    /// The text of a version.
    package func text(of number: Int64, at place: ObjectPlace) async throws -> String {
        try await observed.database.read(as: .account(place.account).also(.authors)) { connection in
            let (access, id) = try connection.history.historied(at: place)
            let row = try connection.row(
                """
                SELECT ical FROM objects WHERE id = $1 AND version = $2
                UNION ALL
                SELECT ical FROM versions WHERE object_id = $1 AND number = $2
                """,
                [.text(id), .integer(number)]
            )
            guard let text = try row?.text(0),
                Permission.allows(.seeAll, at: access.level) || !BusyText.isPrivate(text)
            else { throw StoreError.notFound }
            return text
        }
    }

    /// Deletes versions and deleted events that are too old.
    func clear() async throws {
        let second = observed.clock()
        try await observed.database.write(as: .server(.upkeep)) {
            try $0.history.clear(nowSecond: second)
        }
    }
}

extension ObservedDatabase {
    /// Deletes versions and deleted events that are too old, after a change, if that was last done
    /// long enough ago.
    ///
    /// It runs in a transaction of its own, because it reads the end of the log, where every other
    /// transaction writes.
    func clearHistoryNowAndThen(nowSecond: Int64) async throws {
        guard clearing.isDue(nowSecond: nowSecond) else { return }
        try await database.write(as: .server(.upkeep)) {
            try $0.history.clear(nowSecond: nowSecond)
        }
    }
}

/// When the history was last cleared by this process.
final class HistoryClearing: Sendable {
    private let clearedSecond = Mutex<Int64?>(nil)

    /// Whether it's time to clear it again; the caller then does.
    func isDue(nowSecond: Int64) -> Bool {
        clearedSecond.withLock { last in
            if let last, abs(nowSecond - last) < Limits.historyClearingSeconds { return false }
            last = nowSecond
            return true
        }
    }
}

extension HistoryStatements {
    /// The object whose history an account may see, by the href that the account knows it by.
    ///
    /// Throws ``StoreError/notFound`` unless the account sees all of the present version.
    fileprivate func historied(at place: ObjectPlace) throws -> (CalendarAccess, id: String) {
        let access = try connection.calendars.require(
            .seeEvents,
            of: place.calendar,
            by: place.account
        )
        let seesAll = Permission.allows(.seeAll, at: access.level)
        let row = try connection.row(
            """
            SELECT id, ical FROM objects
            WHERE calendar_id = $1 AND \(seesAll ? "href" : "id") = $2
            """,
            [.text(access.calendar.text), .text(place.href.text)]
        )
        guard let row, try seesAll || !BusyText.isPrivate(row.text(1)) else {
            throw StoreError.notFound
        }
        return (access, try row.text(0))
    }
}

extension VersionRecord {
    /// Reads the number, how the version before it ended, and `Write.columns`.
    fileprivate init(_ row: Row) throws {
        number = try row.integer(0)
        let isRestored = try !row.isNull(1) && row.text(1) == VersionEnd.restored.rawValue
        kind = isRestored ? .restored : number == 1 ? .made : .changed
        write = try Write(row, from: 2)
    }
}
