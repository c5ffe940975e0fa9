package import ICalendar

/// A stored calendar object, parsed once for everything that a report asks about it.
package struct ParsedObject: Sendable {
    /// The VCALENDAR.
    package let calendar: Component

    /// Parses a text; nil if it isn't a calendar.
    package init?(_ octets: [UInt8]) {
        let components = CalendarText.parse(octets).components
        guard let calendar = components.first(where: { $0.isNamed(.calendar) }) else { return nil }
        self.calendar = calendar
    }
}
