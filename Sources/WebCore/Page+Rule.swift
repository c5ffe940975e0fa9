import Agenda
import CivilTime
import ICalendar
import Recurrence

extension Page {
    /// The first times that a rule gives, and the rule in words.
    ///
    /// Fields: start, zone or empty, rule, and how many, at most 10,000; then, each or empty, the
    /// first instant, the one before which all are, and `backward` for the last of them first.
    /// `english` is the sentence, `words` what it is made of, for other languages.
    func ruleTimes(_ fields: Fields) -> [UInt8] {
        let id = fields[1].isEmpty ? nil : ZoneID(fields[1])
        guard let start = CalendarTime(text: fields[0], zone: id) else {
            return failure("time", fields[0])
        }
        guard let zone = id.map({ agenda.zones.zone($0) }) ?? .utc else {
            return failure("unknown-zone", fields[1])
        }
        let rule: RecurrenceRule
        do {
            rule = try RecurrenceRule(parsing: fields[2])
        } catch {
            return failure("rule", error.reason)
        }
        let limit = min(max(0, Int(fields[3]) ?? 1), 10_000)
        let low = Instant(fields[4]) ?? .distantPast
        let high = max(low, Instant(fields[5]) ?? .distantFuture)
        let budget = ExpansionBudget(stepsMax: Limits.ruleStepsMax)
        let series = rule.series(from: start, in: zone, budget: budget)
        var occurrences = series.occurrences(in: low..<high)
        let isBackward = fields[6] == "backward"
        if isBackward { occurrences.seek(to: high) }
        var times: [String] = []
        var instants: [String] = []
        while times.count < limit,
            let next = isBackward ? occurrences.previous() : occurrences.next()
        {
            times.append(start.replacingCivil(next.civil).basicText)
            instants.append(next.instant.basicText)
        }
        let words = rule.words(start: start, zone: zone)
        return answer { json in
            json.field("times", times) { $0.string($1) }
            json.field("instants", instants) { $0.string($1) }
            json.field("english", words.english)
            json.name("words")
            json.object { $0.fields(of: words) }
        }
    }
}

extension JSONWriter {
    /// The parts of a rule: weekdays and months count from 1, Monday and January; what a part has
    /// not is an empty list or null.
    fileprivate mutating func fields(of words: RuleWords) {
        field("frequency", Int(words.frequency.rawValue))
        field("interval", words.interval)
        field("positions", words.positions) { $0.number($1) }
        field("weekdays", words.weekdays) { $0.number(Int($1.rawValue)) }
        field("ordinals", words.ordinals) { json, day in
            json.object { json in
                json.field("ordinal", day.ordinal)
                json.field("weekday", Int(day.weekday.rawValue))
            }
        }
        field("ordinalsOfMonth", words.ordinalPeriod == .month)
        field("monthDays", words.monthDays) { $0.number($1) }
        field("yearDays", words.yearDays) { $0.number($1) }
        field("weekNumbers", words.weekNumbers) { $0.number($1) }
        field("months", words.months) { $0.number($1) }
        field("hours", words.hours) { $0.number($1) }
        field("minutes", words.minutes) { $0.number($1) }
        field("seconds", words.seconds) { $0.number($1) }
        field("times", words.times) { $0.number($1.secondsSinceMidnight) }
        field("skip", Int(words.skip.rawValue))
        name("weekStart")
        if let weekStart = words.weekStart { number(Int(weekStart.rawValue)) } else { word("null") }
        field("never", words.isVoid)
        endFields(words.end)
    }

    private mutating func endFields(_ end: RuleWords.End) {
        switch end {
        case .never: break
        case .count(let count): field("count", count)
        case .day(let date): field("until", date.text)
        case .time(let civil): field("until", civil.text)
        }
    }
}
