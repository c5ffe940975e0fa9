import Agenda
import CivilTime
import Client
import JSON

// Time zones: which are missing, and which the core has.

extension Page {
    /// Sets the viewer's zone, in whose times everything is shown.
    ///
    /// A stay is a line such as `Asia/Tokyo 2026-03-03 2026-03-10`: on these days the viewer's clock
    /// shows that zone.
    mutating func answer(to call: SetZoneCall) -> Answer {
        guard let zone = agenda.zones.zone(ZoneID(call.name)) else {
            return .refusal("unknown-zone", call.name)
        }
        var stays: [ZoneStay] = []
        for line in call.stays {
            guard let stay = agenda.zones.stay(line) else { return .refusal("unknown-zone", line) }
            stays.append(stay)
        }
        agenda.setZone(zone.travelling(stays))
        return .nothing
    }

    /// Adds a zone from its TZif file, and shows the events that waited for it.
    mutating func answer(to call: AddZoneCall) -> Answer {
        guard let zone = try? Zone(id: ZoneID(call.name), tzif: call.tzif) else {
            return .refusal("zone", call.name)
        }
        agenda.addZone(zone)
        return .nothing
    }

    /// Answers the zones that events name and the core doesn't have.
    ///
    /// Zones that `showWithoutZones` got with `permanently` aren't among them.
    func answer(to _: MissingZonesCall) -> Answer {
        .value { $0.array(agenda.missingZones) { $0.string($1.name) } }
    }

    /// Answers the names by which to load those of these zones that the core doesn't have.
    ///
    /// Zones that `showWithoutZones` got with `permanently` aren't among them.
    func answer(to call: UnknownZonesCall) -> Answer {
        let names = call.names.compactMap { agenda.loadableName(of: ZoneID($0)) }
        return .value { $0.array(names) { $0.string($1) } }
    }

    /// Shows the events that wait for these zones without them.
    ///
    /// `permanently` means that no event waits for them again, because the server doesn't have them
    /// either.
    mutating func answer(to call: ShowWithoutZonesCall) -> Answer {
        agenda.showWithoutZones(call.names.map { ZoneID($0) }, permanently: call.permanently)
        return .nothing
    }

    /// Shows some more of the events whose zones have been added.
    ///
    /// Answers whether all are shown.
    mutating func answer(to _: ShowReadyCall) -> Answer {
        let isDone = agenda.showReady()
        if isDone { client.showAnswers() }
        return .value { $0.flag(isDone) }
    }

    /// Converts a local time from one zone to another.
    ///
    /// An empty zone is the viewer's.
    func answer(to call: ZoneTimeCall) -> Answer {
        guard let civil = CivilDateTime(call.time) else { return .refusal("time", call.time) }
        let zones = [call.from, call.to].map {
            $0.isEmpty ? agenda.zone : agenda.zones.zone(ZoneID($0))
        }
        guard let from = zones[0], let to = zones[1] else { return .refusal("unknown-zone") }
        return .text(to.civil(at: from.instant(of: civil)).text)
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
