/// The parts of a rule, in the order in which they are written.
enum RulePart: UInt8, CaseIterable {
    case frequency
    case until
    case count
    case interval
    case bySecond
    case byMinute
    case byHour
    case byDay
    case byMonthDay
    case byYearDay
    case byWeekNumber
    case byMonth
    case bySetPosition
    case weekStart
    case scale
    case skip

    var name: String {
        switch self {
        case .frequency: "FREQ"
        case .until: "UNTIL"
        case .count: "COUNT"
        case .interval: "INTERVAL"
        case .bySecond: "BYSECOND"
        case .byMinute: "BYMINUTE"
        case .byHour: "BYHOUR"
        case .byDay: "BYDAY"
        case .byMonthDay: "BYMONTHDAY"
        case .byYearDay: "BYYEARDAY"
        case .byWeekNumber: "BYWEEKNO"
        case .byMonth: "BYMONTH"
        case .bySetPosition: "BYSETPOS"
        case .weekStart: "WKST"
        case .scale: "RSCALE"
        case .skip: "SKIP"
        }
    }

    /// Whether the part names days or times that BYSETPOS can pick from.
    var isSelecting: Bool {
        switch self {
        case .bySecond, .byMinute, .byHour, .byDay, .byMonthDay, .byYearDay, .byWeekNumber,
            .byMonth:
            true
        default: false
        }
    }

    init?(_ name: ArraySlice<UInt8>) {
        let part = RulePart.allCases.first { Keyword.matches(name, $0.name) }
        guard let part else { return nil }
        self = part
    }

    /// The smallest and largest number allowed, without the sign, and whether a minus is allowed.
    var bounds: (min: Int, max: Int, isSigned: Bool) {
        switch self {
        case .bySecond: (0, 60, false)
        case .byMinute: (0, 59, false)
        case .byHour: (0, 23, false)
        case .byMonthDay: (1, 31, true)
        case .byYearDay, .bySetPosition: (1, 366, true)
        case .byWeekNumber, .byDay: (1, 53, true)
        case .byMonth: (1, 12, false)
        default: (1, Limits.numberMax, false)
        }
    }
}

/// Compares ASCII words, ignoring case; `keyword` has to be in capitals.
enum Keyword {
    static func matches(_ octets: ArraySlice<UInt8>, _ keyword: String) -> Bool {
        guard octets.count == keyword.utf8.count else { return false }
        return zip(octets, keyword.utf8).allSatisfy { octet, expected in
            octet == expected || ((0x61...0x7A).contains(octet) && octet & 0xDF == expected)
        }
    }
}

extension Frequency {
    /// The word after `FREQ=`.
    var keyword: String {
        switch self {
        case .secondly: "SECONDLY"
        case .minutely: "MINUTELY"
        case .hourly: "HOURLY"
        case .daily: "DAILY"
        case .weekly: "WEEKLY"
        case .monthly: "MONTHLY"
        case .yearly: "YEARLY"
        }
    }
}

extension RecurrenceRule.Skip {
    /// The word after `SKIP=`.
    var keyword: String {
        switch self {
        case .omit: "OMIT"
        case .backward: "BACKWARD"
        case .forward: "FORWARD"
        }
    }
}
