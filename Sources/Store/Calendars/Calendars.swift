package import Agenda

/// A calendar as an account sees it.
///
/// If the account may not see the events, the name is empty and the colour is grey. Only an
/// account's own calendars have a position and can be the default.
package struct CalendarRecord: Hashable, Sendable {
    package let id: CalendarID
    package let name: String
    package let color: String
    package let position: Int64
    /// Whether new events go here.
    package let isDefault: Bool
    package let relation: CalendarRelation
    /// The kinds of objects it takes (RFC 4791, 5.2.3), such as `VEVENT`.
    package let components: [String]
    /// The name that a calendar program put into its address; nil if no program made it.
    package let pathName: String?
    /// A word for what is wrong with reading it; nil if nothing is.
    package let sourceFailure: String?

    /// Whether the page shows it; it doesn't show a calendar that only takes tasks.
    package var holdsEvents: Bool { components.contains("VEVENT") }

    /// Whether the account may export it.
    package var isExportable: Bool { Permission.allows(.exportEvents, at: relation.level) }
}

/// The relation of an account to a calendar that it sees.
package enum CalendarRelation: Hashable, Sendable {
    case own
    /// A calendar that is read from elsewhere for the account.
    case subscribed
    /// A calendar at another service that the account may write in.
    case connected
    case group(GroupID)
    /// A fellow member's calendar, with the groups through which it's shown.
    case mirrored(AccessLevel, owner: AccountID, groups: [GroupID])

    package var level: AccessLevel {
        switch self {
        case .own: .own
        case .subscribed: .subscribed
        case .connected: .connected
        case .group: .group
        case .mirrored(let level, _, _): level
        }
    }
}

/// The values of a new calendar.
package struct NewCalendar: Sendable {
    package let id: CalendarID
    package let name: String
    package let color: String
    package let components: [String]
    package let pathName: String?
    /// Whether its events come from elsewhere.
    var isSubscribed = false
    /// Whether changes made here are sent to another service.
    var isConnected = false

    package init(
        id: CalendarID,
        name: String,
        color: String,
        components: [String] = ["VEVENT"],
        pathName: String? = nil
    ) {
        self.id = id
        self.name = name
        self.color = color
        self.components = components
        self.pathName = pathName
    }
}

/// Changes to a calendar; nil leaves a value unchanged.
package struct CalendarEdit: Hashable, Sendable {
    package let name: String?
    package let color: String?
    package let makesDefault: Bool

    package init(name: String? = nil, color: String? = nil, makesDefault: Bool = false) {
        self.name = name
        self.color = color
        self.makesDefault = makesDefault
    }
}

