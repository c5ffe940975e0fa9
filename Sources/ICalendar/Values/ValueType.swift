/// The types of values (RFC 5545 section 3.3).
public enum ValueType: UInt8, CaseIterable, Hashable, Sendable {
    case binary, boolean, calendarAddress, date, dateTime, duration, float, integer
    case period, recurrence, text, time, uri, offset

    /// The name in capitals, as in `VALUE`.
    public var text: String { Self.spellings[Int(rawValue)] }

    /// The type of a name, in any case; nil for others.
    public init?(_ text: String) {
        guard let index = Self.spellings.firstIndex(where: { $0.isSame(ignoringCase: text) }) else {
            return nil
        }
        self.init(rawValue: UInt8(index))
    }

    /// In the order of the cases.
    private static let spellings: [String] = [
        "BINARY", "BOOLEAN", "CAL-ADDRESS", "DATE", "DATE-TIME", "DURATION", "FLOAT", "INTEGER",
        "PERIOD", "RECUR", "TEXT", "TIME", "URI", "UTC-OFFSET",
    ]
}

extension PropertyName {
    /// The type of values without a `VALUE` parameter; nil where no type is defined.
    public var valueType: ValueType? {
        switch self {
        case .begin, .end, .nonstandardCalendarName, .nonstandardCalendarZone, .zoneLocation: nil
        case .attachment, .url, .zoneURL, .source, .image, .conference: .uri
        case .attendee, .organizer: .calendarAddress
        case .completed, .dateTimeEnd, .due, .dateTimeStart, .recurrenceID, .exceptionDates,
            .recurrenceDates, .created, .dateTimeStamp, .lastModified, .acknowledged, .zoneUntil:
            .dateTime
        case .duration, .trigger, .refreshInterval: .duration
        case .position: .float
        case .percentComplete, .priority, .repetition, .sequence: .integer
        case .freeBusy: .period
        case .recurrenceRule, .exceptionRule: .recurrence
        case .zoneOffsetFrom, .zoneOffsetTo: .offset
        case .calendarScale, .method, .productID, .version, .name, .categories, .classification,
            .comment, .description, .location, .resources, .status, .summary, .color,
            .transparency, .zoneID, .zoneName, .contact, .relatedTo, .uid, .action, .requestStatus:
            .text
        }
    }

    /// Whether the value is a list, separated by commas.
    public var isList: Bool {
        switch self {
        case .categories, .resources, .exceptionDates, .recurrenceDates, .freeBusy: true
        default: false
        }
    }
}

extension Property {
    /// The type of the value: from `VALUE`, or else the default for the property's name.
    ///
    /// nil when `VALUE` names an unknown type, or the property has no default type.
    public var valueType: ValueType? {
        guard let written = parameter("VALUE") else { return knownName?.valueType }
        return ValueType(written)
    }
}
