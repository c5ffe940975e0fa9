import ICalendar
package import Observability
package import ServerBase
package import Store

/// How the page and calendar programs write objects: everything they store or remove goes through here.
package struct ObjectWriter: Sendable {
    private let store: CalendarStore
    private let zones: ZoneFiles
    private let clockAndRandom: ClockAndRandom
    private let strangersInvitations: StrangersInvitations
    private let audit: AuditLog

    package init(
        to store: CalendarStore,
        zones: ZoneFiles,
        clockAndRandom: ClockAndRandom,
        strangersInvitations: StrangersInvitations,
        audit: AuditLog
    ) {
        self.store = store
        self.zones = zones
        self.clockAndRandom = clockAndRandom
        self.strangersInvitations = strangersInvitations
        self.audit = audit
    }

    /// What decides whom a write concerns.
    package var planner: SchedulingPlanner {
        SchedulingPlanner(
            zones: zones,
            clockAndRandom: clockAndRandom,
            letsStrangersWait: strangersInvitations == .inbox
        )
    }

    /// Stores the text of an object, as it is but for values that other programs couldn't read.
    ///
    /// Throws ``ServerError/notValid(_:)`` for a text that isn't one valid object of a kind that the
    /// calendar takes.
    package func put(
        _ octets: [UInt8],
        at place: ObjectPlace,
        expecting: WriteCondition,
        through way: WriteSource
    ) async throws -> PutOutcome {
        let draft = try ObjectReader.draft(of: octets, asResource: way == .program)
        let planner = planner
        do {
            var outcome = try await store.objects.put(
                draft,
                at: place,
                id: clockAndRandom.identifier(),
                expecting: expecting,
                through: way,
                scheduling: planner
            )
            if !draft.ical.utf8.elementsEqual(octets) { outcome.isStoredUnchanged = false }
            return outcome
        } catch StoreError.uidTaken(let other) where way == .program {
            guard let copy = try await invitation(draft, at: place, storedAs: other, planner) else {
                throw StoreError.uidTaken(href: other)
            }
            var outcome = try await store.objects.put(
                draft,
                at: copy,
                id: clockAndRandom.identifier(),
                expecting: .something,
                through: way,
                scheduling: planner
            )
            // Nothing is stored at the address that the program wrote to, so it gets no ETag.
            outcome.isStoredUnchanged = false
            return outcome
        }
    }

    /// Stores what somebody did in the page, which may change several objects; see ``Edits``.
    ///
    /// Throws ``RefusedChange`` with the place of a change that is refused, and what caused it.
    package func apply(
        _ form: EditForm,
        by account: AccountID,
        through way: WriteSource
    ) async throws -> [ChangeOutcome] {
        try await store.edits.apply(
            try form.edit { clockAndRandom.identifier() },
            by: account,
            through: way,
            scheduling: planner
        )
    }

    /// Where an invitation is that a program answers before it has found the copy in the calendar, as
    /// Thunderbird does with one that came by mail; nil if it's anything else.
    private func invitation(
        _ draft: ObjectDraft,
        at place: ObjectPlace,
        storedAs other: String,
        _ planner: SchedulingPlanner
    ) async throws -> ObjectPlace? {
        guard planner.mayConcern(draft.ical), let href = Href(other) else { return nil }
        let copy = ObjectPlace(account: place.account, calendar: place.calendar, href: href)
        let stored = try await store.objects.object(at: copy)
        let account = try await store.accounts.profile(of: place.account).account
        let user = CalendarUser(account)
        return planner.isSameInvitation(draft.ical, stored.ical, to: user) ? copy : nil
    }

    /// Moves an object into the bin.
    ///
    /// Whoever is invited hears of it, or the organizer does unless `sendsReplies` is false.
    package func remove(
        at place: ObjectPlace,
        expecting: WriteCondition,
        through way: WriteSource,
        sendsReplies: Bool = true
    ) async throws {
        _ = try await store.objects.remove(
            at: place,
            expecting: expecting,
            through: way,
            scheduling: planner(sendsReplies: sendsReplies)
        )
    }

    /// Moves a calendar into the bin; the same people hear of it as if each object were removed.
    package func removeCalendar(
        _ calendar: CalendarID,
        of owner: AccountID,
        expecting condition: WriteCondition = .anything,
        onlyEmpty: Bool = false,
        through way: WriteSource,
        sendsReplies: Bool = true
    ) async throws {
        let isFromElsewhere =
            (try? await store.externalCalendars.calendar(of: calendar, by: owner)) != nil
        var told: Href?
        repeat {
            told = try await store.calendars.remove(
                calendar,
                of: owner,
                // Once people have been told that it's gone, there's no way back.
                expecting: told == nil ? condition : .anything,
                onlyEmpty: onlyEmpty,
                after: told,
                through: way,
                scheduling: planner(sendsReplies: sendsReplies)
            )
        } while told != nil
        audit.note(.calendarRemoved, by: owner, of: calendar.text)
        if isFromElsewhere { audit.note(.externalCalendarRemoved, by: owner, of: calendar.text) }
    }

    /// Brings a calendar back from the bin, and invites people again.
    package func restoreCalendar(
        _ calendar: CalendarID,
        of owner: AccountID
    ) async throws -> CalendarRecord {
        var told: Href?
        while true {
            let step = try await store.bin.restore(
                calendar,
                of: owner,
                after: told,
                scheduling: planner
            ) { text in
                try ObjectReader.draft(of: Array(text.utf8))
            }
            switch step {
            case .back(let record):
                audit.note(.calendarRestored, by: owner, of: calendar.text)
                return record
            case .told(let last): told = last
            }
        }
    }

    private func planner(sendsReplies: Bool) -> SchedulingPlanner {
        var planner = planner
        planner.sendsReplies = sendsReplies
        return planner
    }
}
