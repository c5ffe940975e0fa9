import CivilTime
import ServerBase
import Store
import WebDAV

/// The zones in which a report reads dates and floating times (RFC 4791, 7.3).
struct FloatingZones {
    /// The zone that the request names, which counts for all calendars; nil if it names none.
    private let requested: Zone?
    /// The zone of the account's clock.
    private let account: Zone
    private let zones: ZoneFiles
    /// The zones of calendars that were asked for before: definitions take time to read.
    private var known: [String: Zone] = [:]

    fileprivate init(requested: Zone?, account: Zone, _ zones: ZoneFiles) {
        (self.requested, self.account, self.zones) = (requested, account, zones)
    }

    /// That of the request, or else of the calendar, or else of the account.
    mutating func zone(of calendar: HomeCalendar) -> Zone {
        if let requested { return requested }
        let id = calendar.record.id.text
        if let zone = known[id] { return zone }
        let zone = calendar.zone.zone(zones) ?? account
        known[id] = zone
        return zone
    }

    /// The zone for what is in no calendar, such as the messages of an inbox.
    var ofNoCalendar: Zone { requested ?? account }
}

extension DAVMethods {
    /// Reads the zone in a request, which is refused if it can't be read.
    func floatingZones(asked body: XMLElement) async throws -> FloatingZones {
        let requested = try Self.requestedZone(in: body, server.zones)
        let account = try await server.clockZone(of: account.id)
        return FloatingZones(requested: requested, account: account, server.zones)
    }

    private static func requestedZone(in body: XMLElement, _ zones: ZoneFiles) throws -> Zone? {
        if let calendar = body.first(.calDAV("timezone")) {
            return try ReportContext.zone(inCalendar: calendar.text.trimmingSpaces())
        }
        guard let name = body.first(.calDAV("timezone-id"))?.text.trimmingSpaces() else {
            return nil
        }
        guard let zone = zones.zone(ZoneID(name)) else { throw QueryError.unknownTimeZone(name) }
        return zone
    }
}
