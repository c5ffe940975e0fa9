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
    /// - Returns: At most 200 reminders of the viewer's own calendars, and at most 200 of groups.
    public func reminders(after from: Instant, through to: Instant) -> [DueReminder] {
        let longest = Int64(Limits.reminderMinutes.upperBound) * 60
        let latest = Int64(-Limits.reminderMinutes.lowerBound) * 60
        let last = min(to, from.adding(seconds: 2 * 86_400))
        let firstDay = zone.civil(at: from.adding(seconds: -latest)).date
        let lastDay = zone.civil(at: last.adding(seconds: longest)).date
        var own: [DueReminder] = []
        var ofGroups: [DueReminder] = []
        for occurrence in occurrences(in: firstDay..<lastDay.adding(days: 1))
        where occurrence.event.status != .cancelled {
            // A mirrored calendar reminds its owner, not everybody who sees it.
            let calendar = calendar(of: occurrence.key.object)
            guard !occurrence.event.reminders.isEmpty, calendar?.isMirrored != true else {
                continue
            }
            for minutes in occurrence.event.reminders {
                let instant = occurrence.startInstant.adding(seconds: Int64(-minutes) * 60)
                guard instant > from, instant <= last else { continue }
                let reminder = DueReminder(occurrence: occurrence, instant: instant)
                if calendar?.level == .group {
                    ofGroups.append(reminder)
                } else {
                    own.append(reminder)
                }
            }
        }
        // However many a fellow member sets, they don't push out the viewer's own.
        return (Self.first(of: own) + Self.first(of: ofGroups)).sorted { $0.instant < $1.instant }
    }

    /// The reminders that come first, as many as are returned at once.
    private static func first(of due: [DueReminder]) -> ArraySlice<DueReminder> {
        due.sorted { $0.instant < $1.instant }.prefix(Limits.remindersAtOnceMax)
    }
}