/// The calendars of all accounts.
package struct Calendars: Sendable {
    let observed: ObservedDatabase

    /// The calendars an account owns.
    package func all(of owner: AccountID) async throws -> [CalendarRecord] {
        try await observed.database.read(as: .account(owner)) { try $0.calendars.all(of: owner) }
    }

    /// The number of objects in an account's own calendars, without those of its groups.
    package func objectCount(of owner: AccountID) async throws -> Int64 {
        try await observed.database.read(as: .account(owner)) { connection in
            let row = try connection.row(
                """
                SELECT coalesce(sum(object_count), 0) FROM calendars
                WHERE owner_id = $1 AND group_id IS NULL AND deleted_token IS NULL
                AND is_subscribed = 0
                """,
                [.text(owner.text)]
            )
            return try row?.integer(0) ?? 0
        }
    }

    /// The calendars an account sees: its own, those of its groups and those of fellow members.
    package func all(seenBy account: AccountID) async throws -> [CalendarRecord] {
        try await observed.database.read(as: .account(account)) {
            try $0.calendars.all(seenBy: account)
        }
    }

    /// A calendar, if the account may perform the action on it.
    package func calendar(
        _ id: CalendarID,
        seenBy account: AccountID,
        for action: CalendarAction
    ) async throws -> CalendarRecord {
        try await observed.database.read(as: .account(account)) { connection in
            try connection.calendars.require(action, of: id, by: account)
            guard let calendar = try connection.calendars.seenCalendar(id, by: account) else {
                throw StoreError.notFound
            }
            return calendar
        }
    }

    /// Adds a calendar, with properties that a calendar program set.
    ///
    /// Throws ``StoreError/nameTaken`` if another calendar of the account has the name in the address.
    package func create(
        _ new: NewCalendar,
        of owner: AccountID,
        properties: [PropertyEdit] = [],
        through way: WriteSource = .page
    ) async throws -> CalendarRecord {
        try await observed.change(of: owner, through: way) { connection in
            if let name = new.pathName,
                try connection.calendars.calendar(atPathName: name, of: owner) != nil
            {
                throw StoreError.nameTaken
            }
            let calendar = try connection.calendars.changingAccess(of: owner) {
                try connection.calendars.insert(new, owner: owner)
            }
            try connection.properties.apply(properties, on: new.id.text, of: owner)
            return calendar
        }
    }

    package func edit(
        _ id: CalendarID,
        of owner: AccountID,
        _ edit: CalendarEdit
    ) async throws -> CalendarRecord {
        try await observed.change(of: owner) { try $0.calendars.edit(id, of: owner, edit) }
    }

    /// Moves a calendar with everything in it into the bin.
    ///
    /// The account's last calendar can't be removed. A calendar that is removed only if it's empty
    /// is deleted at once, because nobody would look for it; so is one that is read from elsewhere,
    /// because it still exists there.
    ///
    /// People invited to an event in it are told, as when each event is removed. With many events
    /// this takes several calls. Each returns the last object whose guests have been told, for the
    /// next call to continue after it; the last call removes the calendar and returns nil.
    @discardableResult
    package func remove(
        _ id: CalendarID,
        of owner: AccountID,
        expecting: WriteCondition = .anything,
        onlyEmpty: Bool = false,
        after told: Href? = nil,
        through way: WriteSource = .page,
        scheduling planning: (any SchedulingPlanning)? = nil
    ) async throws -> Href? {
        try await observed.change(of: owner, through: way, mayUseReserve: true) { connection in
            let old = try connection.calendars.calendar(id, of: owner)
            try expecting.check(against: connection.changes.latest(in: id, seenBy: owner).etag)
            if onlyEmpty {
                let object = try connection.row(
                    "SELECT 1 FROM objects WHERE calendar_id = $1 LIMIT 1",
                    [.text(id.text)]
                )
                guard object == nil else { throw StoreError.notEmpty }
            }
            let others = try connection.calendars.all(of: owner).filter { $0.id != id }
            guard let heir = others.first else { throw StoreError.lastCalendar }
            let isElsewhere = old.relation.level.isFromElsewhere
            let isForGood = onlyEmpty || isElsewhere
            if !isElsewhere, let planning {
                let last = try connection.scheduling.tellOfAll(
                    in: id,
                    of: owner,
                    after: told,
                    by: planning
                ) {
                    text,
                    place in
                    try connection.scheduling.scheduled(
                        nil,
                        replacing: text,
                        at: place,
                        through: way,
                        by: planning
                    ).messageCount
                }
                if let last { return last }
            }
            try connection.calendars.changingAccess(of: owner) {
                try isForGood ? connection.bin.removeForGood(id) : connection.bin.hide(id)
            }
            let token = try connection.changes.record(
                .calendarRemoved(id, pathName: old.pathName),
                owner: owner
            )
            if !isForGood { try connection.bin.moveIntoBin(id, of: owner, at: token) }
            try connection.groups.recordAll(of: owner, among: [owner])
            guard old.isDefault else { return nil }
            try connection.execute(
                "UPDATE calendars SET is_default = 1 WHERE id = $1",
                [.text(heir.id.text)]
            )
            _ = try connection.changes.record(.calendar(heir.id), owner: owner)
            return nil
        }
    }
}

extension CalendarStatements {
    func edit(
        _ id: CalendarID,
        of owner: AccountID,
        _ edit: CalendarEdit
    ) throws -> CalendarRecord {
        let old = try calendar(id, of: owner)
        let makesDefault = edit.makesDefault && old.relation == .own
        if makesDefault, !old.isDefault { try clearDefault(of: owner) }
        try connection.execute(
            "UPDATE calendars SET name = $2, color = $3, is_default = $4 WHERE id = $1",
            [
                .text(id.text), .text(edit.name ?? old.name), .text(edit.color ?? old.color),
                .bool(old.isDefault || makesDefault),
            ]
        )
        if edit.color != nil {
            // The colour that a program stored is outdated now.
            try connection.execute(
                """
                DELETE FROM collection_properties
                WHERE account_id = $1 AND collection = $2 AND name LIKE '%}calendar-color'
                """,
                [.text(owner.text), .text(id.text)]
            )
        }
        try record(id)
        return try calendar(id, of: owner)
    }

    /// The calendars an account owns.
    func all(of owner: AccountID) throws -> [CalendarRecord] {
        try all(seenBy: owner).filter { $0.relation == .own }
    }

