import ICalendar
package import Store

/// Gives calendars as one file.
package struct Exporter<Driver: Database>: Sendable {
    let store: CalendarStore<Driver>
    let owner: AccountID

    package init(store: CalendarStore<Driver>, owner: AccountID) {
        self.store = store
        self.owner = owner
    }

    /// Writes a file piece by piece, so that a calendar of any size goes out of little memory.
    ///
    /// - Parameters:
    ///   - calendars: what to write; the file has the name of the first when it is the only one.
    ///   - write: takes the next octets.
    /// - Throws: `StoreError`, and what `write` throws.
    package func write(
        _ calendars: [CalendarRecord],
        to write: ([UInt8]) async throws -> Void
    ) async throws {
        let only = calendars.count == 1 ? calendars.first : nil
        try await write(Self.opening(named: only?.name))
        var writtenZones: Set<String> = []
        for calendar in calendars {
            try await store.objects.eachPage(of: calendar.id, owner: owner) { page in
                var octets: [UInt8] = []
                for object in page {
                    octets += Self.components(of: object, writtenZones: &writtenZones)
                }
                try await write(octets)
            }
        }
        try await write(Array(Self.end.utf8))
    }

    private static var end: String { "END:VCALENDAR\r\n" }

    private static func opening(named name: String?) -> [UInt8] {
        var calendar = Component(name: "VCALENDAR")
        calendar.append(Property(name: "VERSION", rawValue: "2.0"))
        calendar.append(Property(name: "PRODID", rawValue: "-//Meantime//Meantime//EN"))
        if let name {
            calendar.append(.text("NAME", name))
            calendar.append(.text("X-WR-CALNAME", name))
        }
        return Array(CalendarText.write([calendar]).dropLast(end.utf8.count))
    }

    /// An object's components; the rules of a time zone only where it first occurs.
    private static func components(
        of object: ObjectRecord,
        writtenZones: inout Set<String>
    ) -> [UInt8] {
        let calendars = CalendarText.parse(object.ical).components
        let components = calendars.flatMap(\.components).filter { component in
            guard component.isNamed("VTIMEZONE") else { return true }
            return writtenZones.insert(component.first("TZID")?.rawValue ?? "").inserted
        }
        return CalendarText.write(components)
    }
}
