import CivilTime
import ICalendar

/// The identity of a calendar, as the server gave it.
public struct CalendarID: Hashable, Sendable {
    /// The identity's text.
    public let text: String

    /// Creates an identity from its text.
    public init(_ text: String) {
        self.text = text
    }
}

/// The address of a stored calendar object: its calendar and its name there (RFC 4791, 4.1).
public struct ObjectID: Hashable, Sendable {
    /// The calendar that the object is in.
    public let calendar: CalendarID
    /// The last part of the object's address.
    public let href: String

    /// Creates an address from its parts.
    public init(calendar: CalendarID, href: String) {
        self.calendar = calendar
        self.href = href
    }

    /// Hashes the name alone, which is nearly always unique.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(href)
    }
}

/// The name of one occurrence of a stored event: the object, and the start that its rule gave it.
///
/// Although RFC 4791 forbids it, an object may hold several masters of one `UID`. A key of those
/// after the first ends with the number of its master: `20260310T140000~1`.
public struct OccurrenceKey: Hashable, Sendable {
    /// The object the occurrence belongs to.
    public let object: ObjectID
    /// The start before any override, in the basic form of RFC 5545.
    public let recurrenceID: String

    /// Creates a key from its parts.
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
    /// The number of the object's master that it belongs to; 0 for the first, which the overrides
    /// belong to.
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
