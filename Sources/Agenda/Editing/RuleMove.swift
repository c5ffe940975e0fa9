import CivilTime
import Recurrence

/// Moves a rule along with one of its occurrences, by days and hours of wall time.
///
/// Not every rule can follow exactly: the day after each month's second Tuesday isn't always its
/// second Wednesday. Of the rules that a person would choose, this takes the first that gives
/// exactly the moved times. If there is none, it takes one that at least gives the occurrence that
/// was moved by hand, or the plainest, which repeats on that day. Exceptions and overrides then go
/// to the nearest time of the new rule.
struct RuleMove {
    /// The start of the series before and after the move.
    let oldStart: CivilDateTime
    private(set) var newStart: CivilDateTime
    /// The occurrence that was moved by hand, before and after the move.
    let old: CivilDateTime
    let new: CivilDateTime
    /// The rule after the move; its `UNTIL` is in wall time.
    private(set) var rule: RecurrenceRule
    /// Whether the moved rule gives exactly the moved times.
    private(set) var isExact = true

    /// Moves a rule.
    ///
    /// - Parameters:
    ///   - rule: The rule; an `UNTIL` has to be in wall time.
    ///   - start: The start of the series.
    ///   - old: One of its occurrences.
    ///   - new: The time that this occurrence is moved to.
    init(
        _ rule: RecurrenceRule,
        start: CivilDateTime,
        from old: CivilDateTime,
        to new: CivilDateTime
    ) {
        let seconds = new.secondsSinceEpoch - old.secondsSinceEpoch
        oldStart = start
        newStart = start.adding(seconds: seconds)
        self.old = old
        self.new = new
        self.rule = rule
        guard seconds != 0 else { return }
        let before = Self.times(of: rule, from: start)
        let wanted = before.map { $0.adding(seconds: seconds) }
        let candidates = [shifted(rule), reranked(rule), plain(rule)]
        if let exact = candidates.first(where: { Self.times(of: $0, from: newStart) == wanted }) {
            self.rule = exact
        } else {
            isExact = false
            let fallbacks = candidates.dropFirst() + candidates.prefix(1)
            let isOnRule = Self.set(of: rule, from: start).contains(.floating(old))
            let chosen = fallbacks.first { !isOnRule || matches($0, new) } ?? plain(rule)
            self.rule = chosen
            if before.first == start { alignStart() }
        }
        moveEnd(of: rule)
    }

    /// A moved time; if the new rule doesn't include it, the nearest one that it does.
    func snapped(_ time: CivilDateTime) -> CivilDateTime {
        guard !isExact else { return time }
        let set = Self.set(of: rule, from: newStart)
        let wanted = time.secondsSinceEpoch
        let instant = Instant(secondsSinceEpoch: wanted)
        guard !set.contains(instant) else { return time }
        let near = [set.last(before: instant), set.first(after: instant)].compactMap { $0 }
        let best = near.min {
            ($0.instant.secondsSinceEpoch - wanted).magnitude
                < ($1.instant.secondsSinceEpoch - wanted).magnitude
        }
        return best?.civil ?? time
    }

    // MARK: Candidates

    private var days: Int { new.date.days(since: old.date) }

    /// The rule with all days and times it names moved by the same distance.
    private func shifted(_ rule: RecurrenceRule) -> RecurrenceRule {
        var moved = rule
        moveTimes(of: &moved)
        guard days != 0 else { return moved }
        moved.byDay = rule.byDay.map {
            WeekdayOrdinal(ordinal: $0.ordinal, weekday: $0.weekday.adding(days: days))
        }
        // If the rule skips weeks, the ones it doesn't skip have to begin as much later too.
        if rule.frequency == .weekly, rule.interval > 1 {
            moved.weekStart = rule.weekStart.adding(days: days)
        }
        moved.byMonthDay = rule.byMonthDay.map(monthDay)
        moved.byYearDay = rule.byYearDay.map(yearDay)
        if rule.byMonth == [old.date.month] { moved.byMonth = [new.date.month] }
        if rule.byWeekNumber == [old.date.isoWeek.week] {
            moved.byWeekNumber = [new.date.isoWeek.week]
        }
        return moved
    }

    /// The rule with the rank of its weekday counted on the new date: the day after the second
    /// Tuesday may be the first Wednesday.
    private func reranked(_ rule: RecurrenceRule) -> RecurrenceRule {
        var moved = shifted(rule)
        guard rule.byDay.count == 1, let entry = rule.byDay.first, entry.ordinal != 0 else {
            return moved
        }
        let isOfMonth = rule.frequency == .monthly || !rule.byMonth.isEmpty
        let date = new.date
        let day = isOfMonth ? date.day : date.dayOfYear
        let length =
            isOfMonth
            ? CivilDate.dayCount(year: date.year, month: date.month)
            : CivilDate.dayCount(year: date.year)
        var isFromEnd = entry.ordinal < 0
        if isOfMonth, date.month != old.date.month { isFromEnd = date < old.date }
        let rank = isFromEnd ? -((length - day) / 7 + 1) : (day - 1) / 7 + 1
        moved.byDay = [WeekdayOrdinal(ordinal: rank, weekday: date.weekday)]
        return moved
    }

    /// The rule without any days: it repeats on the day of its start.
    private func plain(_ rule: RecurrenceRule) -> RecurrenceRule {
        var moved = RecurrenceRule(
            frequency: rule.frequency,
            interval: rule.interval,
            end: rule.end,
            bySecond: rule.bySecond,
            byMinute: rule.byMinute,
            byHour: rule.byHour,
            weekStart: rule.weekStart
        )
        moveTimes(of: &moved)
        return moved
    }

