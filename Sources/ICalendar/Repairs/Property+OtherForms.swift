internal import CivilTime
internal import Recurrence

extension Property {
    /// Whether the line may be in a form that has to be rewritten.
    ///
    /// This runs for every line that is read, so it looks at the octets only.
    var mayNeedRepair: Bool {
        guard let knownName else {
            return raw.count > 5 && raw[raw.startIndex] | 0x20 == 0x78 && isAllDayMark
                || isOldAlarm || isQuotedPrintable
        }
        switch knownName {
        case .dateTimeEnd where time == nil: return true
        case .dateTimeStart, .dateTimeEnd, .due, .recurrenceID, .completed, .created,
            .dateTimeStamp, .lastModified, .acknowledged:
            return !isPlainTime(valueOctets, isDate: hasDateType) || isQuotedPrintable
        case .exceptionDates, .recurrenceDates, .freeBusy: return !isPlainList
        case .duration: return !isPlainDuration || valueOctets.first == 0x2D
        case .trigger: return !isPlainDuration
        case .recurrenceRule, .exceptionRule:
            return !valueOctets.contains(.equals) || RuleRespelling(valueOctets) != nil
        default: return isQuotedPrintable
        }
    }

    /// Whether the value is a time, or a list of times, in a zone.
    var mayNameOffset: Bool {
        switch knownName {
        case .dateTimeStart, .dateTimeEnd, .due, .recurrenceID, .exceptionDates, .recurrenceDates:
            true
        default: false
        }
    }

    /// Whether the line is `X-MICROSOFT-CDO-ALLDAYEVENT:TRUE`.
    var isAllDayMark: Bool {
        isSameName(nameOctets, "X-MICROSOFT-CDO-ALLDAYEVENT".utf8)
            && isSameName(trimmedValue, "TRUE".utf8)
    }

    /// Whether the line is an alarm of vCalendar 1.0: `DALARM` or `AALARM`.
    var isOldAlarm: Bool {
        isSameName(nameOctets, "DALARM".utf8) || isSameName(nameOctets, "AALARM".utf8)
    }

    /// Whether the type of the value is `DATE`.
    private var hasDateType: Bool {
        guard hasParameters else { return false }
        if let plain = parameterScanner.plainTimeParameters() {
            return plain.type.map { isSameName($0, "DATE".utf8) } ?? false
        }
        return parameter("VALUE")?.isSame(ignoringCase: "DATE") ?? false
    }

    private var isPlainList: Bool {
        let isDate = hasDateType
        var rest = valueOctets
        while true {
            let item = rest.prefix { $0 != .comma }
            let isPeriod = item.contains(0x2F) && !item.contains(where: { $0.isBlank })
            guard isPeriod || isPlainTime(item, isDate: isDate) else { return false }
            guard item.endIndex < rest.endIndex else { return true }
            rest = rest[(item.endIndex + 1)...]
        }
    }

    private var isPlainDuration: Bool {
        let value = valueOctets
        // An absolute trigger is a time.
        if value.first?.digit != nil { return isPlainTime(value, isDate: false) }
        guard CalendarDuration(ascii: value) != nil else { return false }
        return value.allSatisfy { $0 == $0.upperCased }
    }

    /// Whether a value is a date or a time in the form of RFC 5545, sections 3.3.4 and 3.3.5.
    private func isPlainTime(_ value: ArraySlice<UInt8>, isDate: Bool) -> Bool {
        let start = value.startIndex
        switch value.count {
        // Eight digits are a date even without `VALUE=DATE`, for every program.
        case 8: return value.areDigits
        case 15: break
        case 16 where value[start + 15] == 0x5A: break
        default: return false
        }
        guard !isDate, value[start + 8] == 0x54, value[start..<(start + 8)].areDigits,
            value[(start + 9)..<(start + 15)].areDigits
        else { return false }
        return value[start + 9] < 0x32 || value[start + 10] < 0x34
    }
}

extension ArraySlice<UInt8> {
    fileprivate var areDigits: Bool { allSatisfy { $0.digit != nil } }
}

// MARK: - Times and durations

extension Property {
    /// The same line with another value, type and zone; the other parameters stay.
    func rewritten(_ value: String, type: String?, keepsZone: Bool) -> Property {
        var parameters = self.parameters.filter { parameter in
            !parameter.name.isSame(ignoringCase: "VALUE")
                && (keepsZone || !parameter.name.isSame(ignoringCase: "TZID"))
        }
        if let type { parameters.insert(Parameter("VALUE", type), at: 0) }
        return Property(name: name, parameters: parameters, rawValue: value, line: line)
    }

    /// The line with the whole name of a zone that has a colon in it, such as `GMT+02:00`; nil if it has
    /// none.
    ///
    /// Without quotes, what is after the colon was read as the beginning of the value.
    var withWholeZone: Property? {
        let value = valueOctets
        guard value.count > 3, let zone = parameter("TZID"),
            let colon = value.firstIndex(of: .colon),
            (1...2).contains(colon - value.startIndex), value[..<colon].areDigits
        else { return nil }
        let name = zone + ":" + String(decoding: value[..<colon], as: UTF8.self)
        guard Zone(namedByOffset: ZoneID(name)) != nil else { return nil }
        return Property(
            name: self.name,
            parameters: setting("TZID", to: [name]).parameters,
            rawValue: String(decoding: value[(colon + 1)...], as: UTF8.self),
            line: line
        )
    }

