import Agenda
import CivilTime
import ICalendar
import JSON
import Recurrence

extension Page {
    /// Answers the first times of a rule, and the rule in words.
    ///
    /// The zone may be empty. The last four arguments may be left out: the instants `from` (included)
    /// and `before` (excluded) bound the times; `way` is `backward` to start with the latest; and `of`
    /// is `rule` to leave out a start that doesn't match the rule, although an event happens then too.
    /// `words` are the parts of a sentence that describes the rule. If the rule can't be read, there
    /// are no times, `words` is null, and `problem` says why.
    func answer(to call: RuleTimesCall) -> Answer {
        let id = call.zone.isEmpty ? nil : ZoneID(call.zone)
        guard let start = CalendarTime(text: call.start, zone: id) else {
            return .refusal("time", call.start)
        }
        guard let zone = id.map({ agenda.zones.zone($0) }) ?? .utc else {
            return .refusal("unknown-zone", call.zone)
        }
        let rule: RecurrenceRule
        do {
            rule = try RecurrenceRule(parsing: call.rule)
        } catch {
            return .object { json in
                json.field("times", [String]()) { $0.string($1) }
                json.field("instants", [String]()) { $0.string($1) }
                json.name("words")
                json.null()
                json.field("problem", error.reason)
            }
        }
        let limit = min(max(0, call.limit), Limits.ruleTimesMax)
        let low = call.from.flatMap({ Instant($0) }) ?? .distantPast
        let high = max(low, call.before.flatMap({ Instant($0) }) ?? .distantFuture)
        let set = RecurrenceSet(
            start: start,
            rules: [rule],
            zone: zone,
            includesStart: call.of != .rule,
            budget: ExpansionBudget(stepsMax: Limits.ruleStepsMax)
        )
        var occurrences = set.occurrences(in: low..<high)
        let isBackward = call.way == .backward
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
        return .object { json in
            json.field("times", times) { $0.string($1) }
            json.field("instants", instants) { $0.string($1) }
            json.name("words")
            json.object { $0.fields(of: words) }
            json.name("problem")
            json.null()
        }
    }
}

extension JSONWriter {
    /// Writes the parts of a rule.
    ///
    /// Weekdays count from 1 for Monday, months from 1 for January; a part that the rule doesn't
    /// have is an empty list or null.
    fileprivate mutating func fields(of words: RuleWords) {
        field("frequency", Int(words.frequency.rawValue))
        field("interval", words.interval)
        field("positions", words.positions) { $0.number($1) }
        field("weekdays", words.weekdays) { $0.number(Int($1.rawValue)) }
        field("ordinals", objects: words.ordinals) { json, day in
            json.field("ordinal", day.ordinal)
            json.field("weekday", Int(day.weekday.rawValue))
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
        if let weekStart = words.weekStart { number(Int(weekStart.rawValue)) } else { null() }
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
