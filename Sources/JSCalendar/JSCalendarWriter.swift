package import CivilTime
package import ICalendar
import JSON

/// Writes calendar objects as a JSCalendar group (RFC 8984), one after the other.
///
/// Only events are written: their times, rules and changed dates, texts, places, links, keywords and
/// reminders. Participants are never written, and neither is what iCalendar doesn't define.
///
/// An override for "this and all that follow" counts only for its own date, because JSCalendar has
/// no such overrides.
package struct JSCalendarWriter: Sendable {
    /// The properties of the group.
    package struct Group: Hashable, Sendable {
        package let uid: String
        package let title: String
        /// A CSS colour name; nil for none.
        package let color: String?
        /// When anything in the group was last changed.
        package let updated: Instant

        package init(uid: String, title: String, color: String?, updated: Instant) {
            self.uid = uid
            self.title = title
            self.color = color
            self.updated = updated
        }
    }

    private let group: Group
    private let zone: @Sendable (ZoneID) -> Zone?
    private var hasEntries = false

    /// - Parameters:
    ///   - group: The properties of the group.
    ///   - zone: Finds the zone for a name, which may be another program's name for it; nil if the
    ///     zone database has none.
    package init(_ group: Group, zone: @escaping @Sendable (ZoneID) -> Zone?) {
        self.group = group
        self.zone = zone
    }

    /// The beginning of the text, up to the first entry.
    package func opening() -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.field("@type", "Group")
        json.field("uid", group.uid)
        json.field("prodId", CalendarText.productID)
        json.field("updated", group.updated.text)
        json.field("title", group.title)
        if let color = group.color { json.field("color", color) }
        json.name("entries")
        json.beginArray()
        return json.octets
    }

    /// The events of an object: one, or each override by itself if there is no master.
    package mutating func entries(of object: CalendarObject) -> [UInt8] {
        var octets: [UInt8] = []
        for entry in EventConverter(object, zone: zone).entries() {
            if hasEntries { octets.append(UInt8(ascii: ",")) }
            octets += entry
            hasEntries = true
        }
        return octets
    }

    /// The end of the text, after the last entry.
    package func closing() -> [UInt8] { Array("]}".utf8) }
}
