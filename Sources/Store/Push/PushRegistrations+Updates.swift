extension PushRegistrations {
    private static var toldCounter: String { "push-told" }

    /// Takes the log entries that no server has told programs about yet, so that no other server
    /// takes them.
    ///
    /// - Parameter last: The last entry of the change log to tell programs about.
    /// - Returns: The last entry before those that were taken; nil if there are none, or if none
    ///   have ever been taken before.
    /// - Throws: The errors of the database.
    package func takeStretch(through last: ChangeToken) async throws -> ChangeToken? {
        let counter = Self.toldCounter
        let known = try await database.read(as: .server(.push)) { try $0.counterIfAny(counter) }
        if let known, known >= last.number { return nil }
        return try await database.write(as: .server(.push)) { connection in
            let told = try connection.counterIfAny(counter)
            if let told, told >= last.number { return nil }
            try connection.setCounter(counter, last.number)
            return told.map { ChangeToken($0) }
        }
    }

    /// The messages for registrations about a stretch of the change log.
    ///
    /// - Parameters:
    ///   - before: The last entry before the stretch.
    ///   - last: The last entry of the stretch.
    ///   - exempt: Entries that a registration needn't be told about, because its program made
    ///     them.
    ///   - nowSecond: The current time.
    /// - Returns: One message for each registration that the stretch concerns.
    /// - Throws: The errors of the database.
    package func updates(
        after before: ChangeToken,
        through last: ChangeToken,
        exempt: [String: [ClosedRange<Int64>]],
        nowSecond: Int64
    ) async throws -> [PushUpdate] {
        try await database.read(as: .server(.push)) { connection in
            let any = try connection.row(
                "SELECT 1 FROM push_registrations WHERE expires_second > $1 LIMIT 1",
                [.integer(nowSecond)]
            )
            guard any != nil else { return [] }
            let stretch = (before.number + 1)...max(last.number, before.number + 1)
            let all = try connection.pushes.updates(in: stretch, nowSecond: nowSecond)
            return try all.compactMap { update in
                guard let own = exempt[update.registration] else { return update }
                return try connection.pushes.updates(in: stretch, except: own, nowSecond: nowSecond)
                    .first { $0.registration == update.registration }
            }
        }
    }
}

extension PushStatements {
    fileprivate func updates(
        in stretch: ClosedRange<Int64>,
        except exempt: [ClosedRange<Int64>] = [],
        nowSecond: Int64
    ) throws -> [PushUpdate] {
        var triggers: [PushPlace: PushTriggers] = [:]
        for row in try changedPlaces(in: stretch, except: exempt) {
            let (owner, subject) = (try row.text(0), try row.text(1))
            switch try row.text(2) {
            case "event", "event-removed":
                for viewer in try viewers(of: subject) {
                    triggers[viewer, default: []].insert(.content)
                }
            case "calendar":
                triggers[PushPlace(account: owner, collection: subject), default: []]
                    .insert(.properties)
                triggers[.home(of: owner), default: []].insert(.content)
            case "sight", "calendar-removed":
                triggers[PushPlace(account: owner, collection: subject), default: []]
                    .formUnion([.content, .properties])
                triggers[.home(of: owner), default: []].insert(.content)
            default: break
            }
        }
        return try triggers.flatMap { place, triggers in
            try registrations(at: place, nowSecond: nowSecond).compactMap { id, wanted in
                let told = wanted.intersection(triggers)
                guard !told.isEmpty else { return nil }
                return PushUpdate(
                    registration: id,
                    account: AccountID(stored: place.account),
                    triggers: told
                )
            }
        }
    }

    /// The changes: whom the entries are for, what they are about, and their kinds.
    private func changedPlaces(
        in stretch: ClosedRange<Int64>,
        except exempt: [ClosedRange<Int64>]
    ) throws -> [Row] {
        var conditions = ["token BETWEEN $1 AND $2"]
        var arguments: [SQLValue] = [.integer(stretch.lowerBound), .integer(stretch.upperBound)]
        for range in exempt {
            let next = arguments.count + 1
            conditions.append("NOT token BETWEEN $\(next) AND $\(next + 1)")
            arguments += [.integer(range.lowerBound), .integer(range.upperBound)]
        }
        return try connection.rows(
            """
            SELECT DISTINCT owner_id, subject_id, what FROM changes
            WHERE \(conditions.joined(separator: " AND "))
            """,
            arguments
        )
    }

    /// The accounts that see a calendar, with the ID by which each knows it.
    private func viewers(of calendar: String) throws -> [PushPlace] {
        try connection.rows(
            "SELECT DISTINCT viewer_id, shown_id FROM sights WHERE calendar_id = $1",
            [.text(calendar)]
        ).map { PushPlace(account: try $0.text(0), collection: try $0.text(1)) }
    }

    private func registrations(
        at place: PushPlace,
        nowSecond: Int64
    ) throws -> [(id: String, triggers: PushTriggers)] {
        try connection.rows(
            """
            SELECT id, triggers FROM push_registrations
            WHERE account_id = $1 AND collection = $2 AND expires_second > $3
            """,
            [.text(place.account), .text(place.collection), .integer(nowSecond)]
        ).map { (try $0.text(0), PushTriggers(rawValue: try $0.integer(1))) }
    }
}

/// A collection as an account sees it.
private struct PushPlace: Hashable {
    let account: String
    let collection: String

    static func home(of account: String) -> PushPlace {
        PushPlace(account: account, collection: PushCollection.home.text)
    }
}
