import Agenda

/// What people do in the page in one step: changes of one or more objects.
///
/// An edit is stored whole or not at all, because half of a split series would double days. It's stored
/// only once: a client that lost the answer sends it again, and gets the same answer.
package struct Edits: Sendable {
    let observed: ObservedDatabase

    /// Stores an edit; if it's the client's last one and stored already, only answers again.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - account: The account that makes it.
    ///   - way: How it came in.
    ///   - planning: What tells the people concerned; nil if nobody is told.
    /// - Returns: What each change has become, in their order.
    /// - Throws: ``RefusedChange`` for the first of several changes that is refused; for the only one,
    ///   what it was refused for; ``StoreError/editPassed`` if a later edit of the client is stored
    ///   already, and the errors of the database.
    package func apply(
        _ edit: NumberedEdit,
        by account: AccountID,
        through way: WriteSource = .page,
        scheduling planning: (any SchedulingPlanning)? = nil
    ) async throws -> [ChangeOutcome] {
        let second = observed.clock()
        return try await observed.change(
            of: account,
            through: way,
            mayUseReserve: edit.changes.allSatisfy { $0.draft == nil }
        ) { connection in
            if let stored = try connection.objects.storedOutcomes(of: edit, by: account) {
                return stored
            }
            var outcomes: [ChangeOutcome] = []
            for (place, change) in edit.changes.enumerated() {
                do {
                    let outcome = try connection.objects.apply(
                        change,
                        by: account,
                        through: way,
                        scheduling: planning
                    )
                    outcomes.append(outcome)
                    guard connection.entries.count <= Limits.editEntriesMax else {
                        throw StoreError.tooMany(.editEntries)
                    }
                } catch let cause where edit.changes.count > 1 && isRefusal(cause) {
                    throw RefusedChange(place: place, cause: cause)
                }
            }
            try connection.objects.keepAnswer(outcomes, to: edit, by: account, second: second)
            return outcomes
        }
    }

    /// Whether an error says that the request can't be fulfilled, rather than that the database failed.
    private func isRefusal(_ error: any Error) -> Bool {
        guard let error = error as? StoreError else { return true }
        return switch error {
        case .editPassed, .busy, .full, .driver, .readOnly, .constraint, .unexpectedValue, .served:
            false
        default: true
        }
    }
}

/// An edit as a client numbers it.
package struct NumberedEdit: Sendable {
    package let client: EditClientID
    /// Its place among the client's edits, from 1; each is higher than those before it.
    package let number: Int64
    package let changes: [ObjectChange]

    package init(client: EditClientID, number: Int64, changes: [ObjectChange]) {
        self.client = client
        self.number = number
        self.changes = changes
    }
}

/// A change of one object, as a part of an edit.
package struct ObjectChange: Sendable {
    package let calendar: CalendarID
    package let href: Href
    /// What must be stored there for the change to go ahead.
    package let condition: WriteCondition
    /// What is stored there then; nil if the object is removed.
    package let draft: ObjectDraft?
    /// The ID that the object gets if it's new.
    package let id: String
    /// Whether an object that is removed leaves nothing in the bin, unless somebody else has written it.
    package let isForGood: Bool

    package init(
        in calendar: CalendarID,
        at href: Href,
        expecting condition: WriteCondition,
        draft: ObjectDraft?,
        id: String,
        isForGood: Bool = false
    ) {
        self.calendar = calendar
        self.href = href
        self.condition = condition
        self.draft = draft
        self.id = id
        self.isForGood = isForGood
    }
}

/// What a change of an edit has become.
package struct ChangeOutcome: Hashable, Sendable {
    /// The entry of the change log that tells of it.
    package let token: ChangeToken
    /// The object's new ETag; nil if it was removed.
    package let etag: String?
}