    /// The line with a time that is written as RFC 5545 says; nil if it has none, or has it already.
    var withPlainTime: Property? {
        let isDate = hasDateType
        guard !isPlainTime(valueOctets, isDate: isDate),
            let time = WrittenTime(valueOctets, isDate: isDate)?.time
        else { return nil }
        return rewritten(
            time.basicText,
            type: time.isDate ? "DATE" : nil,
            keepsZone: !time.isDate && time.zoneID == nil
        )
    }

    /// The line with a duration that is written as RFC 5545 says; nil if it has none, or has it
    /// already.
    var withPlainDuration: Property? {
        guard !isPlainDuration, let duration = CalendarDuration(anyForm: valueOctets) else {
            return nil
        }
        return rewritten(duration.text, type: nil, keepsZone: true)
    }

    /// The lines with the times or periods of a list; nil if it needs no repair.
    ///
    /// Dates, instants and local times can't share one line, so each kind gets its own. Values that
    /// can't be read get their own line too, so that they don't spoil the others.
    var withPlainTimes: [Property]? {
        guard !isPlainList else { return nil }
        let isDate = hasDateType
        var lists: [ListKind: String] = [:]
        var order: [ListKind] = []
        var isWrittenAnew = valueOctets.isEmpty || valueOctets.contains(.semicolon)
        let written = valueOctets.split(omittingEmptySubsequences: false) {
            $0 == .comma || $0 == .semicolon
        }
        for octets in written {
            let item = octets.trimmingBlanks
            guard !item.isEmpty else {
                isWrittenAnew = true
                continue
            }
            let (kind, text) = Self.listed(item, isDate: isDate)
            isWrittenAnew = isWrittenAnew || !octets.elementsEqual(text.utf8)
            if lists[kind] == nil { order.append(kind) }
            lists[kind] = lists[kind].map { $0 + "," + text } ?? text
        }
        guard isWrittenAnew || order.count(where: { $0 != .unread }) > 1 else { return nil }
        return order.map { kind in
            let text = lists[kind] ?? ""
            switch kind {
            case .date: return rewritten(text, type: "DATE", keepsZone: false)
            case .instant: return rewritten(text, type: nil, keepsZone: false)
            case .local: return rewritten(text, type: nil, keepsZone: true)
            case .instantPeriod, .localPeriod:
                let type = knownName == .freeBusy ? nil : "PERIOD"
                return rewritten(text, type: type, keepsZone: kind == .localPeriod)
            case .unread:
                return Property(name: name, parameters: parameters, rawValue: text, line: line)
            }
        }
    }

    private enum ListKind: Hashable {
        case date, instant, local, instantPeriod, localPeriod, unread
    }

    private static func listed(
        _ item: ArraySlice<UInt8>,
        isDate: Bool
    ) -> (kind: ListKind, text: String) {
        let unread = (ListKind.unread, String(decoding: item, as: UTF8.self))
        guard let slash = item.firstIndex(of: 0x2F) else {
            guard let time = WrittenTime(item, isDate: isDate)?.time else { return unread }
            let kind = time.isDate ? ListKind.date : time.zoneID == nil ? .local : .instant
            return (kind, time.basicText)
        }
        let tail = item[(slash + 1)...]
        guard let start = CalendarTime(anyForm: item[..<slash]), !start.isDate else {
            return unread
        }
        let end: String
        if let duration = CalendarDuration(anyForm: tail) {
            end = duration.text
        } else if let time = CalendarTime(anyForm: tail),
            (time.zoneID == nil) == (start.zoneID == nil)
        {
            end = time.basicText
        } else {
            return unread
        }
        let kind = start.zoneID == nil ? ListKind.localPeriod : .instantPeriod
        return (kind, start.basicText + "/" + end)
    }
}

/// A time as a property writes it; its `VALUE` may contradict the value.
private struct WrittenTime {
    let time: CalendarTime

    /// Reads a value; nil if it isn't a time.
    ///
    /// If `VALUE=DATE` contradicts the value, the time counts. Midnight is the exception: programs
    /// that make this mistake write it for dates.
    init?(_ value: ArraySlice<UInt8>, isDate: Bool) {
        guard let time = CalendarTime(anyForm: value) else { return nil }
        let isMidnight = time.civil.time == .midnight
        self.time = isDate && isMidnight && !value.hasOffset ? .date(time.civil.date) : time
    }
}

extension ArraySlice<UInt8> {
    /// The octets without blanks around them.
    var trimmingBlanks: ArraySlice<UInt8> {
        var rest = drop { $0.isBlank }
        while rest.last?.isBlank == true { rest.removeLast() }
        return rest
    }

    /// Whether the time ends with an offset; if so, only the instant matters.
    fileprivate var hasOffset: Bool {
        let tail = drop { $0.upperCased != 0x54 && !$0.isBlank }
        return tail.contains { $0 == 0x2B || $0 == 0x2D }
    }
}
