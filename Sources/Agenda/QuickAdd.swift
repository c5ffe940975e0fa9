public import CivilTime
import ICalendar
import Recurrence

/// An event in one line of English, as people say it.
///
/// ```
/// line   = words and phrases in any order; what is no phrase is the title
/// day    = today | tomorrow | [next] WEEKDAY | in N days | in N weeks
///        | N MONTH [YEAR] | MONTH N [YEAR] | YYYY-MM-DD        before which "on" may stand
/// time   = H:MM [am|pm] | H am|pm | at H | noon | midnight     with "-" or "to" and another
/// length = for N minutes | hours | days
/// place  = at WORDS | @WORDS                                    up to the next phrase
/// repeat = daily | weekly | monthly | yearly | every [other | N] day | week | month | year
///        | every weekday | every WEEKDAY [and WEEKDAY …]
/// end    = until DAY | N times
/// ```
///
/// A weekday is the next one, today included; with "next" that of the week after this one. A date
/// without a year is the next one. Hours without "am" or "pm" are those of a clock of 24.
public struct QuickAdd: Hashable, Sendable {
    /// What is left: the title.
    public private(set) var title = ""
    /// The place; may be empty.
    public private(set) var location = ""
    /// The day; nil when none is said.
    public private(set) var date: CivilDate?
    /// The start; nil for a whole day.
    public private(set) var startTime: TimeOfDay?
    /// The length in minutes, when it is said; of whole days 1,440 each.
    public private(set) var lengthMinutes: Int?
    /// The repetition; nil when none is said.
    public private(set) var rule: String?

    private var words: QuickWords
    private var repetition: RecurrenceRule?
    private let today: CivilDate

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - text: What was typed; at most 1,000 octets of it are read.
    ///   - today: The day that "tomorrow" is counted from.
    public init(_ text: String, today: CivilDate) {
        self.today = today
        words = QuickWords(text)
        while !words.isAtEnd { readPhrase() }
        title = QuickWords.joined(words.left)
        settle()
    }

    /// The draft of the event; without a day it is today, without a time a whole day.
    public var draft: EventDraft {
        var draft = EventDraft()
        draft.title = title
        draft.location = location
        let day = date ?? today
        draft.isAllDay = startTime == nil
        let start = CivilDateTime(date: day, time: startTime ?? .midnight)
        draft.start = start
        let minutes = lengthMinutes ?? (startTime == nil ? 1_440 : 60)
        draft.end = start.adding(seconds: Int64(minutes) * 60)
        draft.rule = rule
        return draft
    }

    private mutating func readPhrase() {
        if readRepeat() || readEnd() || readDay() || readTime() || readLength() || readPlace() {
            return
        }
        words.keep()
    }

    // MARK: Days

    private mutating func readDay() -> Bool {
        let place = words.place
        _ = words.take("on")
        if let day = day() {
            date = date ?? day
            return true
        }
        words.place = place
        return false
    }

    /// A day from the next word on.
    private mutating func day() -> CivilDate? {
        let place = words.place
        if words.take("today") { return today }
        if words.take("tomorrow") { return today.adding(days: 1) }
        if let named = monthAndDay() ?? dateInFigures() ?? later() { return named }
        words.place = place
        let isNext = words.take("next")
        if let weekday = words.weekday() {
            let near = weekday.days(after: today.weekday)
            guard isNext else { return today.adding(days: near) }
            return today.startOfWeek(.monday).adding(days: 7 + weekday.days(after: .monday))
        }
        words.place = place
        return nil
    }

    private mutating func monthAndDay() -> CivilDate? {
        let place = words.place
        var number = words.ordinal()
        if number != nil { _ = words.take("of") }
        guard let month = words.month() else {
            words.place = place
            return nil
        }
        if number == nil { number = words.ordinal() }
        guard let day = number else {
            words.place = place
            return nil
        }
        let beforeYear = words.place
        if let year = words.number(), year >= 1_900, year <= 2_200 {
            return CivilDate(year: year, month: month, day: day)
        }
        words.place = beforeYear
        for year in today.year...(today.year + 8) {
            if let date = CivilDate(year: year, month: month, day: day), date >= today {
                return date
            }
        }
        words.place = place
        return nil
    }

    private mutating func dateInFigures() -> CivilDate? {
        guard words.low.utf8.count == 10, let date = CivilDate(words.low) else { return nil }
        words.skip()
        return date
    }

