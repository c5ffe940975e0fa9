/// The names of properties that this library knows.
///
/// These are the names of RFC 5545 section 8.3.2 and of RFC 7986, and a few from other RFCs and
/// programs. A property with any other name is kept too, and is looked up by its text.
public enum PropertyName: UInt8, CaseIterable, Hashable, Sendable {
    // Around components.
    case begin, end
    // Of the calendar (RFC 5545 section 3.7, RFC 7986).
    case calendarScale, method, productID, version
    case name, refreshInterval, source
    // Descriptive (section 3.8.1).
    case attachment, categories, classification, comment, description, position, location
    case percentComplete, priority, resources, status, summary
    case color, image, conference
    // Times (section 3.8.2).
    case completed, dateTimeEnd, due, dateTimeStart, duration, freeBusy, transparency
    // Time zones (section 3.8.3, RFC 7808).
    case zoneID, zoneName, zoneOffsetFrom, zoneOffsetTo, zoneURL, zoneUntil
    // Relationships (section 3.8.4).
    case attendee, contact, organizer, recurrenceID, relatedTo, url, uid
    // Recurrence (section 3.8.5); EXRULE is RFC 2445's.
    case exceptionDates, exceptionRule, recurrenceDates, recurrenceRule
    // Alarms (section 3.8.6, RFC 9074).
    case action, repetition, trigger, acknowledged
    // Change management (section 3.8.7).
    case created, dateTimeStamp, lastModified, sequence
    // Requests (section 3.8.8).
    case requestStatus
    // What other programs write.
    case nonstandardCalendarName, nonstandardCalendarZone, zoneLocation

    /// The name in capitals.
    public var text: String { Self.spellings[Int(rawValue)] }

    /// The known name that a text spells, in any case; nil for other texts.
    public init?(_ text: String) {
        self.init(octets: Array(text.utf8)[...])
    }

    init?(octets: ArraySlice<UInt8>) {
        guard let index = Self.table.index(of: octets) else { return nil }
        self.init(rawValue: index)
    }

    private static let table = NameTable(spellings)

    /// In the order of the cases.
    private static let spellings: [String] = [
        "BEGIN", "END",
        "CALSCALE", "METHOD", "PRODID", "VERSION",
        "NAME", "REFRESH-INTERVAL", "SOURCE",
        "ATTACH", "CATEGORIES", "CLASS", "COMMENT", "DESCRIPTION", "GEO", "LOCATION",
        "PERCENT-COMPLETE", "PRIORITY", "RESOURCES", "STATUS", "SUMMARY",
        "COLOR", "IMAGE", "CONFERENCE",
        "COMPLETED", "DTEND", "DUE", "DTSTART", "DURATION", "FREEBUSY", "TRANSP",
        "TZID", "TZNAME", "TZOFFSETFROM", "TZOFFSETTO", "TZURL", "TZUNTIL",
        "ATTENDEE", "CONTACT", "ORGANIZER", "RECURRENCE-ID", "RELATED-TO", "URL", "UID",
        "EXDATE", "EXRULE", "RDATE", "RRULE",
        "ACTION", "REPEAT", "TRIGGER", "ACKNOWLEDGED",
        "CREATED", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE",
        "REQUEST-STATUS",
        "X-WR-CALNAME", "X-WR-TIMEZONE", "X-LIC-LOCATION",
    ]
}

/// The names of components that this library knows.
///
/// These are the names of RFC 5545 section 3.6, RFC 7953 and RFC 9073. Components with other names
/// are kept too.
public enum ComponentName: UInt8, CaseIterable, Hashable, Sendable {
    case calendar, event, task, journal, freeBusy, timeZone, alarm, standard, daylight
    case availability, available, participant, location, resource

    /// The name in capitals.
    public var text: String { Self.spellings[Int(rawValue)] }

    /// The known name that a text spells, in any case; nil for other texts.
    public init?(_ text: String) {
        self.init(octets: Array(text.utf8)[...])
    }

    init?(octets: ArraySlice<UInt8>) {
        guard let index = Self.table.index(of: octets) else { return nil }
        self.init(rawValue: index)
    }

    private static let table = NameTable(spellings)

    /// In the order of the cases.
    private static let spellings: [String] = [
        "VCALENDAR", "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VALARM",
        "STANDARD", "DAYLIGHT", "VAVAILABILITY", "AVAILABLE", "PARTICIPANT", "VLOCATION",
        "VRESOURCE",
    ]
}
