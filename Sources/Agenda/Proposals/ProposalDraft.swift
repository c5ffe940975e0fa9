public import CivilTime
import ICalendar
import Recurrence

/// What a person proposes, but for the times.
public struct ProposalDraft: Hashable, Sendable {
    /// What the candidates are to share: a new random identity.
    public var identity: String
    /// The title; at least one byte and at most 1,000.
    public var title: String
    /// The place; may be empty, at most 1,000 bytes.
    public var location = ""
    /// The notes; may be empty, at most 10,000 bytes.
    public var notes = ""
    /// Until when answers are asked for.
    public var deadline: Instant?
    /// Who proposes; what they propose suits them, so that they are said to come.
    public var organizer: ProposalMember
    /// Who is asked, the organizer among them or not.
    public var members: [ProposalMember]

    /// A proposal without place, notes and deadline.
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

    /// What another time of a proposal shares with the ones it has: everything but the answers.
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

/// A time that is proposed.
public struct ProposedTime: Hashable, Sendable {
    /// The start on the clock of the zone; midnight where it has whole days.
    public let start: CivilDateTime
    /// The end, exclusive.
    public let end: CivilDateTime
    /// Whether it has dates and no times.
    public let isAllDay: Bool
    /// The zone the time is kept in; nil for whole days.
    public let zone: ZoneID?
    /// How it repeats, as RFC 5545 writes it; empty for once.
    public let rule: String

    /// Reads a time as the page sends it.
    ///
    /// - Parameters:
    ///   - start: `2026-03-11T19:00:00`, or `2026-03-11` for whole days.
    ///   - end: In the same form; of whole days the last date.
    ///   - zone: The zone both are in; of no meaning for whole days.
    ///   - rule: How it repeats; empty for once.
    /// - Throws: Which of them can't be read, or that it repeats more than 24 times a day.
    public init(
        start: String,
        end: String,
        zone: String,
        rule: String = ""
    ) throws(ProposalError) {
        self.rule = rule
        if let read = try? RecurrenceRule(parsing: rule),
            read.comesOftener(thanADay: Limits.proposedTimesOfDayMax)
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
    /// The texts of the candidates of a new proposal.
    ///
    /// - Parameters:
    ///   - draft: What all of them share.
    ///   - times: One to twenty times, each with the unique identifier of its event.
    ///   - zones: The zones that the times name.
    ///   - now: The time to note as `DTSTAMP` and `CREATED`.
    /// - Returns: One calendar object a time, in the order of these.
    /// - Throws: What is wrong with the draft, or with a time.
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
            // Whoever proposes a time comes to it.
            let proposer = draft.organizer.account
            texts.append(
                try text(draft, at: time, uid: uid, by: proposer, zones: zones, now: now)
            )
        }
        return texts
    }

    /// The text of one candidate.
    ///
    /// - Parameters:
    ///   - draft: What all candidates share.
    ///   - time: The time.
    ///   - uid: The unique identifier of the event.
    ///   - account: Who suggests the time, and so comes to it; not always the organizer.
    ///   - zones: The zone that the time names, at least.
    ///   - now: The time to note as `DTSTAMP` and `CREATED`.
    /// - Returns: A calendar object.
    /// - Throws: What is wrong with the draft, or with the time; after the deadline none is taken.
    public static func text(
        _ draft: ProposalDraft,
        at time: ProposedTime,
        uid: String,
        by account: String,
        zones: ZoneCatalogue,
        now: Instant
    ) throws(ProposalError) -> [UInt8] {
        if let over = draft.deadline, over < now { throw .over(over) }
        guard draft.location.utf8.count <= Limits.proposalPlaceBytesMax else { throw .location }
        guard draft.notes.utf8.count <= Limits.proposalNotesBytesMax else { throw .notes }
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
        // The last moment of a rule is by the clock that the time is by.
        let viewer = time.zone.flatMap { zones.zone($0) } ?? .utc
        let writer = DraftWriter(zones: zones, viewer: viewer, now: now)
        let made: Component
        do throws(EditError) {
            made = try writer.newObject(event, uid: uid)
        } catch {
            throw ProposalError(error)
        }
        var object = made
        object.mapComponents { $0.isNamed(.event) ? $0.proposed(draft, by: account) : $0 }
        return CalendarText.write([object])
    }
}

extension Component {
    /// The event with what makes it a candidate.
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
        event.setAttendee(account) { $0.setting("PARTSTAT", to: [ProposalChoice.yes.partStat]) }
        return event
    }
}

extension Property {
    /// The line with the time until which answers are taken.
    static func deadline(_ instant: Instant) -> Property {
        Property(name: Candidate.deadlineName, rawValue: instant.basicText)
    }
}
