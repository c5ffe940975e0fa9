public import Agenda
public import CivilTime

/// The days that have occurrences, from a date on or backwards from it.
///
/// Time without events costs next to nothing: the search window doubles when it finds too little
/// and shrinks when it finds too much.
public struct AgendaList: Sendable {
    /// The direction of the list.
    public enum Way: Sendable {
        /// From the date on.
        case later
        /// Backwards from the day before the date.
        case earlier
    }

    /// How long a list gets; it always ends with a complete day.
    public struct Size: Hashable, Sendable {
        /// The most days, 1 to 366.
        public var days: Int
        /// How many occurrences are enough: the list ends with the day that reaches this number.
        public var occurrences: Int

        /// Makes a size; out-of-range numbers are clamped.
        public init(days: Int, occurrences: Int = .max) {
            self.days = min(max(1, days), Limits.listedDaysMax)
            self.occurrences = max(1, occurrences)
        }
    }

    /// The days that are searched: those of 1900 to 2200.
    public static let years: ClosedRange<CivilDate> = {
        let first = CivilDate(year: 1900, month: 1, day: 1) ?? .min
        let last = CivilDate(year: 2200, month: 12, day: 31) ?? .max
        return first...last
    }()

    /// The days, nearest first.
    public private(set) var days: [AgendaDay] = []
    /// Whether there's nothing more to list in the years 1900 to 2200; also true if the search gave
    /// up, as ``isCut`` tells.
    public private(set) var isWhole = false
    /// How many windows were searched; lets tests prove that empty time is skipped.
    package private(set) var windowCount = 0
    /// How often an occurrence was put on a day; lets tests prove that long events are not put on
    /// days that nobody asked for.
    package private(set) var placeCount = 0
    /// Whether something may be missing because the search hit a limit.
    public private(set) var isCut = false
    /// The sources of which something is missing, as far as that is known.
    public private(set) var cutSources: Set<AgendaSource> = []
    private var occurrenceCount = 0

    /// Searches for days that have occurrences.
    ///
    /// - Parameters:
    ///   - way: Later or earlier.
    ///   - date: Where to start; only ``years`` are searched.
    ///   - size: When to stop.
    ///   - always: Dates to list even if they are empty.
    ///   - agenda: The agenda to search.
    public init(
        _ way: Way,
        than date: CivilDate,
        _ size: Size,
        always: [CivilDate] = [],
        in agenda: Agenda
    ) {
        var budget = QuestionBudget.list
        self.init(way, than: date, size, always: always, in: agenda, within: &budget)
    }

    /// The same within a budget that several lists share.
    init(
        _ way: Way,
        than date: CivilDate,
        _ size: Size,
        always: [CivilDate] = [],
        in agenda: Agenda,
        within budget: inout QuestionBudget
    ) {
        var dayCount = Limits.listWindowDaysMin
        var begin = date
        while let window = Self.window(way, from: begin, dayCount: dayCount) {
            windowCount += 1
            // Treat the list as complete then, so that nobody keeps asking for the rest.
            if budget.isSpent || windowCount > Limits.listWindowsMax {
                isCut = true
                break
            }
            guard let found = Self.occurrences(in: window, of: agenda, within: &budget) else {
                dayCount = max(1, window.upperBound.days(since: window.lowerBound) / 4)
                continue
            }
            placeCount += Self.placeCount(of: found, in: window)
            for var day in Self.days(found, in: window, way, always, of: agenda) {
                guard days.count < size.days, occurrenceCount < size.occurrences else {
                    note(budget)
                    return
                }
                day.leaveOutOthers(in: agenda)
                days.append(day)
                occurrenceCount += day.occurrences.count
            }
            begin = way == .later ? window.upperBound : window.lowerBound
            dayCount *= 2
        }
        note(budget)
        isWhole = true
    }

    private mutating func note(_ budget: QuestionBudget) {
        if budget.isCut { isCut = true }
        cutSources = budget.cutSources
    }

    /// The next days to search; nil outside ``years``.
    private static func window(
        _ way: Way,
        from date: CivilDate,
        dayCount: Int
    ) -> Range<CivilDate>? {
        let end = years.upperBound.adding(days: 1)
        switch way {
        case .later:
            let from = max(date, years.lowerBound)
            let room = end.days(since: from)
            return room > 0 ? from..<from.adding(days: min(dayCount, room)) : nil
        case .earlier:
            let to = min(date, end)
            let room = to.days(since: years.lowerBound)
            return room > 0 ? to.adding(days: -min(dayCount, room))..<to : nil
        }
    }

    /// The occurrences in a window; nil if the window has several days and they hold too many.
    private static func occurrences(
        in window: Range<CivilDate>,
        of agenda: Agenda,
        within budget: inout QuestionBudget
    ) -> [EventOccurrence]? {
        guard window.upperBound.days(since: window.lowerBound) > 1 else {
            return agenda.occurrences(in: window, within: &budget)
        }
        let limit = Limits.listWindowOccurrencesMax
        guard let found = agenda.occurrences(in: window, atMost: limit, within: &budget),
            placeCount(of: found, in: window) <= Limits.listWindowPlacesMax
        else { return nil }
        return found
    }

    /// The number of days of a window each occurrence touches, summed over all occurrences.
    private static func placeCount(of found: [EventOccurrence], in window: Range<CivilDate>) -> Int
    {
        found.reduce(0) { count, occurrence in
            let first = max(occurrence.firstDate, window.lowerBound)
            let last = min(occurrence.lastDate, window.upperBound.adding(days: -1))
            return count + last.days(since: first) + 1
        }
    }

    /// The days of a window to list, nearest first.
    private static func days(
        _ found: [EventOccurrence],
        in window: Range<CivilDate>,
        _ way: Way,
        _ always: [CivilDate],
        of agenda: Agenda
    ) -> [AgendaDay] {
        let found = AgendaDay.ordered(found, in: agenda)
        var places: [(date: CivilDate, place: Int)] = []
        for (place, occurrence) in found.enumerated() {
            var date = max(occurrence.firstDate, window.lowerBound)
            while date <= occurrence.lastDate, date < window.upperBound {
                places.append((date, place))
                date = date.adding(days: 1)
            }
        }
        for date in always where window.contains(date) { places.append((date, found.count)) }
        places.sort { a, b in
            guard a.date != b.date else { return a.place < b.place }
            return way == .later ? a.date < b.date : a.date > b.date
        }
        var days: [AgendaDay] = []
        for (date, place) in places {
            if days.last?.date != date { days.append(AgendaDay(date: date, occurrences: [])) }
            if place < found.count { days[days.count - 1].occurrences.append(found[place]) }
        }
        return days
    }
}
