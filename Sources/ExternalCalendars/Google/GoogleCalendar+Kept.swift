import CivilTime
import ICalendar
import JSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension GoogleCalendar {
    /// Google has no place for categories, say, or for properties of other programs.
    func kept(of text: String) -> String? {
        guard let root = CalendarText.parse(text).components.first,
            let object = CalendarObject(root)
        else { return nil }
        let series = GoogleSeries(id: GoogleSeries.id(forUID: object.uid))
        let events = object.events.compactMap { event(of: $0.component, series, object) }
        var reader = reader(series)
        reader.zones = zones(of: object).known
        return reader.calendar(of: events, uid: object.uid).map {
            String(decoding: CalendarText.write([$0]), as: UTF8.self)
        }
    }

    /// An event as Google would have it after it was sent there.
    private func event(
        of component: Component,
        _ series: GoogleSeries,
        _ object: CalendarObject
    ) -> GoogleEvent? {
        let zones = zones(of: object)
        var values = fields(of: component, in: series, object).values
        values["id"] = .string(series.id)
        let original = component.time(.recurrenceID)
        if original != nil { values["recurrence"] = nil }
        let octets = Self.octets(values.compactMapValues(\.withoutNulls))
        var event = try? JSONDecoder().decode(GoogleEvent.self, from: Data(octets))
        if let original {
            event?.id =
                series.occurrenceID(at: original, zones.known, usualZone: usualZone)
                ?? original.basicText
            event?.recurringEventId = series.id
            event?.originalStartTime = GoogleEvent.Time(original, zones, usual: usualZone)
        }
        return event
    }
}
