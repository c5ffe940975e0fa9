package import Agenda

/// The events of every calendar, as iCalendar text.
package struct Objects: Sendable {
    let observed: ObservedDatabase

    /// An object as an account sees it; the href is the one that the account knows it by.
    package func object(
        at place: ObjectPlace,
        for action: CalendarAction = .seeTimes
    ) async throws -> ObjectRecord {
        try await observed.database.read(as: .account(place.account)) { connection in
            let access = try connection.calendars.require(
                action,
                of: place.calendar,
                by: place.account
            )
            guard let object = try connection.objects.object(place.href, at: access) else {
                throw StoreError.notFound
            }
            return object
        }
    }

    /// A page of a calendar's objects as an account sees them, ordered by stored href; empty when it
    /// doesn't see the calendar.
    ///
    /// A page may have fewer objects than `countMax` without being the last one, because objects of
    /// which the account sees nothing are left out.
    package func page(
        of calendar: CalendarID,
        seenBy account: AccountID,
        after href: Href?,
        part: ObjectPart = .all,
        countMax: Int
    ) async throws -> ObjectPage {
        let (access, objects, isCut) = try await observed.database.read(as: .account(account)) {
            connection in
            guard let access = try connection.calendars.access(of: calendar, by: account) else {
                return (CalendarAccess?.none, [StoredObject](), false)
            }
            let (rows, isCut) = try connection.rows(
                """
                SELECT \(StoredObject.columns) FROM objects
                WHERE calendar_id = $1 AND href > $2
                \(part.condition) ORDER BY href LIMIT $3
                """,
                [.text(access.calendar.text), .text(href?.text ?? ""), .integer(Int64(countMax))]
                    + part.values,
                bytesMax: Limits.pageBytesMax
            )
            return (access, try rows.map { try StoredObject($0) }, isCut)
        }
        return ObjectPage(
            objects: objects.compactMap { object in access.flatMap { object.shown(at: $0) } },
            last: isCut || objects.count == countMax ? objects.last?.record.href : nil
        )
    }

    /// The UIDs that occur in several of the calendars that an account may export, each with these
    /// calendars.
    ///
    /// Own calendars come before those of groups, and those before calendars from elsewhere; then
    /// by position, then by ID.
    package func sharedUIDs(of account: AccountID) async throws -> [String: [CalendarID]] {
        try await observed.database.read(as: .account(account)) { connection in
            let rows = try connection.rows(
                """
                WITH seen AS MATERIALIZED (
                    SELECT calendar_id, level FROM sights
                    WHERE viewer_id = $1 AND level IN \(CalendarAction.exportEvents.levels)
                )
                SELECT objects.uid, calendars.id FROM objects
                JOIN seen ON seen.calendar_id = objects.calendar_id
                JOIN calendars ON calendars.id = objects.calendar_id
                WHERE objects.uid IN (
                    SELECT objects.uid FROM objects
                    JOIN seen ON seen.calendar_id = objects.calendar_id
                    GROUP BY objects.uid HAVING count(*) > 1
                )
                ORDER BY \(AccessLevel.keepingOrder(of: "seen.level")), calendars.position,
                calendars.id
                """,
                [.text(account.text)]
            )
            var calendars: [String: [CalendarID]] = [:]
            for row in rows {
                calendars[try row.text(0), default: []].append(CalendarID(stored: try row.text(1)))
            }
            return calendars
        }
    }

    /// Creates or replaces an object if the condition holds.
    package func put(
        _ draft: ObjectDraft,
        at place: ObjectPlace,
        id: String,
        expecting: WriteCondition,
        through way: WriteSource = .page,
        scheduling planning: (any SchedulingPlanning)? = nil
    ) async throws -> PutOutcome {
        try await observed.change(of: place.account, through: way, isBrief: draft.isBrief) {
            try $0.objects.put(
                draft,
                at: place,
                id: id,
                expecting: expecting,
                through: way,
                scheduling: planning
            )
        }
    }

    /// Edits an event without a condition, such as when an attendee answers.
    ///
    /// Reading and writing are one transaction, so writes of others aren't lost. In an account's
    /// own calendar the organizer is told about the answer, as about any other write.
    package func answer(
        at place: ObjectPlace,
        through way: WriteSource = .page,
        scheduling planning: (any SchedulingPlanning)? = nil,
        _ edit: @escaping @Sendable (_ text: String, _ level: AccessLevel) throws -> ObjectDraft
    ) async throws -> PutOutcome {
        try await observed.change(of: place.account, through: way) { connection in
            let level = try connection.calendars.require(
                .writeEvents,
                of: place.calendar,
                by: place.account
            ).level
            guard let present = try connection.objects.present(at: place) else {
                throw StoreError.notFound
            }
            guard !present.isProposal else { throw StoreError.isProposal }
            let answered = try edit(connection.objects.ical(at: place), level)
            return try connection.objects.write(
                ObjectWrite(
                    draft: try connection.objects.writable(answered, at: place),
                    place: place,
                    present: present,
                    newID: present.id,
                    way: way,
                    planning: planning
                )
            )
        }
    }

    /// Moves an object into the bin if the condition holds.
    package func remove(
        at place: ObjectPlace,
        expecting: WriteCondition,
        through way: WriteSource = .page,
        scheduling planning: (any SchedulingPlanning)? = nil
    ) async throws -> ChangeToken {
        try await observed.change(of: place.account, through: way, mayUseReserve: true) {
            try $0.objects.remove(
                at: place,
                expecting: expecting,
                through: way,
                scheduling: planning
            )
        }
    }

    /// Imports a batch of a file in one transaction: adds new UIDs, and replaces an object when the
    /// text differs and `isSame` doesn't find the two equal in meaning.
    ///
    /// Nobody is told. In a group's calendar, `planning` decides which of others' answers are stored.
    package func add(
        _ batch: [ImportedObject],
        to calendar: CalendarID,
        by account: AccountID,
        scheduling planning: (any SchedulingPlanning)? = nil,
        isSame: @escaping @Sendable (_ kept: String, _ new: String) -> Bool = { $0 == $1 }
    ) async throws -> ImportOutcome {
        try await observed.change(of: account, through: .importing) { connection in
            let level = try connection.calendars.require(.writeEvents, of: calendar, by: account)
                .level
            var outcome = ImportOutcome()
            let unanswered =
                try planning == nil ? [] : connection.invitations.unansweredUIDs(of: account)
            for var object in batch {
                guard let draft = object.draft.writable(at: level) else {
                    outcome.counts.refused += 1
                    continue
                }
                object.draft = draft
                if unanswered.contains(draft.uid), object.standsByItself {
                    let place = ObjectPlace(account: account, calendar: calendar, href: object.href)
                    try connection.invitations.letYield(to: draft, at: place, by: planning)
                }
                let result = try connection.objects.add(
                    object,
                    to: calendar,
                    by: account,
                    level,
                    isSame
                ) { draft, old in
                    guard level == .group, let planning else { return draft }
                    return try connection.scheduling.groupEvent(
                        draft,
                        replacing: old,
                        by: account,
                        planning
                    )
                }
                outcome.take(result, of: object.id)
            }
            return outcome
        }
    }
}

