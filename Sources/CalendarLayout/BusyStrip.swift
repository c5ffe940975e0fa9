public import Agenda
import CivilTime

/// A time in which another person is busy, drawn as a thin strip at the edge of a day.
public struct BusyStrip: Hashable, Sendable {
    /// The calendar that says so; it belongs to the person.
    public let calendar: CalendarID
    /// The colour of the person.
    public let color: EventColor
    /// The first minute of the wall clock it covers, 0 to 1,439.
    public let startMinute: Int
    /// The minute after the last one it covers, up to 1,440.
    public internal(set) var endMinute: Int
    /// 0 for the first person; all others share the lane 1 at the edge.
    public let lane: Int
}

/// Collects the times of which the viewer only sees that others are busy.
///
/// They take no room from events and don't count among them. While a group is viewed on its own,
/// they stay among the events, because then they are what one looks for.
struct BusyStrips {
    /// The accounts whose busy times are seen, in the order that decides their lanes, whatever days
    /// are shown.
    private let people: [String]
    private let agenda: Agenda
    private var found: [(day: CivilDate, strip: BusyStrip)] = []

    init(in agenda: Agenda) {
        self.agenda = agenda
        var people: [String] = []
        for calendar in agenda.calendars.values where calendar.level == .busy && calendar.isShown {
            let isKnown = calendar.owner.isEmpty || people.contains(calendar.owner)
            if !isKnown { people.append(calendar.owner) }
        }
        self.people = agenda.groupView == nil ? people.sorted() : []
    }

    /// Takes a piece if it is another person's busy time.
    ///
    /// - Parameters:
    ///   - piece: A part of an occurrence that falls on one day.
    ///   - day: The day.
    /// - Returns: Whether it was taken.
    mutating func take(_ piece: TimelinePiece, on day: CivilDate) -> Bool {
        let id = piece.occurrence.key.object.calendar
        guard let calendar = agenda.calendars[id], calendar.level == .busy,
            let place = people.firstIndex(of: calendar.owner)
        else { return false }
        let strip = BusyStrip(
            calendar: id,
            color: piece.color,
            startMinute: piece.startMinute,
            endMinute: piece.drawnEndMinute,
            lane: min(place, 1)
        )
        found.append((day, strip))
        return true
    }

    /// The strips of a day, by start; one for times of a calendar that touch or overlap.
    func strips(on day: CivilDate) -> [BusyStrip] {
        let sorted = found.filter { $0.day == day }.map { $0.strip }
            .sorted { $0.startMinute < $1.startMinute }
        var joined: [BusyStrip] = []
        for strip in sorted {
            if let last = joined.lastIndex(where: { $0.calendar == strip.calendar }),
                strip.startMinute <= joined[last].endMinute
            {
                joined[last].endMinute = max(joined[last].endMinute, strip.endMinute)
            } else {
                joined.append(strip)
            }
        }
        return joined
    }
}
