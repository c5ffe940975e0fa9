public import CivilTime
import Recurrence

/// A repetition as the simple form of the event sheet shows it.
///
/// What the form can't show is ``Kind/other``: its rule is kept as it is.
public struct RepeatForm: Hashable, Sendable {
    /// What the event repeats by.
    public enum Kind: UInt8, Hashable, Sendable {
        case daily
        case weekly
        case monthly
        case yearly
        case other
    }

    /// Which day of a month is meant.
    public enum MonthDay: UInt8, Hashable, Sendable {
        /// The same date.
        case date
        /// The same weekday of the same rank: the second Tuesday.
        case nth
        /// The last of its weekday in the month.
        case last
    }

    /// When the repetition ends.
    public enum End: Hashable, Sendable {
        case never
        /// The last day, by the viewer's clock.
        case until(CivilDate)
        /// The number of occurrences, the first included.
        case count(Int)
    }

    /// What it repeats by.
    public var kind: Kind
    /// Every how many days, weeks, months or years.
    public var interval: Int
    /// The weekdays of a weekly repetition, Monday first.
    public var weekdays: [Weekday]
    /// Which day of the month, for a monthly one.
    public var monthDay: MonthDay
    /// When it ends.
    public var end: End

    /// A repetition by its parts.
    public init(
        kind: Kind,
        interval: Int = 1,
        weekdays: [Weekday] = [],
        monthDay: MonthDay = .date,
        end: End = .never
    ) {
        self.kind = kind
        self.interval = interval
        self.weekdays = weekdays
        self.monthDay = monthDay
        self.end = end
    }

    /// Reads the rule of an event; nil when there is none.
    ///
    /// - Parameters:
    ///   - rule: The value of `RRULE`.
    ///   - start: The start of the series.
    ///   - zone: The viewer's zone, in which the last day is shown.
    public init?(_ rule: String, start: CalendarTime, in zone: Zone) {
        guard !rule.isEmpty else { return nil }
        self.init(kind: .other)
        guard let parsed = try? RecurrenceRule(parsing: rule) else { return }
        interval = parsed.interval
        switch parsed.end {
        case .never: end = .never
        case .count(let count): end = .count(count)
        case .until(let time):
            let local =
                if case .utc(let instant) = time { zone.civil(at: instant) } else { time.civil }
            end = .until(local.date)
        }
        kind = Self.kind(of: parsed, start: start.civil.date)
        switch kind {
        case .weekly:
            let named = parsed.byDay.map { $0.weekday }
            let days = named.isEmpty ? [start.civil.date.weekday] : named
            weekdays = Weekday.allCases.filter { days.contains($0) }
        case .monthly:
            guard let day = parsed.byDay.first else { break }
            monthDay = day.ordinal < 0 ? .last : .nth
        case .daily, .yearly, .other:
            break
        }
    }

    /// The kind of a rule that the form can show wholly, else ``Kind/other``.
    private static func kind(of rule: RecurrenceRule, start: CivilDate) -> Kind {
        guard rule.bySecond.isEmpty, rule.byMinute.isEmpty, rule.byHour.isEmpty,
            rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty, rule.bySetPosition.isEmpty
        else { return .other }
        let days = rule.byDay
        let isPlain = days.isEmpty && rule.byMonth.isEmpty
        switch rule.frequency {
        case .daily where isPlain && rule.byMonthDay.isEmpty:
            return .daily
        case .weekly where rule.byMonth.isEmpty && rule.byMonthDay.isEmpty:
            guard days.allSatisfy({ $0.ordinal == 0 }) else { return .other }
            // Where weeks begin matters when some are left out and others have several days.
            let isAnyWeek = rule.interval == 1 || days.count < 2 || rule.weekStart == .monday
            return isAnyWeek ? .weekly : .other
        case .monthly where isPlain && (rule.byMonthDay.isEmpty || rule.byMonthDay == [start.day]):
            return .monthly
        case .monthly where rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && days.count == 1:
            let day = days[0]
            let isStart = day.weekday == start.weekday
            let rank = (start.day - 1) / 7 + 1
            return isStart && (day.ordinal == -1 || day.ordinal == rank) ? .monthly : .other
        case .yearly where days.isEmpty:
            let isMonth = rule.byMonth.isEmpty || rule.byMonth == [start.month]
            let isDay = rule.byMonthDay.isEmpty || rule.byMonthDay == [start.day]
            return isMonth && isDay ? .yearly : .other
        default:
            return .other
        }
    }

    /// The rule for an event that starts at a time; nil for ``Kind/other``.
    ///
    /// - Parameters:
    ///   - start: The start by the viewer's clock.
    ///   - isAllDay: Whether the event has dates, so that `UNTIL` is one too.
    ///   - zone: The viewer's zone.
    /// - Returns: The value of `RRULE`.
    public func rule(start: CivilDateTime, isAllDay: Bool, in zone: Zone) -> String? {
        let frequency: Frequency
        switch kind {
        case .daily: frequency = .daily
        case .weekly: frequency = .weekly
        case .monthly: frequency = .monthly
        case .yearly: frequency = .yearly
        case .other: return nil
        }
        var rule = RecurrenceRule(frequency: frequency, interval: max(1, interval))
        if kind == .weekly, !weekdays.isEmpty {
            rule.byDay = weekdays.map { WeekdayOrdinal(ordinal: 0, weekday: $0) }
        }
        if kind == .monthly {
            let weekday = start.date.weekday
            switch monthDay {
            case .date: break
            case .nth:
                let rank = (start.date.day - 1) / 7 + 1
                rule.byDay = [WeekdayOrdinal(ordinal: rank, weekday: weekday)]
            case .last: rule.byDay = [WeekdayOrdinal(ordinal: -1, weekday: weekday)]
            }
        }
        switch end {
        case .never: break
        case .count(let count): rule.end = .count(max(1, count))
        case .until(let date):
            let day = CivilDateTime(date: date.adding(days: 1), time: .midnight)
            let instant = zone.instant(of: day).adding(seconds: -1)
            rule.end = .until(isAllDay ? .date(date) : .utc(instant))
        }
        return rule.text
    }
}
