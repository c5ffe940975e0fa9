internal import CivilTime

extension RecurrenceRule {
    /// Reads a rule's text, such as `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH`.
    ///
    /// Parts may stand in any order and letter case, and an empty part (a `;` too many) is passed
    /// over. Everything else that RFC 5545 does not allow is an error, as a rule half understood
    /// would put events on wrong days.
    public init(parsing text: String) throws(RuleError) {
        try self.init(parsing: Array(text.utf8)[...])
    }

    /// Reads a rule's text from octets.
    public init(parsing octets: ArraySlice<UInt8>) throws(RuleError) {
        guard octets.count <= Limits.ruleLengthMax else { throw .tooLong }
        var reader = RuleReader(start: octets.startIndex)
        var position = octets.startIndex
        while position < octets.endIndex {
            let end = octets[position...].firstIndex(of: UInt8(ascii: ";")) ?? octets.endIndex
            if end > position { try reader.read(octets[position..<end]) }
            position = end + 1
        }
        self = try reader.finish()
    }
}

/// Takes a rule's parts one by one.
private struct RuleReader {
    private let start: Int
    private var rule = RecurrenceRule(frequency: .daily)
    private var seen: UInt32 = 0

    init(start: Int) {
        self.start = start
    }

    mutating func read(_ octets: ArraySlice<UInt8>) throws(RuleError) {
        guard let equals = octets.firstIndex(of: UInt8(ascii: "=")), equals > octets.startIndex
        else { throw .malformedPart(part: text(octets), offset: offset(of: octets)) }
        let name = octets[..<equals]
        guard let part = RulePart(name) else {
            throw .unknownPart(part: text(name), offset: offset(of: name))
        }
        guard !hasSeen(part) else {
            throw .repeatedPart(part: part.name, offset: offset(of: name))
        }
        seen |= 1 << UInt32(part.rawValue)
        if hasSeen(.count), hasSeen(.until) { throw .countAndUntil(offset: offset(of: name)) }
        try readValue(octets[(equals + 1)...], of: part)
    }

    func finish() throws(RuleError) -> RecurrenceRule {
        guard hasSeen(.frequency) else { throw .missingFrequency }
        return rule
    }

    private func hasSeen(_ part: RulePart) -> Bool {
        seen & (1 << UInt32(part.rawValue)) != 0
    }

    private mutating func readValue(
        _ value: ArraySlice<UInt8>,
        of part: RulePart
    ) throws(RuleError) {
        switch part {
        case .frequency: rule.frequency = try frequency(value)
        case .until: rule.end = .until(try until(value))
        case .count: rule.end = .count(try number(value, of: part))
        case .interval: rule.interval = try number(value, of: part)
        case .bySecond: rule.bySecond = try numbers(value, of: part)
        case .byMinute: rule.byMinute = try numbers(value, of: part)
        case .byHour: rule.byHour = try numbers(value, of: part)
        case .byDay: rule.byDay = try weekdays(value)
        case .byMonthDay: rule.byMonthDay = try numbers(value, of: part)
        case .byYearDay: rule.byYearDay = try numbers(value, of: part)
        case .byWeekNumber: rule.byWeekNumber = try numbers(value, of: part)
        case .byMonth: rule.byMonth = try numbers(value, of: part)
        case .bySetPosition: rule.bySetPosition = try numbers(value, of: part)
        case .weekStart: rule.weekStart = try weekday(value, of: part)
        // RFC 7529: only the Gregorian scale, and leaving invalid days out, can be expanded yet.
        case .scale:
            if !Keyword.matches(value, "GREGORIAN") { throw .unsupported(part: part.name) }
        case .skip:
            if !Keyword.matches(value, "OMIT") { throw .unsupported(part: part.name) }
        }
    }

    private func frequency(_ value: ArraySlice<UInt8>) throws(RuleError) -> Frequency {
        let frequency = Frequency.allCases.first { Keyword.matches(value, $0.keyword) }
        guard let frequency else { throw invalid(value, of: .frequency) }
        return frequency
    }

    private func until(_ value: ArraySlice<UInt8>) throws(RuleError) -> CalendarTime {
        if let date = CivilDate(ascii: value) { return .date(date) }
        let isUTC = value.last.map { $0 & 0xDF } == UInt8(ascii: "Z")
        guard let civil = CivilDateTime(ascii: isUTC ? value.dropLast() : value) else {
            throw invalid(value, of: .until)
        }
        return isUTC
            ? .utc(Instant(secondsSinceEpoch: civil.secondsSinceEpoch)) : .floating(civil)
    }

    private func items(
        _ value: ArraySlice<UInt8>
    ) throws(RuleError) -> [ArraySlice<UInt8>] {
        let items = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard items.count <= Limits.listLengthMax else { throw .tooLong }
        return items
    }

    private func numbers(
        _ value: ArraySlice<UInt8>,
        of part: RulePart
    ) throws(RuleError) -> [Int] {
        var numbers: [Int] = []
        for item in try items(value) { numbers.append(try number(item, of: part)) }
        return numbers
    }

    private func number(
        _ item: ArraySlice<UInt8>,
        of part: RulePart
    ) throws(RuleError) -> Int {
        let bounds = part.bounds
        var digits = item
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        guard !digits.isEmpty, digits.count <= 10, !isNegative || bounds.isSigned
        else { throw invalid(item, of: part) }
        var value: Int64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { throw invalid(item, of: part) }
            value = value * 10 + Int64(digit - 0x30)
        }
        guard value >= Int64(bounds.min), value <= Int64(bounds.max) else {
            throw invalid(item, of: part)
        }
        return isNegative ? -Int(value) : Int(value)
    }

    private func weekdays(_ value: ArraySlice<UInt8>) throws(RuleError) -> [WeekdayOrdinal] {
        var weekdays: [WeekdayOrdinal] = []
        for item in try items(value) {
            let weekday = try weekday(item.suffix(2), of: .byDay)
            let prefix = item.dropLast(2)
            let ordinal = prefix.isEmpty ? 0 : try number(prefix, of: .byDay)
            weekdays.append(WeekdayOrdinal(ordinal: ordinal, weekday: weekday))
        }
        return weekdays
    }

    private func weekday(
        _ value: ArraySlice<UInt8>,
        of part: RulePart
    ) throws(RuleError) -> Weekday {
        guard let weekday = Weekday(keyword: value) else { throw invalid(value, of: part) }
        return weekday
    }

    private func invalid(_ value: ArraySlice<UInt8>, of part: RulePart) -> RuleError {
        .invalidValue(part: part.name, value: text(value), offset: offset(of: value))
    }

    private func offset(of octets: ArraySlice<UInt8>) -> Int {
        octets.startIndex - start
    }

    private func text(_ octets: ArraySlice<UInt8>) -> String {
        String(decoding: octets, as: UTF8.self)
    }
}
