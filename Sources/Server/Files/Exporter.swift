import CivilTime
import ICalendar
import ServerBase
package import Store

/// Exports calendars, or a single object, as one file.
package struct Exporter: Sendable {
    let backend: Backend
    let owner: AccountID

    package init(backend: Backend, owner: AccountID) {
        self.backend = backend
        self.owner = owner
    }

    /// Writes a file piece by piece, so that memory use doesn't depend on its size.
    ///
    /// A file of several calendars has each UID only once, because programs would take two events
    /// with one UID for two versions of one event. If several of the account's calendars have a UID,
    /// the first keeps it, whether it's in the file or not. In the others the event gets another UID,
    /// which is the same in every export. A calendar exported alone keeps its UIDs, so that the file
    /// can be imported into it again.
    ///
    /// - Parameters:
    ///   - calendars: what to write.
    ///   - name: the file's name; nil for the calendar's, if there is only one.
    ///   - write: takes the next octets.
    /// - Throws: `StoreError`, and what `write` throws.
    package func write(
        _ calendars: [CalendarRecord],
        name: String? = nil,
        to write: ([UInt8]) async throws -> Void
    ) async throws {
        let only = calendars.count == 1 ? calendars.first : nil
        try await write(Self.opening(name: name ?? only?.name))
        var pages = ExportPages(zones: backend.zones, year: year)
        if calendars.count > 1 {
            pages.sharedUIDs = try await backend.store.objects.sharedUIDs(of: owner)
        }
        for calendar in calendars {
            for try await page in backend.store.objects.pages(of: calendar.id, seenBy: owner) {
                try await write(pages.octets(of: page))
            }
        }
        try await write(Array(Self.end.utf8))
    }

    /// The file of one object: an event with its series and time zones.
    func file(of object: ObjectRecord) -> [UInt8] {
        var pages = ExportPages(zones: backend.zones, year: year)
        return Self.opening(name: nil) + pages.octets(of: [object]) + Array(Self.end.utf8)
    }

    private static func opening(name: String?) -> [UInt8] {
        Array(CalendarText.write([.calendar(name: name)]).dropLast(end.utf8.count))
    }

    private static var end: String { "END:VCALENDAR\r\n" }

    /// The current year, around which time zones are described.
    private var year: Int {
        Instant(secondsSinceEpoch: backend.clockAndRandom.nowSecond()).civilUTC.date.year
    }
}

/// Writes objects as text, and describes each zone where it is first used.
struct ExportPages: Sendable {
    /// The UIDs that several calendars have, with those calendars.
    ///
    /// The first keeps the UID.
    var sharedUIDs: [String: [CalendarID]] = [:]
    private let zones: ZoneFiles
    private var joiner: CalendarJoiner
    private var askedFor: Set<ZoneID> = []

    init(zones: ZoneFiles, year: Int) {
        self.zones = zones
        joiner = CalendarJoiner(year: year)
    }

    /// Writes the next objects.
    ///
    /// - Parameters:
    ///   - page: The objects.
    ///   - part: What to write of each; nil for nothing.
    /// - Returns: Their text, with the zones that weren't described before.
    mutating func octets(
        of page: [ObjectRecord],
        _ part: (CalendarObject) -> CalendarObject? = { $0 }
    ) -> [UInt8] {
        var components: [Component] = []
        for record in page {
            let result = CalendarText.parse(record.ical)
            for id in result.zoneNames where askedFor.insert(id).inserted {
                if let zone = zones.zone(id) { joiner.zones.add(zone) }
            }
            for object in objects(of: result, in: record.calendar) {
                if let part = part(object) { components += joiner.add(part) }
            }
        }
        return CalendarText.write(components)
    }

    /// The objects in a text of a calendar, with UIDs that no other objects in the file have.
    func objects(of text: ParseResult, in calendar: CalendarID) -> [CalendarObject] {
        text.components.compactMap(CalendarObject.init).map { withUniqueUID($0, in: calendar) }
    }

    /// The object, with a UID that no other object in the file has.
    private func withUniqueUID(_ object: CalendarObject, in calendar: CalendarID) -> CalendarObject
    {
        guard let keeper = sharedUIDs[object.uid]?.first, keeper != calendar else { return object }
        return object.named(Self.uid(of: object.uid, in: calendar))
    }

    /// Hashes the calendar too, so that the same event in a third calendar gets a third UID.
    static func uid(of uid: String, in calendar: CalendarID) -> String {
        String(sha256Text(Array((calendar.text + "/" + uid).utf8)).prefix(32))
    }
}

/// The events that get another UID in exports of several calendars, by that UID.
struct RenamedUIDs: Sendable {
    private var events: [String: (uid: String, calendar: CalendarID)] = [:]

    /// - Parameter shared: UIDs that several calendars have, with the calendars.
    init(_ shared: [String: [CalendarID]] = [:]) {
        for (uid, calendars) in shared {
            for calendar in calendars {
                events[ExportPages.uid(of: uid, in: calendar)] = (uid, calendar)
            }
        }
    }

    /// The original UID and calendar of an object that was exported under another UID.
    func original(of object: CalendarObject) -> (object: CalendarObject, calendar: CalendarID)? {
        events[object.uid].map { (object.named($0.uid), $0.calendar) }
    }
}

extension CalendarObject {
    /// The same object under another UID.
    fileprivate func named(_ uid: String) -> CalendarObject {
        var renamed = calendar
        renamed.mapComponents { component in
            guard component.first("UID") != nil else { return component }
            var copy = component
            copy.set(.text("UID", uid))
            return copy
        }
        return CalendarObject(renamed) ?? self
    }
}