extension ObjectStatements {
    /// Creates or replaces an object if the condition holds.
    func put(
        _ draft: ObjectDraft,
        at place: ObjectPlace,
        id: String,
        expecting: WriteCondition,
        through way: WriteSource,
        scheduling planning: (any SchedulingPlanning)?
    ) throws -> PutOutcome {
        try connection.prefetch([
            .ownAccess(to: place.calendar, by: place.account),
            .contents(of: place, in: connection.dialect),
            .href(ofUID: draft.uid, in: place.calendar),
            .deletedObject(uid: draft.uid, in: place.calendar),
        ])
        if expecting.isMet(by: nil) {
            try connection.prefetch([.usage(of: .account(place.account))])
            if planning != nil {
                try connection.prefetch([
                    .unansweredInvitation(uid: draft.uid, of: place.account)
                ])
            }
        }
        let written = try writable(draft, at: place)
        if way == .program { try requireKind(written.component, in: place.calendar) }
        let present = try present(at: place)
        try expecting.check(against: present?.etag, present?.scheduleTag)
        guard present?.isProposal != true else { throw StoreError.isProposal }
        if present == nil {
            try connection.invitations.letYield(to: written, at: place, by: planning)
        }
        if let other = try href(ofUID: written.uid, in: place.calendar), other != place.href {
            throw StoreError.uidTaken(href: other.text)
        }
        if way == .program, present != nil,
            try href(ofUID: written.uid, in: place.calendar) == nil
        {
            // The object there has another UID, and an object keeps its UID (RFC 4791, 5.3.2.1).
            throw StoreError.uidTaken(href: place.href.text)
        }
        if present == nil {
            connection.storage.arriving = (written.uid, place.calendar)
            try connection.quota.requireRoom(forNew: written, at: place)
        }
        return try write(
            ObjectWrite(
                draft: written,
                place: place,
                present: present,
                newID: id,
                way: way,
                planning: planning
            )
        )
    }

