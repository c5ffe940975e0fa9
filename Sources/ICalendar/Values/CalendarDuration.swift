public import CivilTime

/// A length of time as iCalendar writes it, such as `P1DT2H` (RFC 5545 section 3.3.6).
///
/// Days are nominal: a day later is the same time on the clock. Seconds are exact. Both
/// have the same sign.
public struct CalendarDuration: Hashable, Sendable {
    /// The days, weeks included.
    public let days: Int
    /// The exact part: hours, minutes and seconds.
    public let seconds: Int64

    /// Makes a duration; nil when the parts have different signs or are beyond the limit.
    public init?(days: Int, seconds: Int64 = 0) {
        guard days == 0 || seconds == 0 || (days < 0) == (seconds < 0),
            days.magnitude <= UInt(Limits.durationDaysMax),
            seconds.magnitude / 86_400 <= UInt64(Limits.durationDaysMax)
        else { return nil }
        self.days = days
        self.seconds = seconds
    }

    /// Reads a duration; nil when the text isn't one.
    ///
    /// The parts must be in RFC 5545's order, each at most once. Weeks may be combined with other
    /// parts, which the RFC doesn't allow.
    public init?(_ text: String) {
        self.init(ascii: Array(text.utf8)[...])
    }

    init?(ascii octets: ArraySlice<UInt8>) {
        var reader = Reader(octets: octets)
        guard let duration = reader.read() else { return nil }
        self = duration
    }

    /// Whether the duration goes back in time, as an alarm's trigger does.
    public var isNegative: Bool { days < 0 || seconds < 0 }

    /// The duration in iCalendar's form.
    public var text: String {
        var text = isNegative ? "-P" : "P"
        let days = self.days.magnitude
        let seconds = self.seconds.magnitude
        if days > 0, days % 7 == 0, seconds == 0 { return text + "\(days / 7)W" }
        if days > 0 { text += "\(days)D" }
        guard seconds > 0 || days == 0 else { return text }
        text += "T"
        if seconds >= 3_600 { text += "\(seconds / 3_600)H" }
        if seconds / 60 % 60 > 0 { text += "\(seconds / 60 % 60)M" }
        if seconds % 60 > 0 || seconds == 0 { text += "\(seconds % 60)S" }
        return text
    }
}

/// Reads the digits and units of a duration.
private struct Reader {
    var octets: ArraySlice<UInt8>
    // 64 bits even in WebAssembly, where an Int has 32, so that ten digits of weeks fit.
    var days: Int64 = 0
    var seconds: Int64 = 0

    mutating func read() -> CalendarDuration? {
        let isNegative = octets.first == 0x2D
        if isNegative || octets.first == 0x2B { octets.removeFirst() }
        guard octets.popFirst()?.upperCased == 0x50, !octets.isEmpty else { return nil }
        guard readDays(), readTime(), octets.isEmpty, let wholeDays = Int(exactly: days) else {
            return nil
        }
        return isNegative
            ? CalendarDuration(days: -wholeDays, seconds: -seconds)
            : CalendarDuration(days: wholeDays, seconds: seconds)
    }

    private mutating func readDays() -> Bool {
        var units: [(UInt8, Int64)] = [(0x57, 7), (0x44, 1)]
        while let octet = octets.first, octet.digit != nil {
            guard let part = part(of: &units) else { return false }
            days += part
        }
        return true
    }

    private mutating func readTime() -> Bool {
        guard octets.first?.upperCased == 0x54 else { return true }
        octets.removeFirst()
        guard !octets.isEmpty else { return false }
        var units: [(UInt8, Int64)] = [(0x48, 3_600), (0x4D, 60), (0x53, 1)]
        while !octets.isEmpty {
            guard let part = part(of: &units) else { return false }
            seconds += part
        }
        return true
    }

    /// Reads a number and a unit, which must be among those that may still come.
    private mutating func part(of units: inout [(UInt8, Int64)]) -> Int64? {
        var number: Int64 = 0
        var digits = 0
        while let digit = octets.first?.digit {
            octets.removeFirst()
            digits += 1
            // Ten digits hold every duration within the limit and cannot overflow.
            guard digits <= 10 else { return nil }
            number = number * 10 + Int64(digit)
        }
        guard digits > 0, let unit = octets.popFirst()?.upperCased,
            let index = units.firstIndex(where: { $0.0 == unit })
        else { return nil }
        let factor = units[index].1
        units.removeFirst(index + 1)
        return number * factor
    }
}

extension CivilDateTime {
    /// This clock time plus a duration, ignoring clock changes.
    public func adding(_ duration: CalendarDuration) -> CivilDateTime {
        let days = date.adding(days: duration.days)
        let morning = CivilDateTime(date: days, time: time).secondsSinceEpoch
        return CivilDateTime(secondsSinceEpoch: morning + duration.seconds)
    }
}
