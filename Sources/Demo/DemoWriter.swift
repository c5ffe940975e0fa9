import CivilTime
import ICalendar

/// Writes demo events as calendar objects with numbered identifiers.
struct DemoWriter {
    private(set) var objects: [CalendarObject] = []
    private let prefix: String

    init(prefix: String) {
        self.prefix = prefix
    }

    /// Adds a whole-day event.
    mutating func add(
        _ title: String,
        on date: CivilDate,
        days: Int = 1,
        rule: String? = nil,
        place: String? = nil
    ) {
        var event = newEvent(title, rule: rule, place: place, status: nil)
        event.append(Property.time("DTSTART", .date(date)))
        event.append(Property.time("DTEND", .date(date.adding(days: days))))
        event.append(Property(name: "TRANSP", rawValue: "TRANSPARENT"))
        finish([event])
    }

    /// Adds an event with times.
    ///
    /// `exceptionCount` occurrences are left out, one every 21 weeks, and `moveCount` are an hour
    /// later, one every 33 weeks.
    mutating func add(
        _ title: String,
        at date: CivilDate,
        hour: Int,
        minute: Int = 0,
        minutes: Int,
        rule: String? = nil,
        place: String? = nil,
        zone: String = "Europe/Berlin",
        status: String? = nil,
        except exceptionCount: Int = 0,
        move moveCount: Int = 0
    ) {
        let start = CivilDateTime(date: date, time: .midnight)
            .adding(seconds: hour * 3_600 + minute * 60)
        let id = ZoneID(zone)
        var event = newEvent(title, rule: rule, place: place, status: status)
        event.append(Property.time("DTSTART", .zoned(start, id)))
        event.append(Property.time("DTEND", .zoned(start.adding(seconds: minutes * 60), id)))
        for number in 0..<exceptionCount {
            let left = start.adding(seconds: (number + 1) * 21 * 7 * 86_400)
            event.append(Property.time("EXDATE", .zoned(left, id)))
        }
        let moved = (0..<moveCount).map { number in
            let replaced = start.adding(seconds: (number + 1) * 33 * 7 * 86_400)
            let later = replaced.adding(seconds: 3_600)
            var override = newEvent(title + " (later)", rule: nil, place: place, status: nil)
            override.append(Property.time("RECURRENCE-ID", .zoned(replaced, id)))
            override.append(Property.time("DTSTART", .zoned(later, id)))
            override.append(Property.time("DTEND", .zoned(later.adding(seconds: minutes * 60), id)))
            return override
        }
        finish([event] + moved)
    }

    private func newEvent(
        _ title: String,
        rule: String?,
        place: String?,
        status: String?
    ) -> Component {
        var event = Component(name: "VEVENT")
        event.append(Property.text("UID", "demo-\(prefix)-\(objects.count + 1)"))
        event.append(Property(name: "DTSTAMP", rawValue: "20260101T000000Z"))
        event.append(Property.text("SUMMARY", title))
        if let place { event.append(Property.text("LOCATION", place)) }
        if let status { event.append(Property(name: "STATUS", rawValue: status)) }
        if let rule { event.append(Property(name: "RRULE", rawValue: rule)) }
        return event
    }

    private mutating func finish(_ events: [Component]) {
        var calendar = Component.calendar()
        for event in events { calendar.append(event) }
        guard let object = CalendarObject(calendar) else { return }
        objects.append(object)
    }
}
