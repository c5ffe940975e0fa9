public import CivilTime
import ICalendar
import Recurrence

/// An event read from one line of English, as people say it.
///
/// ```
/// line   = words and phrases in any order; what isn't a phrase is the title
/// day    = today | tonight | tomorrow | [next] WEEKDAY | in N days | in N weeks
///        | N MONTH [YEAR] | MONTH N [YEAR] | YYYY-MM-DD | N/N[/YEAR] | N.N.[YEAR]
///          "on" may come before it
/// days   = [from] day "-" | to | until | through day | N-N MONTH [YEAR] | MONTH N-N [YEAR]
/// time   = H:MM [am|pm] | H am|pm | at H | Hh | noon | midnight   with "-" or "to" and another
///        | in N hours | in N minutes
/// length = for N minutes | hours | days                          after a time also Nh, Nmin
/// place  = at WORDS | @WORDS                                      up to the next phrase
/// repeat = daily | weekly | monthly | yearly | every [other | N] day | week | month | year
///        | every weekday | every WEEKDAY [and WEEKDAY …]
///        | [on the] Nth | last day | first … fourth | last WEEKDAY of every month
/// end    = until DAY | N times
/// remind = remind me | reminder N minutes | hours | days | weeks before
/// ```
///
/// A weekday is the next one, today included; "next" means next week's. A date without a year is
/// the next one. Hours without "am" or "pm" are on a 24-hour clock. Two of them mean the afternoon: a
/// single digit from 1 to 6, as in "at 3", and an end that would be before a start with "am" or "pm"
/// otherwise. "15h" is a time, from "13h" on, because no event is that long. "Tonight" is at 19:00.
///
/// A "Weekly" that begins the line and is followed by a word of the title says how often, and stays
/// in the title.
public struct QuickAdd: Hashable, Sendable {
    /// The title: the words that belong to no phrase.
    public private(set) var title = ""
    /// The place; may be empty.
    public private(set) var location = ""
    /// The day; nil if there is none in the line.
    public internal(set) var date: CivilDate?
    /// The last day, if the line has a range of days.
    public private(set) var lastDate: CivilDate?
    /// The start; nil for an all-day event.
    public private(set) var startTime: TimeOfDay?
    /// The length in minutes, if the line has one; 1,440 for each whole day.
    public private(set) var lengthMinutes: Int?
    /// The repetition as the value of an `RRULE`; nil if there is none.
    public internal(set) var rule: String?
    /// The minutes before the start at which to remind of it; nil if there is no reminder.
    public private(set) var reminderMinutes: Int?

    var words: QuickWords
    var repetition: RecurrenceRule?
    /// The day that relative days are counted from.
    var today: CivilDate
    private let now: TimeOfDay
    private let isDayFirst: Bool
    private var isTonight = false
    /// Whether the start is an hour without minutes, "am" or "pm".
    private var isBareTime = false

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - text: The line; only its first 1,000 bytes are read.
    ///   - today: The day from which "tomorrow" is counted.
    ///   - now: The time from which "in 2 hours" is counted.
    ///   - isDayFirst: Whether "3/4" is 3 April rather than 4 March.
    public init(
        _ text: String,
        today: CivilDate,
        now: TimeOfDay = .midnight,
        isDayFirst: Bool = true
    ) {
        self.today = today
        self.now = now
        self.isDayFirst = isDayFirst
        words = QuickWords(text)
        while !words.isAtEnd { readPhrase() }
        title = QuickWords.joined(words.kept)
        settle()
    }

    /// The draft of the event: today if there is no day, and all day if there is no time.
    public var draft: EventDraft {
        var draft = EventDraft()
        draft.title = title
        draft.location = location
        let day = date ?? today
        draft.isAllDay = startTime == nil
        let start = CivilDateTime(date: day, time: startTime ?? .midnight)
        draft.start = start
        let days = max(0, (lastDate ?? day).daysSinceEpoch - day.daysSinceEpoch)
        let minutes = lengthMinutes ?? (startTime == nil ? 1_440 : 60)
        draft.end = start.adding(seconds: Int64(days * 1_440 + minutes) * 60)
        draft.rule = rule
        draft.reminders = reminderMinutes.map { [$0] }
        return draft
    }

    private mutating func readPhrase() {
        if !readTitledRepeat() && !readFact() && !readPlace() { words.keep() }
    }

    /// Reads any phrase except a place.
    mutating func readFact() -> Bool {
        readRepeat() || readEnd() || readDay() || readTime() || readLength() || readReminder()
    }

    // MARK: Days

    private mutating func readDay() -> Bool {
        let place = words.place
        let isFrom = words.take("from")
        if !isFrom { _ = words.take("on") }
        if date == nil, let days = monthAndDays() {
            (date, lastDate) = days
            return true
        }
        if let day = day() {
            let behind = words.place
            let last = repetition == nil ? furtherDay(from: day) : nil
            // "From Monday" alone is no day of the event: it stays in the title.
            if last == nil { words.place = isFrom ? place : behind }
            if last != nil || !isFrom {
                if date == nil { lastDate = last }
                date = date ?? day
                return true
            }
        }
        words.place = place
        return false
    }

