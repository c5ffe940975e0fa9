import Agenda
import CivilTime
import Store
import WebDAV

/// The filter of a `calendar-query` (RFC 4791, 9.7): all events, or those within a time range.
struct CalendarQuery {
    /// The instants that an event has to overlap; nil for all events.
    let range: Range<Instant>?

    /// Reads a filter; throws the precondition for what isn't supported.
    init(filter: XMLElement?) throws(DAVPrecondition) {
        guard let calendar = filter?.first(.calDAV("comp-filter")),
            calendar.attributes["name"] == "VCALENDAR"
        else { throw DAVPrecondition(.calDAV("valid-filter")) }
        guard let inner = calendar.children.first else {
            range = nil
            return
        }
        guard calendar.children.count == 1, inner.name == .calDAV("comp-filter"),
            inner.attributes["name"] == "VEVENT", inner.children.count <= 1
        else { throw DAVPrecondition(.calDAV("supported-filter")) }
        guard let condition = inner.children.first else {
            range = nil
            return
        }
        guard condition.name == .calDAV("time-range") else {
            throw DAVPrecondition(.calDAV("supported-filter"))
        }
        range = try Self.range(of: condition)
    }

    /// Which objects the database has to look at.
    var part: ObjectPart {
        guard let range else { return .all }
        return .touching(range.lowerBound.secondsSinceEpoch..<range.upperBound.secondsSinceEpoch)
    }

    /// A range may be open at one end (RFC 4791, 9.9).
    private static func range(of element: XMLElement) throws(DAVPrecondition) -> Range<Instant> {
        let (start, end) = (element.attributes["start"], element.attributes["end"])
        guard start != nil || end != nil, let from = instant(start ?? "19000101T000000Z"),
            let to = instant(end ?? "22000101T000000Z"), from < to
        else { throw DAVPrecondition(.calDAV("valid-filter")) }
        return from..<to
    }

    private static func instant(_ text: String) -> Instant? {
        guard text.hasSuffix("Z"), case .utc(let instant)? = CalendarTime(text: text, zone: nil)
        else { return nil }
        return instant
    }

    /// Whether an object has an occurrence in the range.
    ///
    /// Floating times count as UTC. All objects of a report share a budget; when it's used up, an
    /// object that may have an occurrence counts as one that has.
    func matches(
        _ object: ObjectRecord,
        zones: ZoneFiles,
        within budget: inout QuestionBudget
    ) -> Bool {
        guard let range, !budget.isSpent else { return true }
        var agenda = Agenda()
        agenda.setZone(.utc)
        agenda.putCalendar(
            CalendarCollection(id: .init(object.calendar.text), name: "", color: .blue)
        )
        agenda.putObject(
            ObjectID(calendar: .init(object.calendar.text), href: object.href.text),
            etag: "",
            text: Array(object.ical.utf8)
        )
        for name in agenda.missingZones {
            if let zone = zones.zone(name) { agenda.addZone(zone) }
        }
        while !agenda.showReady() {}
        let first = Zone.utc.civil(at: range.lowerBound).date.adding(days: -1)
        let last = Zone.utc.civil(at: range.upperBound).date.adding(days: 2)
        let found = agenda.occurrences(in: first..<last, within: &budget)
        return found.contains { occurrence in
            let (start, end) = (occurrence.startInstant, occurrence.endInstant)
            // An event without a length is at its start (RFC 4791, 9.9).
            return start == end
                ? range.contains(start) : start < range.upperBound && end > range.lowerBound
        }
    }
}
