import Agenda
import CalendarLayout
import CivilTime
import Client

/// The state behind one page: its agenda, the current time, and what it is doing.
///
/// Each file in the folders beside this one has a family of operations: what the page answers to
/// each of the calls of Calls.swift.
struct Page {
    var client = Client(name: "")
    var directory = CalendarDirectory()
    /// What the client wants done since the page asked last.
    var effects: [Effect] = []
    var now = Instant(secondsSinceEpoch: 0)
    /// The objects with changes that wait for the server, since the page took the effects last.
    var unsaved: Set<ObjectID> = []
    /// The year that was asked for last, kept because counting it is expensive.
    var year: YearModel?
    /// The drag in progress; there is one at a time.
    var drag: DragSession?

    /// What the views show.
    var agenda: Agenda {
        _read { yield client.agenda }
        _modify { yield &client.agenda }
    }

    /// Tells the client what has happened.
    mutating func take(_ input: Input) {
        add(client.take(input, at: now))
    }

    /// Notes what the client wants done.
    mutating func add(_ effects: [Effect]) {
        self.effects += effects
    }

    /// Today by the viewer's clock.
    var today: CivilDate { agenda.zone.civil(at: now).date }
}
