import JSON

/// Converts iCalendar text piece by piece, to jCal or to newly folded iCalendar text.
///
/// In jCal a calendar's properties come before its components, and several calendars are put into
/// an array. So the text has to be read twice: first with ``look(at:)``, then, after
/// ``finishLooking()``, with ``convert(_:)``.
public struct CalendarConverter: Sendable {
    /// The formats to convert to.
    public enum Format: Hashable, Sendable {
        /// iCalendar text, newly folded.
        case text
        /// jCal (RFC 7265).
        case jCal
    }

    private let format: Format
    private var stream = CalendarStream()
    /// The calendars with their properties but without components; nil for a component outside of
    /// them.
    private var heads: [Component?] = []
    private var json = JSONWriter()
    private var lines = LineWriter()
    private var rootIndex = -1
    private var isInCalendar = false
    /// The problems of the text, once it has been looked at.
    public private(set) var problems: [Problem] = []

    /// Makes a converter to a format.
    public init(to format: Format) {
        self.format = format
    }

    /// Whether the text has nothing to convert, once it has been looked at.
    public var isEmpty: Bool { heads.isEmpty }

    // MARK: Looking

    /// Looks at the next piece of the text.
    public mutating func look(at piece: [UInt8]) {
        note(stream.take(piece))
    }

    /// Finishes the first pass over the text.
    public mutating func finishLooking() {
        note(stream.finish())
        problems = format == .jCal ? JCal.problems(ofWriting: stream.problems) : stream.problems
        stream = CalendarStream()
        isInCalendar = false
    }

    private mutating func note(_ parts: [CalendarPart]) {
        for part in parts {
            switch part {
            case .begin(let calendar):
                heads.append(calendar)
                isInCalendar = true
            case .property(let property):
                heads[heads.count - 1]?.nodes.append(.property(property.detached))
            case .component where !isInCalendar: heads.append(nil)
            case .component, .unread, .dropped: break
            case .end: isInCalendar = false
            }
        }
    }

    // MARK: Writing

    /// Converts the next piece of the text.
    public mutating func convert(_ piece: [UInt8]) -> [UInt8] {
        write(stream.take(piece))
    }

    /// Finishes the conversion and returns what is left of it.
    public mutating func finish() -> [UInt8] {
        var octets = write(stream.finish())
        if format == .jCal {
            if heads.count != 1 { json.endArray() }
            octets += json.takeOctets() + [.lineFeed]
        }
        return octets
    }

    private mutating func write(_ parts: [CalendarPart]) -> [UInt8] {
        for part in parts {
            if format == .jCal { writeJSON(part) } else { lines.write(part) }
        }
        return format == .jCal ? json.takeOctets() : lines.takeOctets()
    }

    private mutating func writeJSON(_ part: CalendarPart) {
        switch part {
        case .begin:
            beginRoot()
            isInCalendar = true
            if rootIndex < heads.count, let head = heads[rootIndex] {
                JCal.appendStart(of: head, to: &json)
            }
        case .component(let component):
            if !isInCalendar { beginRoot() }
            JCal.append(component, to: &json)
        case .end:
            JCal.appendEnd(to: &json)
            isInCalendar = false
        case .property, .unread, .dropped: break
        }
    }

    private mutating func beginRoot() {
        rootIndex += 1
        if rootIndex == 0, heads.count != 1 { json.beginArray() }
    }
}
