public import CivilTime
import ICalendar
import Recurrence

/// The details that the event sheet shows and views don't need.
public struct EventDetails: Hashable, Sendable {
    /// The notes (`DESCRIPTION`); may be empty.
    public let notes: String
    /// The address (`URL`); may be empty.
    public let url: String
    /// The ways into its call, in the order of the text; at most 20.
    public let conferences: [Conference]
    /// Whether it keeps its owner busy.
    public let isBusy: Bool
    /// Whether others may only see its time.
    public let isPrivate: Bool
    /// The categories; may be empty.
    public let categories: [String]
    /// The minutes before the start at which to remind of it, in the order of the text.
    public let reminders: [Int]
    /// The attendees with their answers, in the order of the text; at most 200.
    public let attendees: [ProposalAnswer]
    /// Who invites, as the text says; nil for an event without an organizer.
    public let organizer: EventOrganizer?
    /// The viewer's answer to the invitation, if it didn't reach the organizer.
    public let undeliveredAnswer: UndeliveredAnswer?
    /// The first `RRULE` of the series; empty for an event without one.
    public let rule: String
    /// The start of the series.
    public let seriesStart: CalendarTime
    /// The zone of its start or end whose clock isn't known, so that the time is shown as written.
    ///
    /// A zone that the text defines itself (`VTIMEZONE`) is known.
    public let unknownZone: ZoneID?
}

/// Who invites to an event (`ORGANIZER`, RFC 5545, 3.8.4.3).
public struct EventOrganizer: Hashable, Sendable {
    /// The name; may be empty.
    public let name: String
    /// The calendar address as it is written.
    public let value: String
    /// The e-mail address, or another kind of address as it is written.
    ///
    /// It's that of the value, to which the answer goes, whatever an `EMAIL` says.
    public let address: String

    init(_ property: Property) {
        name = property.parameter("CN") ?? ""
        value = property.rawValue
        address = ProposalAnswer.email(in: property) ?? property.rawValue
    }
}

/// A way into the call of an event (`CONFERENCE`, RFC 7986, 5.11).
public struct Conference: Hashable, Sendable {
    /// Where it leads to; any scheme.
    public let address: String
    /// What it's called; may be empty.
    public let label: String
    /// What it has, such as `VIDEO` or `PHONE`.
    public let features: [String]

    /// Those that an event declares, by the standard or as Google Calendar and Microsoft Exchange do.
    fileprivate static func all(in event: Component) -> [Conference] {
        var found: [Conference] = []
        for name in [
            "CONFERENCE", "X-GOOGLE-CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL",
            "X-MICROSOFT-ONLINEMEETINGCONFLINK",
        ] {
            for property in event.all(name) where found.count < Limits.conferencesShownMax {
                found.append(Conference(property))
            }
        }
        return found
    }

    private init(_ property: Property) {
        address = property.rawValue
        label = property.parameter("LABEL") ?? ""
        features = property.parameters.first { $0.name == "FEATURE" }?.values ?? []
    }
}

extension Series {
    /// Reads the details of an occurrence from the stored text.
    public func details(of occurrence: EventOccurrence) -> EventDetails? {
        guard let object = CalendarText.parse(text).components.first else { return nil }
        let events = object.components.compactMap { VEvent($0) }
        let masters = events.filter { $0.recurrenceID == nil && $0.start != nil }
        let number = occurrence.key.masterIndex
        let master = number < masters.count ? masters[number] : nil
        let series = series(ofMaster: number) ?? self
        var own = master
        if let replaced = occurrence.event.recurrenceID {
            own = events.first { $0.recurrenceID == replaced }
        }
        guard let own else { return nil }
        return EventDetails(
            notes: own.notes ?? "",
            url: own.url ?? "",
            conferences: Conference.all(in: own.component),
            isBusy: !own.isTransparent,
            isPrivate: own.classification != .open,
            categories: own.categories,
            reminders: own.component.components(named: "VALARM").compactMap { $0.reminderMinutes },
            attendees: own.component.all(.attendee).prefix(Limits.attendeesShownMax)
                .map { ProposalAnswer(anybody: $0) },
            organizer: own.component.first(.organizer).map { EventOrganizer($0) },
            undeliveredAnswer: own.component.first(.organizer)
                .flatMap { UndeliveredAnswer($0) },
            rule: master?.component.first("RRULE")?.rawValue ?? "",
            seriesStart: series.master?.start ?? occurrence.event.start,
            unknownZone: series.unknownZone(of: own)
        )
    }
}

