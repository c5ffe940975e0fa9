import CivilTime
import ICalendar

/// What a list shows of an event without having all of it.
package struct EventSummary: Equatable {
    /// At most `Limits.binTitleLengthMax` characters.
    package let title: String
    /// The first start by the clock of its zone; nil for an object without one.
    let start: CalendarTime?
    let isRepeating: Bool

    package init(of text: String) {
        let calendar = CalendarText.parse(text).components.first
        let events = calendar.flatMap(CalendarObject.init)?.events ?? []
        let first = events.first { $0.recurrenceID == nil } ?? events.first
        let characters = (first?.summary ?? "").unicodeScalars.prefix(Limits.binTitleLengthMax)
        title = String(String.UnicodeScalarView(characters))
        start = first?.start
        isRepeating = first?.component.first("RRULE") != nil
    }

    package func write(to object: inout JSONObject) {
        object.add("title", title)
        object.add("repeats", isRepeating)
        guard let start else { return }
        object.add("allDay", start.isDate)
        object.add("start", start.isDate ? start.civil.date.text : start.civil.text)
        if let zone = start.zoneID { object.add("zone", zone.name) }
    }
}
