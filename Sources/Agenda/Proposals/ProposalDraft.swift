public import CivilTime
import ICalendar
import Recurrence

/// A new proposal without its times.
public struct ProposalDraft: Hashable, Sendable {
    /// The identity that all candidates will share: new and random.
    public var identity: String
    /// The title; at least one byte and at most 1,000.
    public var title: String
    /// The place; may be empty, at most 1,000 bytes.
    public var location = ""
    /// The notes; may be empty, at most 10,000 bytes.
    public var notes = ""
    /// The time until which members can answer; nil for no deadline.
    public var deadline: Instant?
    /// The member who makes the proposal; they are written as coming to the times they propose.
    public var organizer: ProposalMember
    /// The members who are asked; the organizer may be left out.
    public var members: [ProposalMember]

    /// Creates a proposal without place, notes and deadline.
    public init(
        identity: String,
        title: String,
        organizer: ProposalMember,
        members: [ProposalMember]
    ) {
        self.identity = identity
        self.title = title
        self.organizer = organizer
        self.members = members
    }

    /// Reads from a candidate what another time of its proposal shares with it: everything but the
    /// answers.
    public init?(anotherTimeOf text: [UInt8]) {
        guard let known = Candidate(text: text), let organizer = known.organizer else { return nil }
        self.init(
            identity: known.identity,
            title: known.title,
            organizer: organizer,
            members: known.answers.map { $0.member }
        )
        location = known.location
        notes = known.notes
        deadline = known.deadline
    }
}

/// A proposed time.
public struct ProposedTime: Hashable, Sendable {
    /// The start in the zone; midnight for whole days.
    public let start: CivilDateTime
    /// The exclusive end in the zone.
    public let end: CivilDateTime
    /// Whether it has dates without times.
    public let isAllDay: Bool
    /// The zone of the time; nil for whole days.
    public let zone: ZoneID?
    /// The repetition as the value of an `RRULE`; empty for none.
    public let rule: String

    /// Reads a time as the page sends it.
    ///
    /// - Parameters:
    ///   - start: `2026-03-11T19:00:00`, or `2026-03-11` for whole days.
    ///   - end: The end in the same form; for whole days, the last day.
    ///   - zone: The zone of both; ignored for whole days.
    ///   - rule: The repetition as the value of an `RRULE`; empty for none.
    /// - Throws: The part that can't be read, or ``ProposalError/ruleTooOften(_:)`` if it repeats
    ///   more than 24 times a day.
    public init(
        start: String,
        end: String,
        zone: String,
        rule: String = ""
    ) throws(ProposalError) {
        self.rule = rule
        if let read = try? RecurrenceRule(parsing: rule),
            read.exceeds(timesPerDay: Limits.proposedTimesOfDayMax)
        {
            throw .ruleTooOften(rule)
        }
        if let first = CivilDate(start) {
            guard let last = CivilDate(end) else { throw .time(end) }
            guard first <= last else { throw .endBeforeStart }
            isAllDay = true
            self.zone = nil
            self.start = CivilDateTime(date: first, time: .midnight)
            self.end = CivilDateTime(date: last.adding(days: 1), time: .midnight)
            return
        }
        guard let first = CivilDateTime(start) else { throw .time(start) }
        guard let last = CivilDateTime(end) else { throw .time(end) }
        guard first <= last else { throw .endBeforeStart }
        guard !zone.isEmpty else { throw .unknownZone(ZoneID(zone)) }
        isAllDay = false
        self.zone = ZoneID(zone)
        self.start = first
        self.end = last
    }
}

