public import CivilTime
import Recurrence

/// What an edit does, or would do, as the parts of a sentence.
///
/// "Weekly on Tuesday becomes Wednesday from 3 June; 2 changed dates are kept" is made from it, in
/// any language.
public struct EditEffect: Hashable, Sendable {
    /// The kind of edit.
    public let kind: EditKind
    /// The occurrences that it's for; nil for an event that doesn't repeat.
    public let scope: EditScope?
    /// The title after the edit.
    public let title: String
    /// Whether the event has dates and no times, after the edit.
    public let isAllDay: Bool
    /// The start of the edited occurrence before the edit, by the viewer's clock; nil for a new
    /// event.
    public let oldStart: CivilDateTime?
    /// Its start after the edit; nil when it is deleted.
    public let newStart: CivilDateTime?
    /// The first day that the edit changes: for a split series, the first of the new part.
    public let from: CivilDate?
    /// The rule before the edit; nil if there was none.
    public let oldRule: SeriesRule?
    /// The rule after it; nil if there is none.
    public let newRule: SeriesRule?
    /// The number of other changed dates that stay.
    public let keptCount: Int
    /// The number of other changed dates that are removed.
    public let droppedCount: Int
    /// Whether the occurrence becomes an event of its own.
    public let isDetached: Bool
    /// The calendar that the draft puts it in; nil if it doesn't say.
    public let calendar: CalendarID?
    /// The number of events that the edit is for; more than one after an edit of a selection.
    public internal(set) var eventCount = 1

    /// Whether the edit changes the rule.
    public var changesRule: Bool { oldRule?.text != newRule?.text }
}

/// A rule with the start that it counts from.
public struct SeriesRule: Hashable, Sendable {
    /// The value of `RRULE`.
    public let text: String
    /// The start of the series: a rule that names no day repeats on its day.
    public let start: CalendarTime
}

extension Series {
    /// The rule of the series; nil when it has none.
    var rule: SeriesRule? {
        guard let start = master?.start, let rule = recurrence?.rules.first else { return nil }
        return SeriesRule(text: rule.text, start: start)
    }

    /// The number of overrides, without the one that replaces an instant.
    func overrideCount(except instant: Instant) -> Int {
        overrides.count { event in
            event.recurrenceID.map { self.instant(of: inMasterForm($0)) != instant } ?? true
        }
    }
}

extension EventOccurrence {
    /// The same occurrence with another key, and an event that describes it the same way.
    func named(_ key: OccurrenceKey, event: Event) -> EventOccurrence {
        EventOccurrence(
            key: key,
            uid: uid,
            event: event,
            time: time,
            start: start,
            end: end,
            startInstant: startInstant,
            endInstant: endInstant,
            isRepeating: isRepeating
        )
    }
}
