/// How much of each calendar object a report answers: its `calendar-data` (RFC 4791, 9.6).
package struct CalendarDataRequest: Hashable, Sendable {
    /// How components that repeat are answered.
    package enum Repetition: Hashable, Sendable {
        /// They are answered as stored.
        case asStored
        /// Each instance that touches a range is answered by itself (RFC 4791, 9.6.5).
        case expanded(TimeRange)
        /// Only the overrides that matter in a range are answered (RFC 4791, 9.6.6).
        case limited(TimeRange)
    }

    /// Which components and properties are answered; nil for all.
    package let selection: ComponentSelection?
    package let repetition: Repetition
    /// The range of the busy times that are answered (RFC 4791, 9.6.7); nil for all.
    package let freeBusyRange: TimeRange?

    /// Whole objects, as stored.
    package static let whole = CalendarDataRequest()

    private init() {
        (selection, repetition, freeBusyRange) = (nil, .asStored, nil)
    }

    /// Reads a request.
    ///
    /// - Parameter element: The `calendar-data`.
    /// - Throws: ``QueryError`` for what isn't valid or isn't available.
    package init(_ element: XMLElement) throws(QueryError) {
        let type = element.attributes["content-type"] ?? "text/calendar"
        let version = element.attributes["version"] ?? "2.0"
        guard type.lowercased() == "text/calendar", version == "2.0" else {
            throw .unsupportedCalendarData
        }
        var selection: ComponentSelection?
        var repetition = Repetition.asStored
        var freeBusyRange: TimeRange?
        for child in element.children {
            switch child.name {
            case .calDAV("comp") where selection == nil:
                var reader = SelectionReader()
                selection = try reader.calendar(child)
            case .calDAV("expand") where repetition == .asStored:
                repetition = .expanded(try Self.range(child))
            case .calDAV("limit-recurrence-set") where repetition == .asStored:
                repetition = .limited(try Self.range(child))
            case .calDAV("limit-freebusy-set") where freeBusyRange == nil:
                freeBusyRange = try Self.range(child)
            default:
                // RFC 4918, 17: unknown elements are ignored.
                guard child.name.namespace == XMLName.Namespace.calDAV else { continue }
                throw .malformed("A \(child.name.local) can't be here.")
            }
        }
        self.selection = selection.flatMap { $0.isWhole ? nil : $0 }
        self.repetition = repetition
        self.freeBusyRange = freeBusyRange
    }

    /// Whether objects are answered as stored, so that their texts needn't be parsed.
    package var isWhole: Bool {
        selection == nil && repetition == .asStored && freeBusyRange == nil
    }

    /// Whether all times are answered in UTC or without a zone.
    package var namesNoZones: Bool {
        if case .expanded = repetition { true } else { false }
    }

    private static func range(_ element: XMLElement) throws(QueryError) -> TimeRange {
        guard let range = TimeRange(element, needsBoth: true) else {
            throw .malformed("A \(element.name.local) has a start before its end, in UTC.")
        }
        return range
    }
}