    /// A calendar an account owns.
    func calendar(_ id: CalendarID, of owner: AccountID) throws -> CalendarRecord {
        try require(.manage, of: id, by: owner)
        guard let calendar = try seenCalendar(id, by: owner) else { throw StoreError.notFound }
        return calendar
    }

    /// The calendars an account sees, its own first.
    func all(seenBy account: AccountID) throws -> [CalendarRecord] {
        let reasons = try connection.rows(
            """
            WITH seen AS MATERIALIZED (
                SELECT * FROM sights WHERE viewer_id = $1
            )
            SELECT \(CalendarRecord.columns)
            FROM seen JOIN calendars ON calendars.id = seen.calendar_id
            ORDER BY CASE WHEN seen.level IN \(CalendarAction.manage.levels) THEN 0 ELSE 1 END,
            position, seen.shown_id, seen.group_id
            """,
            [.text(account.text)]
        )
        var byID: [String: [Row]] = [:]
        var order: [String] = []
        for row in reasons {
            let id = try row.text(0)
            if byID[id] == nil { order.append(id) }
            byID[id, default: []].append(row)
        }
        return try order.compactMap { try CalendarRecord(reasons: byID[$0] ?? []) }
    }

    /// A calendar as an account sees it; nil when the account doesn't see it.
    func seenCalendar(_ id: CalendarID, by account: AccountID) throws -> CalendarRecord? {
        try CalendarRecord(
            reasons: connection.rows(
                """
                SELECT \(CalendarRecord.columns)
                FROM sights AS seen JOIN calendars ON calendars.id = seen.calendar_id
                WHERE seen.viewer_id = $1 AND seen.shown_id = $2
                ORDER BY seen.group_id
                """,
                [.text(account.text), .text(id.text)]
            )
        )
    }

    /// The account whose limits a calendar counts towards, and that owns its entries in the log.
    ///
    /// For a group's calendar that's the group's owner.
    func owner(of calendar: CalendarID) throws -> AccountID {
        let row = try connection.row(
            "SELECT owner_id FROM calendars WHERE id = $1",
            [.text(calendar.text)]
        )
        guard let row else { throw StoreError.notFound }
        return AccountID(stored: try row.text(0))
    }

    /// How much is stored in each calendar that an account sees, by the identity it sees.
    func sizes(seenBy account: AccountID) throws -> [CalendarID: CalendarSize] {
        let sizes = try connection.rows(
            """
            SELECT seen.shown_id, object_count, object_bytes
            FROM sights AS seen JOIN calendars ON calendars.id = seen.calendar_id
            WHERE seen.viewer_id = $1
            """,
            [.text(account.text)]
        ).map { row in
            let size = CalendarSize(
                objects: Int(try row.integer(1)),
                bytes: Int(try row.integer(2))
            )
            return (CalendarID(stored: try row.text(0)), size)
        }
        // Several groups may show the same calendar.
        return Dictionary(sizes) { first, _ in first }
    }

    func objectCount(of calendar: CalendarID) throws -> Int64 {
        try connection.row(
            "SELECT object_count FROM calendars WHERE id = $1",
            [.text(calendar.text)]
        )?
        .integer(0) ?? 0
    }

    /// Adds a calendar after the others.
    ///
    /// An account's first calendar becomes its default.
    func insert(_ new: NewCalendar, owner: AccountID) throws -> CalendarRecord {
        let present = try all(of: owner)
        guard new.isSubscribed || present.count < Limits.calendarsPerAccountMax else {
            throw StoreError.tooMany(.calendars)
        }
        let token = try connection.changes.record(.calendar(new.id), owner: owner)
        try connection.execute(
            """
            INSERT INTO calendars (id, owner_id, name, color, position, is_default, change_token,
            components, path_name, is_subscribed, is_connected)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """,
            [
                .text(new.id.text), .text(owner.text), .text(new.name), .text(new.color),
                .integer((present.last?.position ?? -1) + 1),
                .bool(present.isEmpty && !new.isSubscribed), .integer(token.number),
                .text(new.components.joined(separator: ",")), .optional(new.pathName),
                .bool(new.isSubscribed), .bool(new.isConnected),
            ]
        )
        return try calendar(new.id, of: owner)
    }

    /// Makes no calendar the default, and logs the change of the one that was.
    fileprivate func clearDefault(of owner: AccountID) throws {
        for old in try all(of: owner) where old.isDefault {
            try connection.execute(
                "UPDATE calendars SET is_default = 0 WHERE id = $1",
                [.text(old.id.text)]
            )
            _ = try connection.changes.record(.calendar(old.id), owner: owner)
        }
    }
}
