import Agenda
import CivilTime
import ICalendar
import JSON

// Looking into a calendar file before it is imported.

extension Page {
    /// Answers a summary of a calendar file, without adding anything to the agenda.
    func answer(to call: InspectCall) -> Answer {
        let contents = CalendarFile.read(call.file, zones: nil)
        var summary = FileSummary()
        for object in contents.objects { summary.add(object, known: agenda.zones) }
        return .object { json in
            json.field("events", summary.eventCount)
            json.field("series", contents.objects.count)
            json.field("repeating", summary.repeatingCount)
            json.field("first", orNull: summary.first?.text)
            json.field("last", orNull: summary.last?.text)
            json.field("name", contents.suggestedName ?? "")
            let color = contents.suggestedColor.flatMap { EventColor($0) }
            json.field("color", color?.name ?? "")
            json.field("problemCount", contents.problems.reduce(0) { $0 + $1.count })
            let listed = Array(contents.problems.prefix(Limits.problemsMax))
            json.field("problems", objects: listed) { json, problem in
                json.field("line", problem.line)
                json.field("code", problem.code)
                json.field("values", problem.values) { $0.string($1) }
                json.field("message", problem.message)
                json.field("outcome", problem.outcome.word)
                json.field("title", problem.event?.title ?? "")
                json.field("start", problem.event?.startText ?? "")
            }
            json.field("parts", summary.parts) { $0.string($1) }
            json.field("sample", objects: summary.sample) { json, sample in
                json.field("title", sample.title)
                json.field("start", sample.start)
                json.field("allDay", sample.isAllDay)
                json.field("zone", sample.zone)
            }
        }
    }

    /// Answers in which of the user's own calendars one of some events is; empty if in none.
    func answer(to call: CalendarOfCall) -> Answer {
        .text(agenda.ownCalendar(withUID: Set(call.uids))?.text ?? "")
    }
}

extension Problem {
    /// How many problems this entry counts for: `more` stands for all that weren't listed.
    fileprivate var count: Int {
        if case .more(let count) = kind { count } else { 1 }
    }
}

/// Counts, dates and a sample of the events of a file.
private struct FileSummary {
    struct Sample {
        let title: String
        let start: String
        let isAllDay: Bool
        /// The zone to read the start in; empty for a date or a floating time.
        let zone: String
    }

    var eventCount = 0
    var repeatingCount = 0
    var first: CivilDate?
    var last: CivilDate?
    var sample: [Sample] = []
    /// The UIDs of the first events that the file has only a part of, or a message about.
    var parts: [String] = []

    mutating func add(_ object: CalendarObject, known zones: ZoneCatalogue) {
        let isMessage = object.method.map { $0 != Keyword("PUBLISH") } ?? false
        if isMessage || object.master == nil, parts.count < Limits.sampleMax {
            parts.append(object.uid)
        }
        for event in object.events {
            // A message may say only which date it's about.
            guard let start = event.start ?? event.component.time(.recurrenceID) else { continue }
            eventCount += 1
            if event.component.first("RRULE") != nil { repeatingCount += 1 }
            let date = start.civil.date
            first = first.map { min($0, date) } ?? date
            last = last.map { max($0, date) } ?? date
            guard sample.count < Limits.sampleMax else { continue }
            let shown = Self.shown(start, of: object, known: zones)
            sample.append(
                Sample(
                    title: event.summary ?? "",
                    start: start.isDate ? date.text : shown.start.text,
                    isAllDay: start.isDate,
                    zone: shown.zone
                )
            )
        }
    }

    /// A start in UTC if the core or the file knows its zone, otherwise as written, with the name
    /// by which to load the zone.
    private static func shown(
        _ start: CalendarTime,
        of object: CalendarObject,
        known zones: ZoneCatalogue
    ) -> (start: CivilDateTime, zone: String) {
        guard let id = start.zoneID, id != .utc else {
            return (start.civil, start.zoneID?.name ?? "")
        }
        if zones.zone(id) == nil, let name = ZoneCatalogue.ianaName(for: id.name) {
            return (start.civil, name)
        }
        guard let zone = object.zone(id, known: zones) else { return (start.civil, id.name) }
        return (start.instant(in: zone).civilUTC, ZoneID.utc.name)
    }
}
