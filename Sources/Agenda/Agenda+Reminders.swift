public import CivilTime
import ICalendar

/// A moment at which to remind the viewer of an occurrence.
public struct DueReminder: Sendable {
    /// The occurrence to remind of.
    public let occurrence: EventOccurrence
    /// When to remind of it.
    public let instant: Instant
}

extension Agenda {
    /// The reminders of shown calendars that are due after one instant and up to another, in order.
    ///
    /// Cancelled events give no reminders.
    ///
    /// - Parameters:
    ///   - from: The instant that all reminders are after.
    ///   - to: The last instant, inclusive; nothing later than two days after `from` is looked at.
    /// - Returns: At most 200 reminders.
    public func reminders(after from: Instant, through to: Instant) -> [DueReminder] {
        let longest = Int64(Limits.reminderMinutesMax) * 60
        let last = min(to, from.adding(seconds: 2 * 86_400))
        let firstDay = zone.civil(at: from).date
        let lastDay = zone.civil(at: last.adding(seconds: longest)).date
        var due: [DueReminder] = []
        for occurrence in occurrences(in: firstDay..<lastDay.adding(days: 1))
        where occurrence.startInstant >= from && occurrence.event.status != .cancelled {
            // A mirrored calendar reminds its owner, not everybody who sees it.
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
