/// A calendar as its owner sees it.
package struct CalendarRecord: Hashable, Sendable {
    package let id: CalendarID
    package let name: String
    package let color: String
    package let position: Int64
    /// Whether new events go here.
    package let isDefault: Bool
}

/// What a new calendar starts with.
package struct NewCalendar: Sendable {
    package let id: CalendarID
    package let name: String
    package let color: String

    package init(id: CalendarID, name: String, color: String) {
        self.id = id
        self.name = name
        self.color = color
    }
}

/// What to change of a calendar; nil stays as it is.
package struct CalendarEdit: Sendable {
    package let name: String?
    package let color: String?
    package let makesDefault: Bool

    package init(name: String? = nil, color: String? = nil, makesDefault: Bool = false) {
        self.name = name
        self.color = color
        self.makesDefault = makesDefault
    }
}

/// The calendars of each account.
package struct Calendars<Driver: Database>: Sendable {
    let journal: Journal<Driver>

    package func all(of owner: AccountID) async throws -> [CalendarRecord] {
        try await journal.database.read { try $0.calendars(of: owner) }
    }

    package func calendar(_ id: CalendarID, of owner: AccountID) async throws -> CalendarRecord {
        try await journal.database.read { try $0.calendar(id, of: owner) }
    }

    package func create(_ new: NewCalendar, of owner: AccountID) async throws -> CalendarRecord {
        try await journal.change(of: owner) { try $0.insert(new, owner: owner) }
    }

    package func edit(
        _ id: CalendarID,
        of owner: AccountID,
        _ edit: CalendarEdit
    ) async throws -> CalendarRecord {
        try await journal.change(of: owner) { connection in
            let old = try connection.calendar(id, of: owner)
            if edit.makesDefault, !old.isDefault { try connection.clearDefault(of: owner) }
            let token = try connection.record(.calendar(id), owner: owner)
            try connection.execute(
                """
                UPDATE calendars SET name = $2, color = $3, is_default = $4, change_token = $5
                WHERE id = $1
                """,
                [
                    .text(id.text), .text(edit.name ?? old.name), .text(edit.color ?? old.color),
                    .bool(old.isDefault || edit.makesDefault), .integer(token.number),
                ]
            )
            return try connection.calendar(id, of: owner)
        }
    }

    /// Removes a calendar with everything in it; the account's last calendar stays.
    package func remove(_ id: CalendarID, of owner: AccountID) async throws {
        try await journal.change(of: owner) { connection in
            let old = try connection.calendar(id, of: owner)
            let others = try connection.calendars(of: owner).filter { $0.id != id }
            guard let heir = others.first else { throw StoreError.lastCalendar }
            try connection.execute("DELETE FROM calendars WHERE id = $1", [.text(id.text)])
            _ = try connection.record(.calendarRemoved(id), owner: owner)
            guard old.isDefault else { return }
            let token = try connection.record(.calendar(heir.id), owner: owner)
            try connection.execute(
                "UPDATE calendars SET is_default = 1, change_token = $2 WHERE id = $1",
                [.text(heir.id.text), .integer(token.number)]
            )
        }
    }
}

extension CalendarRecord {
    static let columns = "id, name, color, position, is_default"

    /// Reads ``columns``, from a position on.
    init(_ row: Row, from column: Int = 0) throws {
        id = CalendarID(stored: try row.text(column))
        name = try row.text(column + 1)
        color = try row.text(column + 2)
        position = try row.integer(column + 3)
        isDefault = try row.bool(column + 4)
    }
}

extension DatabaseConnection {
    func calendars(of owner: AccountID) throws -> [CalendarRecord] {
        try rows(
            """
            SELECT \(CalendarRecord.columns) FROM calendars
            WHERE owner_id = $1 ORDER BY position, id
            """,
            [.text(owner.text)]
        ).map { try CalendarRecord($0) }
    }

    func calendar(_ id: CalendarID, of owner: AccountID) throws -> CalendarRecord {
        let row = try row(
            "SELECT \(CalendarRecord.columns) FROM calendars WHERE id = $1 AND owner_id = $2",
            [.text(id.text), .text(owner.text)]
        )
        guard let row else { throw StoreError.notFound }
        return try CalendarRecord(row)
    }

    /// Adds a calendar at the end; an account's first one takes new events.
    func insert(_ new: NewCalendar, owner: AccountID) throws -> CalendarRecord {
        let present = try calendars(of: owner)
        guard present.count < Limits.calendarsPerAccountMax else {
            throw StoreError.tooMany(.calendars)
        }
        let token = try record(.calendar(new.id), owner: owner)
        try execute(
            """
            INSERT INTO calendars (id, owner_id, name, color, position, is_default, change_token)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                .text(new.id.text), .text(owner.text), .text(new.name), .text(new.color),
                .integer((present.last?.position ?? -1) + 1), .bool(present.isEmpty),
                .integer(token.number),
            ]
        )
        return try calendar(new.id, of: owner)
    }

    /// Takes the default from the calendar that has it, and says so in the log.
    fileprivate func clearDefault(of owner: AccountID) throws {
        for old in try calendars(of: owner) where old.isDefault {
            let token = try record(.calendar(old.id), owner: owner)
            try execute(
                "UPDATE calendars SET is_default = 0, change_token = $2 WHERE id = $1",
                [.text(old.id.text), .integer(token.number)]
            )
        }
    }
}
