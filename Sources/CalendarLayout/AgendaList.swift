public import Agenda
public import CivilTime

/// What comes, or what was: the days that have something, from a date on or back from it.
///
/// Time without events costs next to nothing: windows double while they find too little, and are
/// cut when they find too much.
public struct AgendaList: Sendable {
    /// Which way the list goes.
    public enum Way: Sendable {
        /// From the date on.
        case later
        /// Back from the day before the date.
        case earlier
    }

    /// How long a list gets; it never ends within a day.
    public struct Size: Hashable, Sendable {
        /// The most days, 1 to 366.
        public var days: Int
        /// The list ends with the day on which it has so many occurrences.
        public var occurrences: Int

        /// The size of a list; numbers out of bounds are clamped.
        public init(days: Int, occurrences: Int = .max) {
            self.days = min(max(1, days), Limits.listedDaysMax)
            self.occurrences = max(1, occurrences)
        }
    }

    /// The days that are looked at: those of 1900 to 2200.
    public static let years = yearsFirst...yearsLast
    private static let yearsFirst = CivilDate(year: 1900, month: 1, day: 1) ?? .min
    private static let yearsLast = CivilDate(year: 2200, month: 12, day: 31) ?? .max

    /// The days, the nearest first.
    public private(set) var days: [AgendaDay] = []
    /// Whether nothing is beyond these days, from 1900 to 2200.
    public private(set) var isWhole = false
    /// How many windows were looked at, for tests, which prove by it that empty time is skipped.
    package private(set) var windowCount = 0
    /// How often an occurrence was laid on a day, for tests, which prove by it that long events are
    /// not laid on days that nobody asked for.
    package private(set) var placeCount = 0
    private var occurrenceCount = 0

    /// Looks for days that have something.
    ///
    /// - Parameters:
    ///   - way: Later or earlier.
    ///   - date: Where it begins; only ``years`` are looked at.
    ///   - size: Where it ends.
    ///   - always: Dates that are listed also when they are empty.
    ///   - agenda: What is shown.
    public init(
        _ way: Way,
        than date: CivilDate,
        _ size: Size,
        always: [CivilDate] = [],
        in agenda: Agenda
    ) {
        var dayCount = Limits.listWindowDaysMin
        var begin = date
        while let window = Self.window(way, from: begin, dayCount: dayCount) {
            windowCount += 1
            guard let found = Self.occurrences(in: window, of: agenda) else {
                dayCount = max(1, window.upperBound.days(since: window.lowerBound) / 4)
                continue
            }
            placeCount += Self.placeCount(of: found, in: window)
            for day in Self.days(found, in: window, way, always) {
                guard days.count < size.days, occurrenceCount < size.occurrences else { return }
                days.append(day)
                occurrenceCount += day.occurrences.count
            }
            begin = way == .later ? window.upperBound : window.lowerBound
            dayCount *= 2
        }
        isWhole = true
    }

    /// The next days to look at; nil behind the last and before the first of all.
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

    /// What happens in a window; nil when that is too much for more than a day.
    private static func occurrences(
        in window: Range<CivilDate>,
        of agenda: Agenda
    ) -> [EventOccurrence]? {
        guard window.upperBound.days(since: window.lowerBound) > 1 else {
            return agenda.occurrences(in: window)
        }
        let limit = Limits.listWindowOccurrencesMax
        guard let found = agenda.allOccurrences(in: window, limit: limit, includesHidden: false),
            placeCount(of: found, in: window) <= Limits.listWindowPlacesMax
        else { return nil }
        return found
    }

    /// How many days of a window each occurrence touches, in all.
    private static func placeCount(of found: [EventOccurrence], in window: Range<CivilDate>) -> Int
    {
        found.reduce(0) { count, occurrence in
            let first = max(occurrence.firstDate, window.lowerBound)
            let last = min(occurrence.lastDate, window.upperBound.adding(days: -1))
            return count + last.days(since: first) + 1
        }
    }

    /// The days of a window that are listed, the nearest first.
    private static func days(
        _ found: [EventOccurrence],
        in window: Range<CivilDate>,
        _ way: Way,
        _ always: [CivilDate]
    ) -> [AgendaDay] {
        let found = AgendaDay.ordered(found)
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
