public import CivilTime

/// What a new event can take over from an earlier one with the same title.
public struct EventTemplate: Hashable, Sendable {
    /// The title, as it was written last.
    public let title: String
    /// How many events of the viewer have this title; a series counts once.
    public let useCount: Int
    /// The calendar that the last of them is in.
    public let calendar: CalendarID
    /// Its place; may be empty.
    public let location: String
    /// Its own colour, if it has one.
    public let color: EventColor?
    /// Whether it has dates without times.
    public let isAllDay: Bool
    /// The time of day at which it starts by the viewer's clock; midnight if it's all day.
    public let startTime: TimeOfDay
    /// Its length in minutes; 1,440 for each day if it's all day.
    public let minutes: Int
    /// The minutes before the start at which to remind of it, in the order of the text.
    public let reminders: [Int]
    /// Its categories, in the order of the text.
    public let categories: [String]
    /// Whether it keeps the viewer busy.
    public let isBusy: Bool
    /// Whether others may only see its time.
    public let isPrivate: Bool
}