    /// Moves an object into the bin if the condition holds.
    func remove(
        at place: ObjectPlace,
        expecting: WriteCondition,
        through way: WriteSource,
        scheduling planning: (any SchedulingPlanning)?
    ) throws -> ChangeToken {
        try connection.calendars.require(.writeEvents, of: place.calendar, by: place.account)
        guard let present = try present(at: place) else { throw StoreError.notFound }
        try expecting.check(against: present.etag, present.scheduleTag)
        guard !present.isProposal else { throw StoreError.isProposal }
        return try remove(present, at: place, through: way, by: planning)
    }

    /// Refuses an object of a kind that the calendar says it doesn't take.
    func requireKind(_ component: String, in calendar: CalendarID) throws {
        let row = try connection.row(
            "SELECT components FROM calendars WHERE id = $1",
            [.text(calendar.text)]
        )
        let kinds = try row?.text(0).split(separator: ",") ?? []
        guard kinds.contains(component[...]) else { throw StoreError.wrongComponent }
    }

    /// The draft as the account may write it; throws when it's a candidate in a group's calendar.
    fileprivate func writable(_ draft: ObjectDraft, at place: ObjectPlace) throws -> ObjectDraft {
        let level = try connection.calendars.require(
            .writeEvents,
            of: place.calendar,
            by: place.account
        ).level
        guard let writable = draft.writable(at: level) else { throw StoreError.isProposal }
        return writable
    }
}

extension ObjectDraft {
    /// The draft as an account with a level may write it.
    ///
    /// In an account's own calendar, here or elsewhere, a candidate becomes an ordinary event. In a
    /// group's calendar the result is nil, because only ``Proposals`` may write candidates there.
    func writable(at level: AccessLevel) -> ObjectDraft? {
        guard proposal != nil else { return self }
        guard level == .own || level == .connected else { return nil }
        var copy = self
        copy.proposal = nil
        return copy
    }
}

extension WriteCondition {
    /// Throws unless the condition holds for what is stored.
    ///
    /// - Parameters:
    ///   - present: The ETag of the stored object; nil if there is none.
    ///   - scheduleTag: Its tag that stays the same if only others' answers change.
    /// - Throws: ``StoreError/changedElsewhere(etag:)``.
    package func check(
        against present: String?,
        _ scheduleTag: String? = nil
    ) throws(StoreError) {
        guard isMet(by: present, scheduleTag) else { throw .changedElsewhere(etag: present) }
    }

    fileprivate func isMet(by present: String?, _ scheduleTag: String? = nil) -> Bool {
        switch self {
        case .anything: true
        case .nothing: present == nil
        case .something: present != nil
        case .etags(let etags): present.map(etags.contains) ?? false
        case .scheduleTag(let tag): present != nil && scheduleTag == tag
        case .noneOf(let etags): !(present.map(etags.contains) ?? false)
        case .all(let conditions): conditions.allSatisfy { $0.isMet(by: present, scheduleTag) }
        case .either(let conditions): conditions.contains { $0.isMet(by: present, scheduleTag) }
        }
    }
}
