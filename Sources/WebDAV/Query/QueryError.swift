/// Why a CalDAV report isn't answered.
package enum QueryError: Error, Hashable, Sendable {
    /// The request isn't one that the DTD allows.
    case malformed(String)
    /// The filter makes no sense, such as a time range on a title.
    case invalidFilter(String)
    /// The filter asks for something that isn't supported.
    case unsupportedFilter(String)
    /// Texts can't be compared by this collation.
    case unsupportedCollation(String)
    /// The zone in the request isn't a calendar with one zone.
    case invalidTimeZone
    /// There's no zone of this name.
    case unknownTimeZone(String)
    /// The request asks for calendar data in another form than iCalendar 2.0.
    case unsupportedCalendarData
    /// Looking at an object would take too many steps.
    case tooMuchWork
    /// An object has more instances than may be written out.
    case tooManyInstances

    /// The precondition that isn't met, as the answer names it; nil for a malformed request.
    package var precondition: XMLName? {
        switch self {
        case .malformed: nil
        case .invalidFilter: .calDAV("valid-filter")
        case .unsupportedFilter: .calDAV("supported-filter")
        case .unsupportedCollation: .calDAV("supported-collation")
        // RFC 4791, 7.8, for CALDAV:timezone; RFC 7809, 5.3, for a name.
        case .invalidTimeZone: .calDAV("valid-calendar-data")
        case .unknownTimeZone: .calDAV("valid-timezone")
        case .unsupportedCalendarData: .calDAV("supported-calendar-data")
        case .tooMuchWork: .dav("number-of-matches-within-limits")
        case .tooManyInstances: .calDAV("max-instances")
        }
    }

    /// The reason, for a person who reads a log.
    package var reason: String {
        switch self {
        case .malformed(let reason), .invalidFilter(let reason), .unsupportedFilter(let reason):
            reason
        case .unsupportedCollation(let name): "The collation \(name) isn't supported."
        case .invalidTimeZone: "The time zone isn't a calendar with one VTIMEZONE."
        case .unknownTimeZone(let name): "There is no time zone named \(name)."
        case .unsupportedCalendarData: "Only text/calendar, version 2.0, is available."
        case .tooMuchWork: "Ask for a shorter time: this would take too long."
        case .tooManyInstances:
            "Ask for a shorter time: at most \(Limits.instancesOfObjectMax) instances fit."
        }
    }
}