extension Candidate {
    /// Writes the candidates of a new proposal.
    ///
    /// - Parameters:
    ///   - draft: What all of them share.
    ///   - times: The times, 1 to 20, each with the `UID` of its event.
    ///   - zones: The zones that the times name.
    ///   - now: The time to write as `DTSTAMP` and `CREATED`.
    /// - Returns: One calendar object per time, in the same order.
    /// - Throws: The problem with the draft or a time.
    public static func texts(
        _ draft: ProposalDraft,
        at times: [(uid: String, time: ProposedTime)],
        zones: ZoneCatalogue,
        now: Instant
    ) throws(ProposalError) -> [[UInt8]] {
        guard !times.isEmpty, times.count <= Limits.proposedTimesMax else { throw .timeCount }
        if let deadline = draft.deadline, deadline < now { throw .deadline(deadline) }
        var texts: [[UInt8]] = []
        for (uid, time) in times {
            // Whoever proposes a time is coming to it.
            let proposer = draft.organizer.account
            texts.append(
                try text(draft, at: time, uid: uid, by: proposer, zones: zones, now: now)
            )
        }
        return texts
    }

    /// Writes one candidate.
    ///
    /// - Parameters:
    ///   - draft: What all candidates of the proposal share.
    ///   - time: The time.
    ///   - uid: The `UID` of the event.
    ///   - account: The account that suggests the time, and so is coming to it; not always the
    ///     organizer.
    ///   - zones: The zone that the time names, at least.
    ///   - now: The time to write as `DTSTAMP` and `CREATED`.
    /// - Returns: A calendar object.
    /// - Throws: The problem with the draft or the time, or ``ProposalError/over(_:)`` after the
    ///   deadline.
    public static func text(
        _ draft: ProposalDraft,
        at time: ProposedTime,
        uid: String,
        by account: String,
        zones: ZoneCatalogue,
        now: Instant
    ) throws(ProposalError) -> [UInt8] {
        if let over = draft.deadline, over < now { throw .over(over) }
        guard !draft.title.utf8.contains(0) else { throw .title }
        guard draft.location.utf8.count <= Limits.proposalPlaceBytesMax,
            !draft.location.utf8.contains(0)
        else { throw .location }
        guard draft.notes.utf8.count <= Limits.proposalNotesBytesMax, !draft.notes.utf8.contains(0)
        else { throw .notes }
        var event = EventDraft()
        event.title = draft.title
        event.location = draft.location
        event.notes = draft.notes
        event.isAllDay = time.isAllDay
        event.start = time.start
        event.end = time.end
        event.zone = time.zone
        event.rule = time.rule
        event.status = .tentative
        // The writer reads the last moment of a rule by the clock of this zone.
        let viewer = time.zone.flatMap { zones.zone($0) } ?? .utc
        let writer = DraftWriter(zones: zones, viewer: viewer, now: now)
        let written: Component
        do throws(EditError) {
            written = try writer.newObject(event, uid: uid)
        } catch {
            throw ProposalError(error)
        }
        var object = written
        object.mapComponents { $0.isNamed(.event) ? $0.proposed(draft, by: account) : $0 }
        return CalendarText.write([object])
    }
}

extension Component {
    /// The event with the properties that make it a candidate.
    fileprivate func proposed(_ draft: ProposalDraft, by account: String) -> Component {
        var event = self
        event.append(.text(Candidate.identityName, draft.identity))
        event.append(.text("RELATED-TO", draft.identity))
        if let deadline = draft.deadline {
            event.append(.deadline(deadline))
        }
        let organizer = draft.organizer
        event.append(
            Property(
                name: "ORGANIZER",
                parameters: organizer.name.isEmpty ? [] : [Parameter("CN", organizer.name)],
                rawValue: organizer.address
            )
        )
        if account != organizer.account {
            let suggester = ProposalMember(account: account, name: "")
            event.append(Property(name: Candidate.suggesterName, rawValue: suggester.address))
        }
        event.addAttendee(organizer)
        for member in draft.members { event.addAttendee(member) }
        event.setAttendee(account) { $0.answered(.yes) }
        return event
    }
}

extension Property {
    /// The property with the deadline of a proposal.
    static func deadline(_ instant: Instant) -> Property {
        Property(name: Candidate.deadlineName, rawValue: instant.basicText)
    }
}
