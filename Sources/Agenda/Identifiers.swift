import CivilTime
import ICalendar

/// The identity of a calendar collection, as the server gave it.
public struct CalendarID: Hashable, Sendable {
    /// The identity's text.
    public let text: String

    /// Takes the text as it is.
    public init(_ text: String) {
        self.text = text
    }
}

/// The address of a stored calendar object: its collection and its name there (RFC 4791, 4.1).
public struct ObjectID: Hashable, Sendable {
    /// The collection the object is in.
    public let calendar: CalendarID
    /// The last part of the object's address.
    public let href: String

    /// Joins both parts.
    public init(calendar: CalendarID, href: String) {
        self.calendar = calendar
        self.href = href
    }

    /// Feeds the name alone, which nearly no two objects share.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(href)
    }
}

/// What names one occurrence of one stored event: the object and the start its rule gave it.
///
/// An object may, against RFC 4791, hold several events of one `UID`. Occurrences of those after
/// the first have the number of theirs behind the start: `20260310T140000~1`.
public struct OccurrenceKey: Hashable, Sendable {
    /// The object the occurrence belongs to.
    public let object: ObjectID
    /// The start before any override, in the basic form of RFC 5545.
    public let recurrenceID: String

    /// Joins both parts.
    public init(object: ObjectID, recurrenceID: String) {
        self.object = object
        self.recurrenceID = recurrenceID
    }

    /// Reads `calendar/href/recurrence-id`; nil when a part is missing.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        let slash = UInt8(ascii: "/")
        guard let first = bytes.firstIndex(of: slash), let last = bytes.lastIndex(of: slash),
            first < last
        else { return nil }
        object = ObjectID(
            calendar: CalendarID(String(decoding: bytes[..<first], as: UTF8.self)),
            href: String(decoding: bytes[(first + 1)..<last], as: UTF8.self)
        )
        recurrenceID = String(decoding: bytes[(last + 1)...], as: UTF8.self)
    }

    /// The key as `calendar/href/recurrence-id`.
    public var text: String {
        object.calendar.text + "/" + object.href + "/" + recurrenceID
    }
}

extension OccurrenceKey {
    /// Which of the object's events it is; 0 for the first, which overrides belong to.
    var masterIndex: Int {
        guard let mark = recurrenceID.utf8.firstIndex(of: UInt8(ascii: "~")) else { return 0 }
        let digits = recurrenceID.utf8[recurrenceID.utf8.index(after: mark)...]
        return Int(String(decoding: Array(digits), as: UTF8.self)) ?? 0
    }

    /// The start before any override, in the basic form of RFC 5545.
    public var originalStart: String {
        let start = recurrenceID.utf8.prefix { $0 != UInt8(ascii: "~") }
        return String(decoding: Array(start), as: UTF8.self)
    }

    init(object: ObjectID, originalStart: CalendarTime, masterIndex: Int) {
        let mark = masterIndex == 0 ? "" : "~" + String(masterIndex)
        self.init(object: object, recurrenceID: originalStart.basicText + mark)
    }
}