/// A change that is refused, and with it the edit that it's a part of.
package struct RefusedChange: Error {
    /// The place of the change in the edit, from 0.
    package let place: Int
    package let cause: any Error

    package init(place: Int, cause: any Error) {
        self.place = place
        self.cause = cause
    }
}

extension ObjectStatements {
    fileprivate func apply(
        _ change: ObjectChange,
        by account: AccountID,
        through way: WriteSource,
        scheduling planning: (any SchedulingPlanning)?
    ) throws -> ChangeOutcome {
        let place = ObjectPlace(account: account, calendar: change.calendar, href: change.href)
        guard let draft = change.draft else {
            let present = change.isForGood ? try present(at: place) : nil
            let token = try removal(
                of: change,
                at: place,
                through: way,
                scheduling: planning
            )
            if let present, try connection.history.isWritten(present.id, onlyBy: account) {
                try connection.history.dropDeleted(present.id)
            }
            return ChangeOutcome(token: token, etag: nil)
        }
        let outcome = try put(
            draft,
            at: place,
            id: change.id,
            expecting: change.condition,
            through: way,
            scheduling: planning
        )
        return ChangeOutcome(token: outcome.token, etag: outcome.etag)
    }

    /// Removes an object.
    ///
    /// One that somebody else has removed counts as changed, so that the client merges the edit instead of losing the
    /// other changes in it.
    private func removal(
        of change: ObjectChange,
        at place: ObjectPlace,
        through way: WriteSource,
        scheduling planning: (any SchedulingPlanning)?
    ) throws -> ChangeToken {
        do {
            return try remove(
                at: place,
                expecting: change.condition,
                through: way,
                scheduling: planning
            )
        } catch StoreError.notFound {
            try connection.calendars.require(.writeEvents, of: place.calendar, by: place.account)
            try change.condition.check(against: nil)
            throw StoreError.notFound
        }
    }

    /// What the edit has become if it's stored already; nil if it's new.
    fileprivate func storedOutcomes(
        of edit: NumberedEdit,
        by account: AccountID
    ) throws -> [ChangeOutcome]? {
        let row = try connection.row(
            "SELECT last_number, answer FROM edit_clients WHERE account_id = $1 AND client = $2",
            [.text(account.text), .text(edit.client.text)]
        )
        guard let row, try row.integer(0) >= edit.number else { return nil }
        guard try row.integer(0) == edit.number else { throw StoreError.editPassed }
        return try row.text(1).split(separator: "\n").map { line in
            guard let outcome = ChangeOutcome(line: line) else {
                throw StoreError.unexpectedValue(column: 1)
            }
            return outcome
        }
    }

    /// Keeps the answer to a client's last edit, for the clients of the account that were used last.
    fileprivate func keepAnswer(
        _ outcomes: [ChangeOutcome],
        to edit: NumberedEdit,
        by account: AccountID,
        second: Int64
    ) throws {
        try connection.executeSoon(
            """
            INSERT INTO edit_clients (account_id, client, last_number, answer, used_second)
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (account_id, client) DO UPDATE SET last_number = excluded.last_number,
            answer = excluded.answer, used_second = excluded.used_second
            """,
            [
                .text(account.text), .text(edit.client.text), .integer(edit.number),
                .text(outcomes.map { $0.line }.joined(separator: "\n")), .integer(second),
            ]
        )
        try connection.executeSoon(
            """
            DELETE FROM edit_clients WHERE account_id = $1 AND client NOT IN (
                SELECT client FROM edit_clients WHERE account_id = $1
                ORDER BY used_second DESC, client LIMIT $2
            )
            """,
            [.text(account.text), .integer(Limits.editClientsMax)]
        )
    }
}

extension ChangeOutcome {
    /// The outcome as the database keeps it.
    fileprivate var line: String { "\(token.text) \(etag ?? "-")" }

    fileprivate init?(line: Substring) {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let token = ChangeToken(words[0]) else { return nil }
        self.init(token: token, etag: words[1] == "-" ? nil : String(words[1]))
    }
}
