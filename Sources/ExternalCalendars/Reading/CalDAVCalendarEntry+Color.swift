import Agenda
import WebDAV

extension CalDAVCalendarEntry {
    /// A colour of ours that is like the calendar's; nil if it has none.
    package var nearColor: String? { color.flatMap { EventColor($0)?.name } }
}