    /// A day of the month after the move.
    ///
    /// The day before the 1st is the last of the month before (-1), and the day after the last is
    /// the 1st.
    private func monthDay(_ day: Int) -> Int {
        let (from, to) = (old.date, new.date)
        let isFar = days.magnitude > 27
        if day > 0 {
            if day == from.day, isFar || days > 0 { return to.day }
            let moved = day + (isFar ? to.day - from.day : days)
            if moved <= 0 { return moved - 1 }
            return moved > 31 ? moved - 31 : moved
        }
        let length = CivilDate.dayCount(year: to.year, month: to.month)
        let oldLength = CivilDate.dayCount(year: from.year, month: from.month)
        let moved = day + (isFar ? (to.day - length) - (from.day - oldLength) : days)
        return moved < 0 ? max(-31, moved) : moved + 1
    }

    private func yearDay(_ day: Int) -> Int {
        let moved = day + days % 365
        if day > 0 {
            if moved <= 0 { return max(-366, moved - 1) }
            return moved > 366 ? moved - 365 : moved
        }
        return moved < 0 ? max(-366, moved) : moved + 1
    }

    /// Moves the hours, minutes and seconds that a rule names.
    private func moveTimes(of rule: inout RecurrenceRule) {
        let (from, to) = (old.time, new.time)
        guard from != to else { return }
        let later = to.secondsSinceMidnight - from.secondsSinceMidnight
        if !rule.byHour.isEmpty {
            let within = from.secondsSinceMidnight % 3_600
            rule.byHour = rule.byHour.map { hour in
                let seconds = hour * 3_600 + within + later
                return (seconds + 2 * 86_400) % 86_400 / 3_600
            }.sorted()
        }
        if !rule.byMinute.isEmpty {
            let minutes = to.minute - from.minute
            rule.byMinute = rule.byMinute.map { ($0 + minutes + 60) % 60 }.sorted()
        }
        if !rule.bySecond.isEmpty {
            let seconds = to.second - from.second
            rule.bySecond = rule.bySecond.map { ($0 + seconds + 60) % 60 }.sorted()
        }
    }
}

extension RuleMove {
    /// The times of a rule alone, in wall time and without its end.
    private static func set(of rule: RecurrenceRule, from start: CivilDateTime) -> RecurrenceSet {
        var endless = rule
        endless.end = .never
        return RecurrenceSet(
            start: .floating(start),
            rules: [endless],
            zone: .utc,
            includesStart: false,
            budget: .bounded
        )
    }

    /// The first times of a rule, enough to tell different rules apart.
    private static func times(of rule: RecurrenceRule, from start: CivilDateTime) -> [CivilDateTime]
    {
        var occurrences = set(of: rule, from: start).occurrences()
        var times: [CivilDateTime] = []
        while times.count < Limits.comparedTimesMax, let next = occurrences.next() {
            times.append(next.civil)
        }
        return times
    }

    private func matches(_ rule: RecurrenceRule, _ time: CivilDateTime) -> Bool {
        // A rule with an interval counts its periods from the start, which may still be moved.
        let start = Self.periodStart(of: rule, newStart)
        return Self.set(of: rule, from: start).contains(.floating(time))
    }

    /// The beginning of the week or month that a time is in, if the rule names days in it; else the
    /// time itself.
    private static func periodStart(of rule: RecurrenceRule, _ time: CivilDateTime) -> CivilDateTime
    {
        let namesDays = !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty
        let date = time.date
        switch rule.frequency {
        case .weekly where namesDays:
            return CivilDateTime(date: date.startOfWeek(rule.weekStart), time: time.time)
        case .monthly where namesDays, .yearly where namesDays:
            return CivilDateTime(date: date.adding(days: 1 - date.day), time: time.time)
        default:
            return time
        }
    }

    /// Moves the start to the nearest time that the rule gives.
    private mutating func alignStart() {
        let begin = Self.periodStart(of: rule, newStart)
        var occurrences = Self.set(of: rule, from: begin).occurrences()
        let wanted = newStart.secondsSinceEpoch
        var best: CivilDateTime?
        while let next = occurrences.next()?.civil {
            if let best,
                (best.secondsSinceEpoch - wanted).magnitude
                    <= (next.secondsSinceEpoch - wanted).magnitude
            {
                break
            }
            best = next
        }
        newStart = best ?? newStart
    }

    /// Moves `UNTIL` so that the number of occurrences stays the same, if they can be counted.
    private mutating func moveEnd(of old: RecurrenceRule) {
        guard case .until(let until) = old.end else { return }
        let seconds = new.secondsSinceEpoch - self.old.secondsSinceEpoch
        let moved = until.civil.adding(seconds: seconds)
        rule.end = .until(.floating(moved))
        guard !isExact else { return }
        var before = Self.set(of: old, from: oldStart).occurrences()
        var after = Self.set(of: rule, from: newStart).occurrences()
        var count = 0
        var last: CivilDateTime?
        while let next = before.next(), next.civil <= until.civil {
            count += 1
            guard count <= Limits.countedTimesMax else { return }
            last = after.next()?.civil
        }
        let following = after.next()?.civil ?? moved.adding(seconds: 1)
        guard let last, last > moved || following <= moved else { return }
        rule.end = .until(.floating(last))
    }
}
