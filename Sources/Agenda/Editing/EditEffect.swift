public import CivilTime
import Recurrence

/// What an edit does, or would do: the parts of the sentence that says it.
///
/// "Weekly on Tuesday becomes Wednesday from 3 June; 2 changed dates are kept" is worded from it,
/// in whatever language.
public struct EditEffect: Hashable, Sendable {
    /// What it does.
    public let kind: EditKind
    /// How much of a repeating event it is about; nil for an event that does not repeat.
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
    /// The first day on which something is as the edit makes it: of the new or shortened part.
    public let from: CivilDate?
    /// How the event repeated.
    public let oldRule: SeriesRule?
    /// How it repeats from then on; nil when it does so no more.
    public let newRule: SeriesRule?
    /// How many other changed dates stay.
    public let keptCount: Int
    /// How many other changed dates go.
    public let droppedCount: Int
    /// Whether the occurrence becomes an event of its own.
    public let isDetached: Bool
    /// The calendar it goes to, when it is another one.
    public let calendar: CalendarID?

    /// Whether the event repeats in another way than before.
    public var changesRule: Bool { oldRule?.text != newRule?.text }
}

/// A rule, and the start that it counts from.
public struct SeriesRule: Hashable, Sendable {
    /// The value of `RRULE`.
    public let text: String
    /// The start of the series: a rule that names no day means its day.
    public let start: CalendarTime
}

extension Series {
    /// The rule of the series; nil when it has none.
    var rule: SeriesRule? {
        guard let start = master?.start, let rule = recurrence?.rules.first else { return nil }
        return SeriesRule(text: rule.text, start: start)
    }

    /// What the changed occurrences but one replace.
    func changedStarts(except instant: Instant) -> Int {
        overrides.count { event in
            event.recurrenceID.map { self.instant(of: inMasterForm($0)) != instant } ?? true
        }
    }
}

extension EventOccurrence {
    /// The same occurrence under another name, of an event that says the same of it.
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
