import ICalendar

/// How many parts a calendar object has.
///
/// The length alone doesn't bound the time that a page takes to read and edit it: a megabyte is one
/// picture, or 60,000 dates.
struct ObjectPartCount {
    /// The components: events, their changed occurrences, reminders and parts of zones.
    private(set) var components = 0
    /// The properties and unreadable lines.
    private(set) var lines = 0
    /// The values of `RDATE` and `EXDATE`.
    private(set) var dates = 0
    /// The control characters other than tabs and line breaks.
    private(set) var controls = 0

    /// Counts the parts of a text that is stored: all its components, also those that belong to no
    /// event.
    init(of text: [UInt8], _ components: [Component]) {
        for component in components { add(component) }
        for octet in text where octet < 0x20 && octet != 0x09 && octet != 0x0A && octet != 0x0D {
            controls += 1
        }
    }

    private mutating func add(_ component: Component) {
        components += 1
        for node in component.nodes {
            switch node {
            case .component(let part): add(part)
            case .unread: lines += 1
            case .property(let property):
                lines += 1
                switch property.knownName {
                case .recurrenceDates, .exceptionDates:
                    dates += 1
                    for octet in property.valueOctets where octet == UInt8(ascii: ",") {
                        dates += 1
                    }
                default: break
                }
            }
        }
    }

    /// Why an object of this size is refused; nil if it isn't.
    var refusal: ObjectRefusal? {
        if components > Limits.objectComponentsMax {
            return .tooManyComponents(max: Limits.objectComponentsMax)
        }
        if lines > Limits.objectLinesMax { return .tooManyLines(max: Limits.objectLinesMax) }
        if controls > Limits.objectControlsMax {
            return .tooManyControls(max: Limits.objectControlsMax)
        }
        if dates > Limits.objectDatesMax { return .tooManyDates(max: Limits.objectDatesMax) }
        return nil
    }
}
