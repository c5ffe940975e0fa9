public import CivilTime

/// A span of time in `FREEBUSY` or `RDATE` (RFC 5545 section 3.3.9).
public struct CalendarPeriod: Hashable, Sendable {
    /// The two ways to give the end of a period.
    public enum End: Hashable, Sendable {
        /// At a time, exclusive.
        case time(CalendarTime)
        /// After a duration.
        case duration(CalendarDuration)
    }

    /// When it starts.
    public let start: CalendarTime
    /// When it ends.
    public let end: End

    /// Makes a period.
    public init(start: CalendarTime, end: End) {
        self.start = start
        self.end = end
    }

    /// The period in iCalendar's form: `20260101T090000Z/PT1H`.
    public var text: String {
        switch end {
        case .time(let time): start.basicText + "/" + time.basicText
        case .duration(let duration): start.basicText + "/" + duration.text
        }
    }
}

extension Property {
    /// The periods of a list such as `FREEBUSY`; other values are left out.
    public var periods: [CalendarPeriod] {
        let reader = TimeReader(self)
        return TextValue.parts(of: valueOctets).compactMap { reader.period($0) }
    }

    /// Makes a property of a list of periods; all are written in the zone of the first.
    public static func periods(
        _ name: PropertyName,
        _ periods: [CalendarPeriod],
        parameters: [Parameter] = []
    ) -> Property {
        var value = ""
        for (index, period) in periods.enumerated() {
            value += (index > 0 ? "," : "") + period.text
        }
        let type = name.valueType == .period ? [] : [Parameter("VALUE", "PERIOD")]
        let zone = periods.first?.start.parameters ?? []
        return Property(name: name.text, parameters: type + zone + parameters, rawValue: value)
    }
}

extension TimeReader {
    /// A value as a period; nil when it isn't one.
    func period(_ value: ArraySlice<UInt8>) -> CalendarPeriod? {
        guard let slash = value.firstIndex(of: 0x2F), let start = time(value[..<slash]),
            !start.isDate
        else { return nil }
        let rest = value[(slash + 1)...]
        if let duration = CalendarDuration(ascii: rest), !duration.isNegative {
            return CalendarPeriod(start: start, end: .duration(duration))
        }
        return time(rest).map { CalendarPeriod(start: start, end: .time($0)) }
    }
}
