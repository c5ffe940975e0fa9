public import CivilTime
import Recurrence

/// A repetition as the form in the event sheet shows it.
///
/// A rule that the form can't show is ``Kind/other`` and is kept as it is.
public struct RepeatForm: Hashable, Sendable {
    /// The period of the repetition.
    public enum Kind: UInt8, Hashable, Sendable {
        case daily
        case weekly
        case monthly
        case yearly
        case other
    }

    /// The day of the month on which a monthly or yearly event repeats.
    public enum MonthDay: UInt8, Hashable, Sendable {
        /// The same date.
        case date
        /// The weekday with the same rank in the month, such as the second Tuesday.
        case nth
        /// The last of the weekday in the month.
        case last
        /// The last day of the month, whatever its date.
        case lastDay
    }

    /// The end of a repetition.
    public enum End: Hashable, Sendable {
        case never
        /// The last day, by the viewer's clock.
        case until(CivilDate)
        /// The number of occurrences, including the first.
        case count(Int)
    }

    /// The period of the repetition.
    public var kind: Kind
    /// The number of days, weeks, months or years from one occurrence to the next.
    public var interval: Int
    /// The weekdays of a weekly repetition, Monday first.
    public var weekdays: [Weekday]
    /// The day of the month of a monthly or yearly repetition.
    public var monthDay: MonthDay
    /// The end of the repetition.
    public var end: End

    /// Creates a repetition from its parts.
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

    /// Reads the rule of an event; nil if it is empty.
    ///
    /// - Parameters:
    ///   - rule: The value of `RRULE`.
    ///   - start: The start of the series.
    ///   - zone: The zone in which an `UNTIL` in UTC is shown as a day.
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
        case .monthly, .yearly:
            if parsed.byMonthDay == [-1] { monthDay = .lastDay }
            guard let day = parsed.byDay.first else { break }
            monthDay = day.ordinal < 0 ? .last : .nth
        case .daily, .other:
            break
        }
    }

    /// The kind of a rule if the form can show all of it, else ``Kind/other``.
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
            // The first day of the week matters if weeks are skipped and others have several days.
            let isAnyWeek = rule.interval == 1 || days.count < 2 || rule.weekStart == .monday
            return isAnyWeek ? .weekly : .other
        case .monthly where isPlain && (rule.byMonthDay.isEmpty || rule.byMonthDay == [start.day]):
            return .monthly
        case .monthly where isPlain && rule.byMonthDay == [-1] && isLastDay(start):
            return .monthly
        case .monthly where rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && days.count == 1:
            return isRanked(days[0], start) ? .monthly : .other
        case .yearly where days.isEmpty:
            let isMonth = rule.byMonth.isEmpty || rule.byMonth == [start.month]
            let isDay = rule.byMonthDay.isEmpty || rule.byMonthDay == [start.day]
            let isLast = rule.byMonth == [start.month] && rule.byMonthDay == [-1]
            return (isMonth && isDay) || (isLast && isLastDay(start)) ? .yearly : .other
        case .yearly where rule.byMonth == [start.month] && rule.byMonthDay.isEmpty:
            // With a month, a rank counts within the month, not within the year.
            return days.count == 1 && isRanked(days[0], start) ? .yearly : .other
        default:
            return .other
        }
    }

    /// Whether a date is the day that a rule names: its second Tuesday, or its last one.
    private static func isRanked(_ day: WeekdayOrdinal, _ date: CivilDate) -> Bool {
        let rank = (date.day - 1) / 7 + 1
        let isLast = day.ordinal == -1 && date.adding(days: 7).month != date.month
        return day.weekday == date.weekday && (isLast || day.ordinal == rank)
    }

    private static func isLastDay(_ date: CivilDate) -> Bool {
        date.adding(days: 1).month != date.month
    }

    /// Writes the day of the month, and for a yearly rule the month, unless the start's own date
    /// says it.
    private func setMonthDay(of rule: inout RecurrenceRule, _ start: CivilDate) {
        let isYearly = kind == .yearly
        let rank = (start.day - 1) / 7 + 1
        switch monthDay {
        case .date: return
        case .nth: rule.byDay = [WeekdayOrdinal(ordinal: rank, weekday: start.weekday)]
        case .last: rule.byDay = [WeekdayOrdinal(ordinal: -1, weekday: start.weekday)]
        case .lastDay: rule.byMonthDay = [-1]
        }
        if isYearly { rule.byMonth = [start.month] }
    }

    /// The rule for an event with a start; nil for ``Kind/other``.
    ///
    /// - Parameters:
    ///   - start: The start by the viewer's clock.
    ///   - isAllDay: Whether the event has dates, so that its `UNTIL` is one too.
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
        if kind == .monthly || kind == .yearly { setMonthDay(of: &rule, start.date) }
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
