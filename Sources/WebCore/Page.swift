import Agenda
import CalendarLayout
import CivilTime
import ICalendar

/// The state behind one page: what it shows, where it is, and what time it is.
struct Page {
    var agenda = Agenda()
    var strip = MonthStrip(firstWeekday: .monday)
    /// The layouts asked for last, by their number of lanes.
    var layout: MonthLayout?
    var now = Instant(secondsSinceEpoch: 0)
    /// The year asked for last.
    var year: YearModel?
    /// What is held by a pointer; one at a time.
    var drag: DragSession?

    /// Today by the viewer's clock.
    var today: CivilDate { agenda.zone.civil(at: now).date }

    /// Sets the zone and the first weekday.
    mutating func configure(zone name: String, firstWeekday: Int) -> [UInt8] {
        guard let zone = agenda.zones.zone(ZoneID(name)) else {
            return failure("unknown-zone", name)
        }
        let weekday = UInt8(exactly: firstWeekday).flatMap { Weekday(rawValue: $0) } ?? .monday
        strip = MonthStrip(firstWeekday: weekday)
        layout = nil
        agenda.setZone(zone)
        return answer { _ in }
    }

    /// Takes the time from the page's clock.
    mutating func setNow(_ secondsSinceEpoch: Double) -> [UInt8] {
        guard secondsSinceEpoch.magnitude < 1e12 else { return failure("time", "") }
        now = Instant(secondsSinceEpoch: Int64(secondsSinceEpoch))
        return answer { $0.field("today", today.text) }
    }

    /// Makes a zone known: its name and its TZif octets.
    mutating func addZone(_ fields: Fields) -> [UInt8] {
        guard fields.count == 2 else { return failure("zone", "") }
        do {
            agenda.addZone(try Zone(id: ZoneID(fields[0]), tzif: fields.octets(1)))
            return answer { _ in }
        } catch {
            return failure("zone", fields[0])
        }
    }

    func missingZones() -> [UInt8] {
        answer { json in
            json.field("zones", agenda.missingZones) { $0.string($1.name) }
        }
    }

    mutating func putCalendar(_ fields: Fields) -> [UInt8] {
        guard let level = SightLevel(seen: fields[3]) else { return failure("level", fields[3]) }
        var calendar = CalendarCollection(
            id: CalendarID(fields[0]),
            name: fields[1],
            color: EventColor(fields[2]) ?? .blue
        )
        calendar.level = level
        calendar.owner = fields[4]
        calendar.groups = (5..<max(5, fields.count)).map { fields[$0] }
        agenda.putCalendar(calendar)
        return answer { _ in }
    }

    mutating func putObject(_ fields: Fields) -> [UInt8] {
        let id = ObjectID(calendar: CalendarID(fields[0]), href: fields[1])
        guard agenda.putObject(id, etag: fields[2], text: fields.octets(3)) else {
            return failure("no-event", fields[1])
        }
        return []
    }
}

/// The answer that is an object with the fields a closure writes.
func answer(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.object(body)
    return json.octets
}

/// The answer to a call that can't be carried out.
func failure(_ code: String, _ detail: String) -> [UInt8] {
    answer { json in
        json.name("error")
        json.object {
            $0.field("code", code)
            $0.field("detail", detail)
        }
    }
}
