import Agenda

/// The accounts and calendars that some entries of the log concern.
package struct LogAudience: Sendable {
    /// The owners of the entries.
    package internal(set) var owners: Set<AccountID> = []
    /// The calendars of changed events; accounts that see one of them read these entries too.
    package internal(set) var calendars: Set<CalendarID> = []
    /// Calendars that were added, changed or removed.
    package internal(set) var editedCalendars: Set<CalendarID> = []
    /// Whether somebody's access to another account's calendars may have begun or ended.
    package internal(set) var changesRights = false
}
