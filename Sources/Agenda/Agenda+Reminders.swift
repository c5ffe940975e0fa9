public import CivilTime
import ICalendar

/// A moment at which somebody wants to be reminded of an occurrence.
public struct DueReminder: Sendable {
    /// What it is about.
    public let occurrence: EventOccurrence
    /// When.
    public let instant: Instant
}

extension Agenda {
    /// The reminders of shown calendars that are due after an instant and up to another, in order.
    ///
    /// An event that was cancelled reminds of nothing.
    ///
    /// - Parameters:
    ///   - from: The instant that the first is after.
    ///   - to: The last instant; at most two days later count.
    /// - Returns: At most 200 of them.
    public func reminders(after from: Instant, through to: Instant) -> [DueReminder] {
        let longest = Int64(Limits.reminderMinutesMax) * 60
        let last = min(to, from.adding(seconds: 2 * 86_400))
        let firstDay = zone.civil(at: from).date
        let lastDay = zone.civil(at: last.adding(seconds: longest)).date
        var due: [DueReminder] = []
        for occurrence in occurrences(in: firstDay..<lastDay.adding(days: 1))
        where occurrence.startInstant >= from && occurrence.event.status != .cancelled {
            // Whoever shared an event is reminded of it, and nobody else.
            guard !occurrence.event.reminders.isEmpty,
                calendar(of: occurrence.key.object)?.isMirrored != true
            else { continue }
            for minutes in occurrence.event.reminders {
                let instant = occurrence.startInstant.adding(seconds: Int64(-minutes) * 60)
                guard instant > from, instant <= last else { continue }
                due.append(DueReminder(occurrence: occurrence, instant: instant))
            }
        }
        due.sort { $0.instant < $1.instant }
        return Array(due.prefix(Limits.remindersAtOnceMax))
    }
}