    private mutating func later() -> CivilDate? {
        let place = words.place
        if words.take("in"), let number = words.number(), number <= 1_000 {
            if words.take("days") || words.take("day") { return today.adding(days: number) }
            if words.take("weeks") || words.take("week") { return today.adding(days: number * 7) }
        }
        words.place = place
        return nil
    }

    // MARK: Times

    private mutating func readTime() -> Bool {
        let place = words.place
        let isAt = words.take("at") || words.take("from")
        guard startTime == nil, let span = words.times(bareHours: isAt) else {
            words.place = place
            return false
        }
        startTime = span.start
        if let end = span.end {
            let minutes = (end.secondsSinceMidnight - span.start.secondsSinceMidnight) / 60
            lengthMinutes = minutes > 0 ? minutes : minutes + 1_440
        }
        return true
    }

    private mutating func readLength() -> Bool {
        let place = words.place
        if words.take("for"), let number = words.number(), number > 0, number <= 10_000 {
            let units = [
                (["minutes", "minute", "min", "mins"], 1), (["hours", "hour", "h"], 60),
                (["days", "day"], 1_440),
            ]
            for (names, minutes) in units where names.contains(words.low) {
                words.skip()
                lengthMinutes = number * minutes
                return true
            }
        }
        words.place = place
        return false
    }

    // MARK: Places

    private mutating func readPlace() -> Bool {
        guard location.isEmpty, words.takePlaceMark() else { return false }
        var place: [String] = []
        while !words.isAtEnd {
            var ahead = self
            // The place ends where another phrase begins.
            if ahead.readRepeat() || ahead.readEnd() || ahead.readDay() || ahead.readTime()
                || ahead.readLength()
            {
                break
            }
            place.append(words.shown)
            words.skip()
        }
        location = QuickWords.joined(place)
        return true
    }

    // MARK: Repetitions

    private mutating func readRepeat() -> Bool {
        guard repetition == nil else { return false }
        let frequencies: [(String, Frequency)] = [
            ("daily", .daily), ("weekly", .weekly), ("monthly", .monthly), ("yearly", .yearly),
        ]
        for (name, frequency) in frequencies where words.take(name) {
            repetition = RecurrenceRule(frequency: frequency)
            return true
        }
        let place = words.place
        guard words.take("every") || words.take("each") else { return false }
        var interval = 1
        if words.take("other") {
            interval = 2
        } else if let number = words.number() {
            interval = number
        }
        if let frequency = words.period() {
            repetition = RecurrenceRule(
                frequency: frequency,
                interval: min(max(1, interval), 1_000)
            )
            return true
        }
        if words.take("weekday") || words.take("workday") {
            repetition = RecurrenceRule(
                frequency: .weekly,
                byDay: Self.days(Array(Weekday.allCases.prefix(5)))
            )
            return true
        }
        guard let first = words.weekday() else {
            words.place = place
            return false
        }
        var weekdays = [first]
        while let next = words.furtherWeekday() { weekdays.append(next) }
        repetition = RecurrenceRule(
            frequency: .weekly,
            interval: max(1, interval),
            byDay: Self.days(weekdays)
        )
        return true
    }

    private static func days(_ weekdays: [Weekday]) -> [WeekdayOrdinal] {
        Weekday.allCases.filter { weekdays.contains($0) }.map {
            WeekdayOrdinal(ordinal: 0, weekday: $0)
        }
    }

    private mutating func readEnd() -> Bool {
        guard repetition != nil else { return false }
        let place = words.place
        if words.take("until"), let last = day() {
            repetition?.end = .until(.date(last))
            return true
        }
        words.place = place
        if let count = words.number(), count > 0, words.take("times") {
            repetition?.end = .count(count)
            return true
        }
        words.place = place
        return false
    }

    /// Puts the first day onto the rule, and the end into the form that the start asks for.
    private mutating func settle() {
        guard var rule = repetition else { return }
        let start = date ?? today
        if !rule.byDay.isEmpty {
            let near = rule.byDay.map { $0.weekday.days(after: start.weekday) }.min() ?? 0
            date = start.adding(days: near)
        }
        if startTime != nil, case .until(let last) = rule.end {
            // The last moment of that day by the wall clock.
            let next = CivilDateTime(date: last.civil.date.adding(days: 1), time: .midnight)
            rule.end = .until(.floating(next.adding(seconds: -1)))
        }
        self.rule = rule.text
    }
}
