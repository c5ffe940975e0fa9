import Agenda
import CivilTime
import Client
import ICalendar
import JSON

extension Page {
    /// Writes the fields of an occurrence that every view gets; nothing else writes them.
    ///
    /// - Parameters:
    ///   - occurrence: The occurrence.
    ///   - color: The colour it is drawn in, if the caller already has it.
    ///   - json: The object to write the fields to.
    func write(
        _ occurrence: EventOccurrence,
        color: EventColor? = nil,
        to json: inout JSONWriter
    ) {
        let isAllDay = occurrence.event.isAllDay
        json.field("key", occurrence.key.text)
        json.field("uid", occurrence.uid)
        json.field("calendar", occurrence.key.object.calendar.text)
        json.field("title", occurrence.event.title)
        json.field("location", occurrence.event.location)
        json.field("color", (color ?? agenda.color(of: occurrence)).name)
        json.field("allDay", isAllDay)
        json.field("start", shownText(occurrence.start, isAllDay: isAllDay))
        json.field("end", lastText(occurrence))
        json.field("lastDate", occurrence.lastDate.text)
        json.field("status", occurrence.event.status.name)
        json.field("past", isPast(occurrence))
        json.field("repeats", occurrence.isRepeating)
        if occurrence.event.isTransparent { json.field("free", true) }
        writeUnsaved(occurrence, to: &json)
        writePeople(occurrence, to: &json)
    }

    /// Writes whether the server hasn't made the last change of the occurrence yet.
    func writeUnsaved(_ occurrence: EventOccurrence, to json: inout JSONWriter) {
        let isUnsaved = unsaved.contains(occurrence.key.object) && client.isWaiting(occurrence)
        if isUnsaved { json.field("unsaved", true) }
    }

    /// Writes the start in the event's own zone, and that zone unless it's the user's at that time.
    func writeOwnZone(_ occurrence: EventOccurrence, to json: inout JSONWriter) {
        let zone = occurrence.event.start.zoneID
        let here = agenda.zone.id(at: occurrence.startInstant)
        json.field("zone", orNull: zone == here ? nil : zone?.name)
        json.field("zoneStart", occurrence.time.civil.text)
    }

    /// Writes the fields about other people: sight level, person, the viewer's refusal and the
    /// answers to a proposal.
    ///
    /// An ordinary event in one of the viewer's own calendars has none of them, or just `person`
    /// while a group is shown by itself.
    func writePeople(_ occurrence: EventOccurrence, to json: inout JSONWriter) {
        if let calendar = agenda.calendars[occurrence.key.object.calendar] {
            if calendar.level != .own { json.field("level", calendar.level.word) }
            if let person = agenda.person(of: calendar) { json.field("person", person) }
        }
        if occurrence.event.isUnanswered { json.field("unanswered", true) }
        if agenda.isDeclined(occurrence) { json.field("declined", true) }
        guard let tally = agenda.tally(of: occurrence) else { return }
        json.name("proposal")
        json.object { json in
            json.field("identity", tally.identity)
            json.field("own", orNull: tally.own?.name)
            json.field("yes", tally.yes)
            json.field("maybe", tally.maybe)
            json.field("no", tally.no)
            json.field("missing", tally.missing)
        }
    }

    /// Writes whether something was left out of a view, and of what: IDs of calendars, and `invitations`.
    func write(cut isCut: Bool, of sources: Set<AgendaSource>, to json: inout JSONWriter) {
        json.field("cut", isCut)
        let words = sources.map { source in
            switch source {
            case .calendar(let id): id.text
            case .invitations: "invitations"
            }
        }
        let named = Array(words.sorted().prefix(Limits.cutSourcesNamedMax))
        json.field("cutSources", named) { $0.string($1) }
    }

    /// Whether an occurrence is over.
    private func isPast(_ occurrence: EventOccurrence) -> Bool {
        occurrence.event.isAllDay ? occurrence.lastDate < today : occurrence.endInstant <= now
    }

    /// A date for all-day events, a local date-time for all others.
    func shownText(_ time: CivilDateTime, isAllDay: Bool) -> String {
        isAllDay ? time.date.text : time.text
    }

    /// The end as people say it: the last date of an all-day event, or the local time.
    func lastText(_ occurrence: EventOccurrence) -> String {
        occurrence.event.isAllDay ? occurrence.lastDate.text : occurrence.end.text
    }

    /// Reads a local date-time, or a date, which becomes its midnight; nil if the text is neither.
    static func civil(_ text: String) -> CivilDateTime? {
        if let civil = CivilDateTime(text) { return civil }
        return CivilDate(text).map { CivilDateTime(date: $0, time: .midnight) }
    }
}
