import Agenda
import CalendarLayout
import CivilTime

/// The state behind one page: its agenda, the current time, and what it is doing.
///
/// Each file in the folders beside this one has a family of operations: their names, arguments and
/// answers. Web/types/core.d.ts says the same to TypeScript.
struct Page {
    var agenda = Agenda()
    var now = Instant(secondsSinceEpoch: 0)
    /// The objects with changes that the server hasn't made yet.
    var unsaved: Set<ObjectID> = []
    /// The year that was asked for last, kept because counting it is expensive.
    var year: YearModel?
    /// The drag in progress; there is one at a time.
    var drag: DragSession?

    /// Today by the viewer's clock.
    var today: CivilDate { agenda.zone.civil(at: now).date }
}