extension Series {
    private func unknownZone(of event: VEvent) -> ZoneID? {
        for time in [event.start, event.end] {
            if case .zoned(_, let id) = time, zones.zone(id) == nil { return id }
        }
        return nil
    }
}

extension Agenda {
    /// Whether an event repeats too often to show every time.
    ///
    /// Either it has more starts on that day than are shown, or more rules, dates or overrides than
    /// are followed.
    public func isTruncated(_ occurrence: EventOccurrence) -> Bool {
        let key = occurrence.key
        guard let series = series(key.object)?.series(ofMaster: key.masterIndex),
            let recurrence = series.recurrence,
            let time = series.time(recurrenceID: key.originalStart)
        else { return false }
        if series.isPartial { return true }
        let zone = series.zone(of: time)
        let midnight = CivilDateTime(date: time.civil.date, time: .midnight)
        let end = CivilDateTime(date: time.civil.date.adding(days: 1), time: .midnight)
        let from = zone.instant(of: midnight)
        var starts = recurrence.occurrences(in: from..<max(from, zone.instant(of: end)))
        var count = 0
        while count <= Limits.startsOfDayMax, starts.next() != nil { count += 1 }
        return count > Limits.startsOfDayMax || starts.isCut
    }

    /// The repetition of an event for the form in the event sheet.
    ///
    /// - Parameters:
    ///   - key: Any of its occurrences.
    ///   - clock: The event's own zone, to have the days of the rule as the event has them; nil to
    ///     have them by the viewer's clock.
    /// - Returns: The form; nil if the event doesn't repeat or no longer exists.
    public func repeatForm(_ key: OccurrenceKey, by clock: Zone? = nil) -> RepeatForm? {
        guard let series = series(key.object)?.series(ofMaster: key.masterIndex),
            let master = series.master,
            let occurrence = occurrence(key), let details = series.details(of: occurrence)
        else { return nil }
        if let clock {
            return RepeatForm(details.rule, start: .floating(master.start.civil), in: clock)
        }
        let first = self.occurrence(
            of: master,
            startingAt: master.start,
            replacing: nil,
            in: series
        )
        var text = details.rule
        if let rule = try? RecurrenceRule(parsing: text) {
            text = rule.inDays(of: first.start.date, shownOn: master.start.civil.date).text
        }
        let start = CalendarTime.floating(first.start)
        return RepeatForm(text, start: start, in: zone)
    }

    /// The next occurrences of a series after one of them, with overrides applied, by start.
    public func occurrences(after known: EventOccurrence, limit: Int) -> [EventOccurrence] {
        guard let series = series(known.key.object)?.series(ofMaster: known.key.masterIndex),
            let master = series.master, let recurrence = series.recurrence
        else { return [] }
        let from = series.instant(of: known.time)
        var found = series.overrides.filter { series.instant(of: $0.start) > from }
            .map { occurrence(changed: $0, in: series) }
        var starts = recurrence.occurrences(from: from.adding(seconds: 1))
        var count = 0
        while count < limit, let start = starts.next() {
            let time = series.time(at: start.instant)
            if let next = occurrence(of: master, at: time, start.instant, in: series) {
                found.append(next)
            }
            count += 1
        }
        return Array(found.sorted { $0.startInstant < $1.startInstant }.prefix(limit))
    }
}
