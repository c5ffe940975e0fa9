internal import CivilTime

extension RecurrenceRule {
    /// Reads a rule's text, such as `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH`.
    ///
    /// Parts may come in any order and letter case. A part that can't be understood is an error,
    /// because a rule that is only half understood would put events on wrong days.
    public init(parsing text: String, _ reading: Reading = .lenient) throws(RuleError) {
        try self.init(parsing: Array(text.utf8)[...], reading)
    }

    /// How closely a text must follow the RFCs.
    public enum Reading: Hashable, Sendable {
        /// Accepts any text whose meaning is clear. Empty parts (a `;` too many), other programs'
        /// parts (`X-…`, which RFC 2445 allowed) and blanks around parts and values are ignored.
        /// SKIP needs no RSCALE, and parts may limit frequencies for which the RFC forbids them.
        case lenient
        /// Accepts only what RFC 5545 section 3.3.10 and RFC 7529 section 4.1 allow.
        case strict
    }

    /// Reads a rule's text from octets.
    public init(
        parsing octets: ArraySlice<UInt8>,
        _ reading: Reading = .lenient
    ) throws(RuleError) {
        guard octets.count <= Limits.ruleLengthMax else { throw .tooLong }
        var reader = RuleReader(start: octets.startIndex, isStrict: reading == .strict)
        var position = octets.startIndex
        while position < octets.endIndex {
            let end = octets[position...].firstIndex(of: UInt8(ascii: ";")) ?? octets.endIndex
            if end > position || reading == .strict { try reader.read(octets[position..<end]) }
            position = end + 1
        }
        self = try reader.finish()
    }
}

/// Reads a rule's parts one by one.
private struct RuleReader {
    private let start: Int
    private var rule = RecurrenceRule(frequency: .daily)
    private let isStrict: Bool
    private var seen: UInt32 = 0
    /// The offset of each part seen, by the part's raw value.
    private var offsets = SIMD16<Int32>(repeating: 0)

    init(start: Int, isStrict: Bool) {
        self.start = start
        self.isStrict = isStrict
    }

    mutating func read(_ written: ArraySlice<UInt8>) throws(RuleError) {
        let octets = isStrict ? written : trimmed(written)
        if !isStrict, octets.isEmpty || isForeign(octets) { return }
        guard let equals = octets.firstIndex(of: UInt8(ascii: "=")), equals > octets.startIndex
        else { throw .malformedPart(part: text(octets), offset: offset(of: octets)) }
        let name = isStrict ? octets[..<equals] : trimmed(octets[..<equals])
        guard let part = RulePart(name) else {
            throw .unknownPart(part: text(name), offset: offset(of: name))
        }
        guard !hasSeen(part) else {
            throw .repeatedPart(part: part.name, offset: offset(of: name))
        }
        seen |= 1 << UInt32(part.rawValue)
        offsets[Int(part.rawValue)] = Int32(truncatingIfNeeded: offset(of: name))
        if hasSeen(.count), hasSeen(.until) { throw .countAndUntil(offset: offset(of: name)) }
        let value = octets[(equals + 1)...]
        try readValue(isStrict ? value : trimmed(value), of: part)
    }

    /// The octets without spaces and tabs around them.
    private func trimmed(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = octets
        while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
        while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
        return rest
    }

    /// Whether a part is another program's own, `X-…`.
    private func isForeign(_ octets: ArraySlice<UInt8>) -> Bool {
        octets.count > 2 && octets[octets.startIndex] & 0xDF == UInt8(ascii: "X")
            && octets[octets.startIndex + 1] == UInt8(ascii: "-")
    }

    func finish() throws(RuleError) -> RecurrenceRule {
        guard hasSeen(.frequency) else { throw .missingFrequency }
        if isStrict { try checkCombinations() }
        return rule
    }

    /// Throws if parts are combined in a way that RFC 5545 section 3.3.10 or RFC 7529 forbids.
    private func checkCombinations() throws(RuleError) {
        let frequency = "FREQ=" + rule.frequency.keyword
        if rule.frequency != .yearly { try refuse(.byWeekNumber, beside: frequency) }
        if (.daily ... .monthly).contains(rule.frequency) {
            try refuse(.byYearDay, beside: frequency)
        }
        if rule.frequency == .weekly { try refuse(.byMonthDay, beside: frequency) }
        if rule.byDay.contains(where: { $0.ordinal != 0 }) {
            if rule.frequency < .monthly { try refuse(.byDay, beside: frequency) }
            if hasSeen(.byWeekNumber) { try refuse(.byDay, beside: RulePart.byWeekNumber.name) }
        }
        let others = RulePart.allCases.filter { $0.isSelecting && hasSeen($0) }
        if others.isEmpty { try refuse(.bySetPosition, beside: frequency) }
        if !hasSeen(.scale) { try refuse(.skip, beside: frequency) }
    }

    private func refuse(_ part: RulePart, beside other: String) throws(RuleError) {
        guard hasSeen(part) else { return }
        let offset = Int(offsets[Int(part.rawValue)])
        throw .misplaced(part: part.name, beside: other, offset: offset)
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
        case .scale:
            // RFC 7529: any other value names another calendar, such as the Chinese.
            guard Keyword.matches(value, "GREGORIAN") else {
                throw .unsupported(part: part.name, value: text(value), offset: offset(of: value))
            }
        case .skip: rule.skip = try skip(value)
        }
    }

    private func skip(_ value: ArraySlice<UInt8>) throws(RuleError) -> RecurrenceRule.Skip {
        let skip = RecurrenceRule.Skip.allCases.first { Keyword.matches(value, $0.keyword) }
        guard let skip else { throw invalid(value, of: .skip) }
        return skip
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
