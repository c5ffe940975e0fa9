import JSON

/// Converts single values between iCalendar's form and jCal's (RFC 7265 section 3.6).
enum JCalValue {
    /// A value in jCal's form; nil when it isn't valid for its type.
    static func json(_ raw: ArraySlice<UInt8>, as type: ValueType) -> JSONValue? {
        switch type {
        case .text: text(raw)
        case .binary, .calendarAddress, .uri: .string(String(decoding: raw, as: UTF8.self))
        case .duration: CalendarDuration(ascii: raw).map { _ in string(raw) }
        case .date: JCalTime.date(raw).map { string($0[...]) }
        case .dateTime: JCalTime.dateTime(raw).map { string($0[...]) }
        case .time: JCalTime.time(raw).map { string($0[...]) }
        case .offset: JCalTime.offset(raw).map { string($0[...]) }
        case .period: period(raw)
        case .boolean: boolean(raw)
        case .integer, .float: number(raw, isWhole: type == .integer)
        case .recurrence: recurrence(raw)
        }
    }

    /// A value in iCalendar's form; nil when the JSON isn't a value of this type.
    static func raw(_ value: JSONValue, as type: ValueType?) -> String? {
        switch type {
        case .recurrence: rule(value)
        case .period: period(value)
        case .text: value.spelling.map { TextValue.escaped($0) }
        case .date, .dateTime, .time, .offset: value.spelling.map { JCalTime.basic($0) }
        default: value.spelling
        }
    }

    /// A text without control characters, which iCalendar doesn't allow either.
    private static func text(_ raw: ArraySlice<UInt8>) -> JSONValue {
        let text = TextValue.unescaped(raw)
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == .lineFeed }
        guard !isPlain else { return .string(text) }
        let kept = text.utf8.filter { octet in
            octet >= 0x20 && octet != 0x7F || octet == .tab || octet == .lineFeed
        }
        return .string(String(decoding: kept, as: UTF8.self))
    }

    private static func string(_ octets: ArraySlice<UInt8>) -> JSONValue {
        .string(String(decoding: octets, as: UTF8.self))
    }

    private static func boolean(_ raw: ArraySlice<UInt8>) -> JSONValue? {
        if isSameName(raw, "TRUE".utf8) { return .boolean(true) }
        return isSameName(raw, "FALSE".utf8) ? .boolean(false) : nil
    }

    /// A number without a plus sign, which JSON doesn't allow.
    private static func number(_ raw: ArraySlice<UInt8>, isWhole: Bool) -> JSONValue? {
        let digits = raw.first == 0x2B ? raw.dropFirst() : raw
        guard JSONReader.isNumber(digits), digits.count <= Limits.numberOctetsMax,
            digits.first != 0x2D || raw.first != 0x2B,
            digits.allSatisfy({ $0.digit != nil || $0 == 0x2D || (!isWhole && $0 == 0x2E) })
        else { return nil }
        return .number(String(decoding: digits, as: UTF8.self))
    }

    // MARK: Periods

    /// `20260101T090000Z/PT1H` as `["2026-01-01T09:00:00Z", "PT1H"]`.
    private static func period(_ raw: ArraySlice<UInt8>) -> JSONValue? {
        guard let slash = raw.firstIndex(of: slash),
            let start = json(raw[..<slash], as: .dateTime)
        else { return nil }
        let end = raw[(slash + 1)...]
        guard let last = json(end, as: .dateTime) ?? json(end, as: .duration) else { return nil }
        return .array([start, last])
    }

    private static func period(_ value: JSONValue) -> String? {
        let parts = value.elements.compactMap { $0.text }
        guard parts.count == 2 else { return value.spelling }
        return JCalTime.basic(parts[0]) + "/" + JCalTime.basic(parts[1])
    }

    private static let slash: UInt8 = 0x2F

    // MARK: Rules

    /// A rule as an object of its parts, such as `{"freq":"DAILY","count":3}`.
    private static func recurrence(_ raw: ArraySlice<UInt8>) -> JSONValue? {
        var members: [JSONValue.Member] = []
        for part in raw.split(separator: .semicolon, omittingEmptySubsequences: false) {
            guard members.count < Limits.rulePartsMax, let equals = part.firstIndex(of: .equals),
                equals > part.startIndex, part[..<equals].allSatisfy({ $0.isNameOctet })
            else { return nil }
            let name = lowerCasedName(part[..<equals])
            let values = part[(equals + 1)...]
                .split(separator: .comma, omittingEmptySubsequences: false)
                .map { rulePart($0, isTime: isSameName(part[..<equals], "UNTIL".utf8)) }
            let value = values.count == 1 ? values[0] : .array(values)
            members.append(JSONValue.Member(name: name, value: value))
        }
        return .object(members)
    }

    private static func rulePart(_ raw: ArraySlice<UInt8>, isTime: Bool) -> JSONValue {
        if isTime, let time = json(raw, as: .dateTime) ?? json(raw, as: .date) { return time }
        guard !isTime, raw.first != 0x2B, let number = number(raw, isWhole: true) else {
            return string(raw)
        }
        return number
    }

    private static func rule(_ value: JSONValue) -> String? {
        guard case .object(let members) = value else { return value.spelling }
        var text = ""
        for (index, member) in members.enumerated() {
            if index > 0 { text += ";" }
            let isTime = member.name.isSame(ignoringCase: "UNTIL")
            text += upperCasedName(member.name.utf8.filter { $0.isNameOctet }) + "="
            for (index, element) in member.value.elements.enumerated() {
                guard let spelling = element.spelling else { return nil }
                text += (index > 0 ? "," : "") + (isTime ? JCalTime.basic(spelling) : spelling)
            }
        }
        return text
    }
}

/// A name with its ASCII letters in lower case.
func lowerCasedName(_ octets: some Sequence<UInt8>) -> String {
    String(
        decoding: octets.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 },
        as: UTF8.self
    )
}
