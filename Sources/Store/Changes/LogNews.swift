import Agenda

/// What some entries of the log are about.
package struct LogNews: Sendable {
    /// The owners of the entries.
    package internal(set) var owners: Set<AccountID> = []
    /// The calendars of changed events; whoever sees one of them reads these entries too.
    package internal(set) var calendars: Set<CalendarID> = []
    /// Whether somebody may see more or less than before, as no change of events alone can do.
    package internal(set) var mayAlterRights = false
}