    /// The last day of a range: "- Jan 3", "to Thursday".
    private mutating func furtherDay(from first: CivilDate) -> CivilDate? {
        guard words.takeDash() || words.take("until") || words.take("through") else { return nil }
        // A weekday, or a date without a year, is the next one after the first day.
        let saved = today
        today = first
        defer { today = saved }
        if let last = day() { return last >= first ? last : nil }
        guard let number = words.ordinal() else { return nil }
        let last = CivilDate(year: first.year, month: first.month, day: number)
        return last.flatMap { $0 > first ? $0 : nil }
    }

    /// Reads a day at the next word.
    mutating func day() -> CivilDate? {
        let place = words.place
        if words.take("today") { return today }
        if words.take("tonight") {
            isTonight = true
            return today
        }
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

    /// Reads a range of days in one month: "3-6 Dec", "December 3 to 6".
    private mutating func monthAndDays() -> (first: CivilDate, last: CivilDate)? {
        let place = words.place
        let named = words.month()
        if let days = words.ordinals() {
            if named == nil { _ = words.take("of") }
            if let month = named ?? words.month(), let first = date(month, days.first),
                let last = CivilDate(year: first.year, month: month, day: days.last), last > first
            {
                return (first, last)
            }
        }
        words.place = place
        return nil
    }

    private mutating func monthAndDay() -> CivilDate? {
        let place = words.place
        var number = words.ordinal()
        if number != nil { _ = words.take("of") }
        if let month = words.month() {
            if number == nil { number = words.ordinal() }
            if let day = number, let date = date(month, day) { return date }
        }
        words.place = place
        return nil
    }

    /// A day of a month, in the year that comes next in the line, or else in the next year that has
    /// it.
    private mutating func date(_ month: Int, _ day: Int) -> CivilDate? {
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
        return nil
    }

    private mutating func dateInFigures() -> CivilDate? {
        if words.low.utf8.count == 10, let date = CivilDate(words.low) {
            words.skip()
            return date
        }
        guard let figures = words.figures(isDayFirst: isDayFirst) else { return nil }
        let years = figures.year.map { $0...$0 } ?? today.year...(today.year + 8)
        for year in years {
            let date = CivilDate(year: year, month: figures.month, day: figures.day)
            if let date, figures.year != nil || date >= today {
                words.skip()
                return date
            }
        }
        return nil
    }

    private mutating func later() -> CivilDate? {
        let place = words.place
        guard words.take("in") else { return nil }
        let behind = words.place
        if startTime == nil, let minutes = words.length(), minutes < 1_440 {
            // Nobody means it to the minute: round up to five.
            let seconds = (now.secondsSinceMidnight / 60 + minutes + 4) / 5 * 300
            let moment = CivilDateTime(date: today, time: .midnight).adding(seconds: seconds)
            startTime = moment.time
            return moment.date
        }
        words.place = behind
        if let number = words.number(), number <= 1_000 {
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
        isBareTime = span.isBare
        if let end = span.end {
            let minutes = (end.secondsSinceMidnight - span.start.secondsSinceMidnight) / 60
            lengthMinutes = minutes > 0 ? minutes : minutes + 1_440
        }
        return true
    }

    private mutating func readLength() -> Bool {
        let place = words.place
        // "2h" is a length if the line already has a start.
        if words.take("for") || (startTime != nil && words.isGlued), let minutes = words.length() {
            lengthMinutes = minutes
            return true
        }
        words.place = place
        return false
    }

    private mutating func readReminder() -> Bool {
        let place = words.place
        if words.take("remind") || words.take("reminder") {
            _ = words.take("me")
            if let minutes = words.length(), words.take("before") {
                reminderMinutes = minutes
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
            if ahead.readFact() { break }
            place.append(words.shown)
            words.skip()
        }
        location = QuickWords.joined(place)
        return true
    }

    // MARK: Ends

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

    /// Moves the first day onto the rule, and gives the rule's end the form that the start needs.
    private mutating func settle() {
        if isTonight { setEvening() }
        guard var rule = repetition else { return }
        putFirstDay()
        if startTime != nil, case .until(let last) = rule.end {
            // The last second of that day by the wall clock.
            let next = CivilDateTime(date: last.civil.date.adding(days: 1), time: .midnight)
            rule.end = .until(.floating(next.adding(seconds: -1)))
        }
        self.rule = rule.text
    }

    /// "Tonight" is at 19:00, and "tonight at 8" is in the evening.
    private mutating func setEvening() {
        guard let start = startTime else {
            startTime = QuickWords.time(19, 0)
            return
        }
        if isBareTime, start.secondsSinceMidnight < 43_200 {
            startTime = TimeOfDay(secondsSinceMidnight: start.secondsSinceMidnight + 43_200)
        }
    }
}
