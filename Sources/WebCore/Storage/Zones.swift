import Agenda
import CivilTime
import Client
import JSON

// Time zones: which are missing, and which the core has.

/// Sets the viewer's zone, in whose times everything is shown: `setZone(name, stays)`.
///
/// A stay is a line such as `Asia/Tokyo 2026-03-03 2026-03-10`: on these days the viewer's clock
/// shows that zone.
@_expose(wasm, "setZone")
@_cdecl("meantime_set_zone")
public func meantimeSetZone(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        guard let zone = page.agenda.zones.zone(ZoneID(arguments[0])) else {
            return .refusal("unknown-zone", arguments[0])
        }
        var stays: [ZoneStay] = []
        for line in arguments.lines(1) {
            guard let stay = page.agenda.zones.stay(line) else {
                return .refusal("unknown-zone", line)
            }
            stays.append(stay)
        }
        page.agenda.setZone(zone.travelling(stays))
        return .nothing
    }
}

extension ZoneCatalogue {
    /// Reads `Asia/Tokyo 2026-03-03 2026-03-10`; nil if the zone isn't there, or for anything else.
    fileprivate func stay(_ line: String) -> ZoneStay? {
        let parts = line.split(separator: " ").map { String($0) }
        guard parts.count == 3, let zone = zone(ZoneID(parts[0])),
            let first = CivilDate(parts[1]), let last = CivilDate(parts[2]), first <= last
        else { return nil }
        return ZoneStay(in: zone, on: first...last)
    }
}

/// Adds a zone from its TZif file, and shows the events that waited for it: `addZone(name, tzif)`.
@_expose(wasm, "addZone")
@_cdecl("meantime_add_zone")
public func meantimeAddZone(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        guard let zone = try? Zone(id: ZoneID(arguments[0]), tzif: arguments.octets(1)) else {
            return .refusal("zone", arguments[0])
        }
        page.agenda.addZone(zone)
        return .nothing
    }
}

/// Answers the zones that events name and the core doesn't have: `missingZones()`.
///
/// Zones that `showWithoutZones` got with `permanently` aren't among them.
@_expose(wasm, "missingZones")
@_cdecl("meantime_missing_zones")
public func meantimeMissingZones(_ length: Int32) -> Int32 {
    respond(length) { page, _ in
        .value { $0.array(page.agenda.missingZones) { $0.string($1.name) } }
    }
}

/// Answers the names by which to load those of these zones that the core doesn't have:
/// `unknownZones(names)`.
///
/// Zones that `showWithoutZones` got with `permanently` aren't among them.
@_expose(wasm, "unknownZones")
@_cdecl("meantime_unknown_zones")
public func meantimeUnknownZones(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let names = arguments.lines(0).compactMap { page.agenda.loadableName(of: ZoneID($0)) }
        return .value { $0.array(names) { $0.string($1) } }
    }
}

/// Shows the events that wait for these zones without them: `showWithoutZones(names, permanently)`.
///
/// `permanently` means that no event waits for them again, because the server doesn't have them
/// either.
@_expose(wasm, "showWithoutZones")
@_cdecl("meantime_do_without_zones")
public func meantimeDoWithoutZones(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let names = arguments.lines(0).map { ZoneID($0) }
        page.agenda.showWithoutZones(names, permanently: arguments.flag(1))
        return .nothing
    }
}

/// Shows some more of the events whose zones have been added: `showReady()`.
///
/// Answers whether all are shown.
@_expose(wasm, "showReady")
@_cdecl("meantime_show_ready")
public func meantimeShowReady(_ length: Int32) -> Int32 {
    respond(length) { page, _ in
        let isDone = page.agenda.showReady()
        if isDone { page.client.showAnswers() }
        return .value { $0.flag(isDone) }
    }
}

/// Converts a local time from one zone to another: `zoneTime(time, from, to)`.
///
/// An empty zone is the viewer's.
@_expose(wasm, "zoneTime")
@_cdecl("meantime_zone_time")
public func meantimeZoneTime(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        guard let civil = CivilDateTime(arguments[0]) else { return .refusal("time", arguments[0]) }
        let zones = [arguments[1], arguments[2]].map {
            $0.isEmpty ? page.agenda.zone : page.agenda.zones.zone(ZoneID($0))
        }
        guard let from = zones[0], let to = zones[1] else { return .refusal("unknown-zone") }
        return .text(to.civil(at: from.instant(of: civil)).text)
    }
}
