import Agenda
import CalendarLayout
import CivilTime

/// The state behind one page: what it shows, where it is, and what time it is.
///
/// Each file beside this folder has a family of operations: what the page calls them by, what they
/// read, and what they answer. Web/types/core.d.ts has the same for TypeScript.
struct Page {
    var agenda = Agenda()
    var now = Instant(secondsSinceEpoch: 0)
    /// The year asked for last.
    var year: YearModel?
    /// What is held by a pointer; one at a time.
    var drag: DragSession?

    /// Today by the viewer's clock.
    var today: CivilDate { agenda.zone.civil(at: now).date }
}
