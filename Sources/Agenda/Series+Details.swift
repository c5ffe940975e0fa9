public import CivilTime
import ICalendar

/// What the sheet of an event shows and windows of time do not need.
public struct EventDetails: Hashable, Sendable {
    /// The notes (`DESCRIPTION`); may be empty.
    public let notes: String
    /// The address (`URL`); may be empty.
    public let url: String
    /// Whether the time counts as taken.
    public let isBusy: Bool
    /// Whether only the owner may see more than the time.
    public let isPrivate: Bool
    /// The first `RRULE` of the series; empty for an event without one.
    public let rule: String
    /// The start of the series.
    public let seriesStart: CalendarTime
}

extension Series {
    /// Reads the details of an occurrence from the stored text.
    public func details(of occurrence: EventOccurrence) -> EventDetails? {
        guard let object = CalendarText.parse(text).components.first else { return nil }
        let events = object.components.compactMap { VEvent($0) }
        let masters = events.filter { $0.recurrenceID == nil && $0.start != nil }
        let master = strand < masters.count ? masters[strand] : nil
        let own = events.first { event in
            guard let replaced = occurrence.event.recurrenceID else {
                return event.component == master?.component
            }
            return event.recurrenceID == replaced
        }
        guard let own else { return nil }
        return EventDetails(
            notes: own.notes ?? "",
            url: own.url ?? "",
            isBusy: !own.isTransparent,
            isPrivate: own.classification != .open,
            rule: master?.component.first("RRULE")?.rawValue ?? "",
            seriesStart: self.master?.start ?? occurrence.event.start
        )
    }
}
