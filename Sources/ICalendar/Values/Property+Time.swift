public import CivilTime

extension Property {
    /// Makes a property of one time, such as `DTSTART;TZID=Europe/Berlin:20260101T090000`.
    public static func time(_ name: String, _ time: CalendarTime) -> Property {
        times(name, [time])
    }

    /// Makes a property of a list of times, such as `EXDATE`.
    ///
    /// All must be of the same kind and zone, because the first one decides the parameters.
    public static func times(_ name: String, _ times: [CalendarTime]) -> Property {
        var value = ""
        for (index, time) in times.enumerated() {
            if index > 0 { value += "," }
            value += time.basicText
        }
        return Property(name: name, parameters: times.first?.parameters ?? [], rawValue: value)
    }

    /// The zone of the property's times, as written; nil without a `TZID`.
    public var zoneName: String? {
        guard let name = parameter("TZID") else { return nil }
        // Windows' display names have commas, and some programs don't quote them.
        guard name.utf8.first == .parenthesis else { return name.isEmpty ? nil : name }
        for parameter in parameters where parameter.name.isSame(ignoringCase: "TZID") {
            return parameter.values.joined(separator: ",")
        }
        return name
    }

    /// The value as a time; nil when it isn't one (RFC 5545 sections 3.3.4, 3.3.5).
    ///
    /// A value with `Z` is in UTC whatever its `TZID`. Eight digits are a date even without
    /// `VALUE=DATE`. A period is read as its start, and a leap second as the second before it.
    public var time: CalendarTime? {
        TimeReader(self).time(valueOctets)
    }

    /// The times of a list such as `EXDATE` or `RDATE`; what cannot be read is left out.
    public var times: [CalendarTime] {
        let reader = TimeReader(self)
        return TextValue.parts(of: valueOctets).compactMap { reader.time($0) }
    }

    /// The times among the first values of such a list.
    ///
    /// The rest of the list isn't read.
    public func times(atMost countMax: Int) -> [CalendarTime] {
        let reader = TimeReader(self)
        return TextValue.parts(of: valueOctets, atMost: countMax).prefix(countMax)
            .compactMap { reader.time($0) }
    }

    /// The value as a duration; nil when it isn't one.
    public var duration: CalendarDuration? {
        CalendarDuration(ascii: valueOctets)
    }

    /// Whether every element of the list is a time.
    var hasOnlyTimes: Bool {
        let reader = TimeReader(self)
        return TextValue.parts(of: valueOctets).allSatisfy { reader.time($0) != nil }
    }
}

extension Component {
    /// The time of the first property of a known name.
    public func time(_ name: PropertyName) -> CalendarTime? {
        first(name)?.time
    }

    /// The time of the first property of a name.
    public func time(_ name: String) -> CalendarTime? {
        first(name)?.time
    }

    /// The times of all properties of a known name, which are lists such as `EXDATE`.
    public func times(_ name: PropertyName) -> [CalendarTime] {
        var times: [CalendarTime] = []
        for property in all(name) { times += property.times }
        return times
    }

    /// The times of all properties of a name, which are lists such as `EXDATE`.
    public func times(_ name: String) -> [CalendarTime] {
        var times: [CalendarTime] = []
        for property in all(name) { times += property.times }
        return times
    }
}

extension CalendarTime {
    /// The time in iCalendar's basic form: `20260101`, `20260101T090000` or with `Z`.
    public var basicText: String {
        switch self {
        case .date(let date): date.basicText
        case .floating(let civil), .zoned(let civil, _): civil.basicText
        case .utc(let instant): instant.basicText
        }
    }

    /// The parameters that say what kind of time it is.
    var parameters: [Parameter] {
        switch self {
        case .date: [Parameter("VALUE", "DATE")]
        case .floating, .utc: []
        case .zoned(_, let zone): [Parameter("TZID", zone.name)]
        }
    }
}

/// Reads times with the parameters of one property.
struct TimeReader {
    private let zone: ZoneID?
    private let isDate: Bool

    init(_ property: Property) {
        guard property.hasParameters else {
            zone = nil
            isDate = false
            return
        }
        if let plain = property.parameterScanner.plainTimeParameters() {
            zone = plain.zone.map { ZoneID(octets: Array($0)) }
            isDate = plain.type.map { isSameName($0, "DATE".utf8) } ?? false
            return
        }
        zone = property.zoneName.map { ZoneID($0) }
        isDate = property.parameter("VALUE")?.isSame(ignoringCase: "DATE") ?? false
    }

    func time(_ value: ArraySlice<UInt8>) -> CalendarTime? {
        var octets = value.prefix { $0 != 0x2F }
        while let last = octets.last, last.isBlank { octets.removeLast() }
        while let first = octets.first, first.isBlank { octets.removeFirst() }
        if octets.count == 8 || isDate {
            return CivilDate(ascii: octets.prefix(8)).map { .date($0) }
        }
        let isUTC = octets.last?.upperCased == 0x5A
        if isUTC { octets.removeLast() }
        guard let civil = civil(octets) else { return nil }
        if isUTC { return .utc(Instant(secondsSinceEpoch: civil.secondsSinceEpoch)) }
        return zone.map { .zoned(civil, $0) } ?? .floating(civil)
    }

    private func civil(_ octets: ArraySlice<UInt8>) -> CivilDateTime? {
        if let civil = CivilDateTime(ascii: octets) { return civil }
        // RFC 5545 section 3.3.12: second 60 is a leap second, which civil times don't have.
        guard octets.suffix(2).elementsEqual([0x36, 0x30]) else { return nil }
        return CivilDateTime(ascii: octets.dropLast(2) + [0x35, 0x39])
    }
}
