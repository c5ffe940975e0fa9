import CivilTime
import ICalendar
package import Store

/// Gives calendars as one file.
package struct Exporter<Driver: Database>: Sendable {
    let backend: Backend<Driver>
    let owner: AccountID

    package init(backend: Backend<Driver>, owner: AccountID) {
        self.backend = backend
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
        let head = CalendarText.write([.calendar(name: only?.name)])
        try await write(Array(head.dropLast(Self.end.utf8.count)))
        var pages = ExportPages(zones: backend.zones, year: year)
        for calendar in calendars {
            try await backend.store.objects.eachPage(of: calendar.id, owner: owner) { page in
                try await write(pages.octets(of: page))
            }
        }
        try await write(Array(Self.end.utf8))
    }

    private static var end: String { "END:VCALENDAR\r\n" }

    /// The present year, whose zones are described.
    private var year: Int {
        Instant(secondsSinceEpoch: backend.surroundings.nowSecond()).civilUTC.date.year
    }
}

/// Makes text of objects, with each zone described where it is first named.
private struct ExportPages {
    private let zones: ZoneFiles
    private var joiner: CalendarJoiner
    private var askedFor: Set<ZoneID> = []

    init(zones: ZoneFiles, year: Int) {
        self.zones = zones
        joiner = CalendarJoiner(year: year)
    }

    mutating func octets(of page: [ObjectRecord]) -> [UInt8] {
        var components: [Component] = []
        for record in page {
            let result = CalendarText.parse(record.ical)
            for id in result.zoneNames where askedFor.insert(id).inserted {
                if let zone = zones.zone(id) { joiner.zones.add(zone) }
            }
            for object in result.components.compactMap(CalendarObject.init) {
                components += joiner.add(object)
            }
        }
        return CalendarText.write(components)
    }
}
