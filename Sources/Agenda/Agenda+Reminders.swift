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
    /// Only texts that have an alarm at all are read again; an event that was cancelled reminds of
    /// nothing.
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
            guard calendar(of: occurrence.key.object)?.isMirrored != true,
                let series = series(occurrence.key.object), series.hasAlarms,
                let details = series.details(of: occurrence)
            else { continue }
            for minutes in details.reminders {
                let instant = occurrence.startInstant.adding(seconds: Int64(-minutes) * 60)
                guard instant > from, instant <= last else { continue }
                due.append(DueReminder(occurrence: occurrence, instant: instant))
            }
        }
        due.sort { $0.instant < $1.instant }
        return Array(due.prefix(Limits.remindersAtOnceMax))
    }
}

extension Series {
    /// Whether the text has an alarm somewhere.
    fileprivate var hasAlarms: Bool {
        let name = Array("BEGIN:VALARM".utf8)
        guard text.count >= name.count else { return false }
        var matched = 0
        for byte in text {
            // Names are read without case; in this one no letter comes twice in a way that a
            // match could begin within another, but for its first.
            let upper = byte >= 97 && byte <= 122 ? byte - 32 : byte
            matched = upper == name[matched] ? matched + 1 : (upper == name[0] ? 1 : 0)
            if matched == name.count { return true }
        }
        return false
    }
}
