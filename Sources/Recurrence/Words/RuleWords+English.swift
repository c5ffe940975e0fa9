internal import CivilTime

extension RuleWords {
    /// The rule as an English phrase, without a capital or a full stop.
    ///
    /// For example `every 2 weeks on Tuesday and Thursday until 3 June 2026`. It's complete for every
    /// rule, even for those that no editor can show.
    public var english: String {
        isVoid ? "never" : EnglishSentence(self).text
    }
}

/// Puts the parts of a rule together as a sentence.
struct EnglishSentence {
    private let words: RuleWords
    private let days: EnglishDays

    init(_ words: RuleWords) {
        self.words = words
        days = EnglishDays(words)
    }

    var text: String {
        var text = main
        switch words.skip {
        case .omit: break
        case .backward: text += ", or the day before where there is none"
        case .forward: text += ", or the day after where there is none"
        }
        for limit in limits { text += ", " + limit }
        if let weekStart = words.weekStart {
            text += ", weeks starting on " + EnglishWords.weekday(weekStart)
        }
        return text + end
    }

    private var every: String { EnglishWords.every(words.interval, words.frequency) }

    private var main: String {
        if !words.positions.isEmpty { return positioned }
        if words.frequency >= .monthly, days.isPlainWeekdays {
            return joined("every " + days.weekdayNames(each: false) + (days.inMonths ?? ""), times)
        }
        switch words.frequency {
        case .daily: return joined(daily, times)
        case .weekly: return joined(weekly, times)
        case .monthly: return joined(monthly, times)
        case .yearly: return joined(joined(every, days.yearly.map { "on " + $0 }), times)
        case .hourly, .minutely, .secondly: return joined(every, clock)
        }
    }

    private func joined(_ left: String, _ right: String?) -> String {
        right.map { left + " " + $0 } ?? left
    }

    // MARK: The days of each frequency

    private var daily: String {
        guard words.interval == 1, let kind = days.onlyKind else { return every }
        switch kind {
        case .weekdays: return "every " + days.weekdayNames(each: false) + (days.inMonths ?? "")
        case .monthDays: return "on " + days.ofEveryMonth(EnglishWords.monthDays(words.monthDays))
        case .none: return every + (days.inMonths ?? "")
        }
    }

    private var weekly: String {
        guard !words.weekdays.isEmpty else { return every }
        if words.interval == 1, days.isEveryWorkday { return "every weekday" }
        if words.interval == 1, words.weekdays.count == 7 { return "every day" }
        if days.isEveryWorkday { return every + " on weekdays" }
        if words.weekdays.count == 7 { return every + " on every day of the week" }
        return every + " on " + days.weekdayNames(each: false)
    }

    private var monthly: String {
        guard let day = days.monthly else { return every }
        if words.interval == 1, days.startsWithThe { return "on " + days.ofEveryMonth(day) }
        return every + " on " + day
    }

    /// A rule with BYSETPOS.
    private var positioned: String {
        let positions = EnglishWords.positions(words.positions)
        if let noun = days.noun, words.times.count <= 1 {
            switch words.frequency {
            case .monthly where words.interval == 1:
                return joined("on " + days.ofEveryMonth(positions + " " + noun), times)
            case .monthly where words.months.isEmpty:
                return joined(every + " on " + positions + " " + noun, times)
            case .yearly where words.months.count <= 1:
                let period = words.months.first.map { EnglishWords.month($0) } ?? "the year"
                return joined(every + " on " + positions + " " + noun + " of " + period, times)
            default: break
            }
        }
        let all =
            switch words.frequency {
            case .yearly: days.yearly
            case .monthly: days.monthly
            case .weekly: days.weekdayNames(each: true)
            default: nil as String?
            }
        let at = words.frequency >= .daily ? times : clock
        let these = [all, at].compactMap { $0 }.filter { !$0.utf8.isEmpty }
        guard !these.isEmpty else { return every + ", but only " + positions + " time" }
        var text = ""
        for part in these { text += text.utf8.isEmpty ? part : " " + part }
        return every + ", but only " + positions + " of these: " + text
    }

    // MARK: Times

    /// The times of day of a rule that steps by days or more.
    private var times: String? {
        if words.times.isEmpty { return nil }
        if words.times.count <= 12 {
            return "at " + EnglishWords.list(words.times.map { EnglishWords.time($0) })
        }
        let hours = EnglishClock.hours(words.hours)
        return [EnglishClock.parts(words), hours.isEmpty ? nil : hours].compactMap { $0 }
            .reduce("") { $0.utf8.isEmpty ? $1 : $0 + " " + $1 }
    }

    /// The minutes and seconds of a rule that steps by hours or less.
    private var clock: String? { EnglishClock.parts(words) }

    // MARK: Limits and end

    private var limits: [String] {
        var limits = days.limits
        if words.frequency < .daily, !words.hours.isEmpty {
            limits.append("only " + EnglishClock.hours(words.hours))
        }
        if words.frequency < .hourly, !words.minutes.isEmpty {
            limits.append("only in " + EnglishClock.units(words.minutes, "minute") + " of the hour")
        }
        if words.frequency < .minutely, !words.seconds.isEmpty {
            limits.append(
                "only in " + EnglishClock.units(words.seconds, "second") + " of the minute"
            )
        }
        return limits
    }

    private var end: String {
        // After SKIP's words the end needs a comma, as it's the end of the whole rule.
        let until = words.skip == .omit ? " until " : ", until "
        return switch words.end {
        case .never: ""
        case .count(1): ", once"
        case .count(let count): ", \(count) times"
        case .day(let date): until + EnglishWords.date(date)
        case .time(let civil):
            until + EnglishWords.date(civil.date) + " at " + EnglishWords.time(civil.time)
        }
    }
}

/// Hours, minutes and seconds as limits.
enum EnglishClock {
    /// `between 09:00 and 17:59 and between 20:00 and 20:59`.
    static func hours(_ hours: [Int]) -> String {
        var texts: [String] = []
        var index = 0
        while index < hours.count {
            var end = index
            while end + 1 < hours.count, hours[end + 1] == hours[end] + 1 { end += 1 }
            texts.append(
                "between " + EnglishWords.twoDigits(hours[index]) + ":00 and "
                    + EnglishWords.twoDigits(hours[end]) + ":59"
            )
            index = end + 1
        }
        return EnglishWords.list(texts)
    }

    /// `minute 30`, `minutes 0 to 14 and 30`.
    static func units(_ numbers: [Int], _ unit: String) -> String {
        let text = EnglishWords.list(EnglishWords.ranges(numbers, name: { String($0) }))
        return (numbers.count == 1 ? unit : unit + "s") + " " + text
    }

    /// The minutes and seconds of the hour that the rule adds; nil if there are none.
    ///
    /// Those that limit the rule's frequency aren't included.
    static func parts(_ words: RuleWords) -> String? {
        let minutes = words.frequency >= .hourly ? words.minutes : []
        let seconds = words.frequency >= .minutely ? words.seconds : []
        if minutes.isEmpty, seconds.isEmpty { return nil }
        if seconds.isEmpty { return "at " + units(minutes, "minute") }
        if minutes.isEmpty { return "at " + units(seconds, "second") }
        return "at " + units(minutes, "minute") + ", " + units(seconds, "second")
    }
}
