import Agenda
import CivilTime
import JSON

// Zones: which are needed, and which are known.

/// Sets the zone whose clock the page goes by: `setZone(name)`.
@_expose(wasm, "setZone")
@_cdecl("meantime_set_zone")
public func meantimeSetZone(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        guard let zone = page.agenda.zones.zone(ZoneID(arguments[0])) else {
            return .refusal("unknown-zone", arguments[0])
        }
        page.agenda.setZone(zone)
        return .nothing
    }
}

/// Makes a zone known, and shows what waited for it: `addZone(name, tzif)`.
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

/// Answers the names of zones that events name and that are not known: `missingZones()`; those that
/// nobody has are not among them.
@_expose(wasm, "missingZones")
@_cdecl("meantime_missing_zones")
public func meantimeMissingZones(_ length: Int32) -> Int32 {
    respond(length) { page, _ in
        .value { $0.array(page.agenda.missingZones) { $0.string($1.name) } }
    }
}

/// Answers which of these zones are not known: `unknownZones(names)`; those that nobody has are not
/// among them.
@_expose(wasm, "unknownZones")
@_cdecl("meantime_unknown_zones")
public func meantimeUnknownZones(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let names = arguments.lines(0).filter { page.agenda.lacksZone(ZoneID($0)) }
        return .value { $0.array(names) { $0.string($1) } }
    }
}

/// Shows what waits for these zones without them: `doWithoutZones(names, isForGood)`; for good when
/// nobody has them.
@_expose(wasm, "doWithoutZones")
@_cdecl("meantime_do_without_zones")
public func meantimeDoWithoutZones(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let names = arguments.lines(0).map { ZoneID($0) }
        page.agenda.doWithoutZones(names, isForGood: arguments.flag(1))
        return .nothing
    }
}

/// Answers what another clock shows at a time: `zoneTime(time, from, to)`; an empty zone is the
/// viewer's.
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
