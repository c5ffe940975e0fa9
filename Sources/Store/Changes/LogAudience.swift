import Agenda

/// Whom some entries of the log concern.
package struct LogAudience: Sendable {
    /// The owners of the entries.
    package internal(set) var owners: Set<AccountID> = []
    /// The calendars of changed events; whoever sees one of them reads these entries too.
    package internal(set) var calendars: Set<CalendarID> = []
    /// Calendars that were made, changed or removed.
    package internal(set) var editedCalendars: Set<CalendarID> = []
    /// Whether somebody may see another's calendars, or sees them no longer.
    package internal(set) var changesRights = false
}
