package import CivilTime
package import ICalendar

extension ZoneFiles {
    /// The system's zone with this name, which may be another program's name for it; nil if there's
    /// none.
    package func zone(_ name: ZoneID) -> Zone? {
        let known = ZoneCatalogue.ianaName(for: name.name) ?? name.name
        guard let octets = octets(of: known) else { return nil }
        return try? Zone(id: ZoneID(known), tzif: octets)
    }

    /// A catalogue of the zones in a list that the system knows, also by other programs' names.
    package func catalogue(of names: [ZoneID]) -> ZoneCatalogue {
        var catalogue = ZoneCatalogue()
        for name in names {
            if let zone = zone(name) { catalogue.add(zone) }
        }
        return catalogue
    }

    /// Reads a calendar file with the system's zones.
    package func contents(of octets: [UInt8]) -> CalendarFile.Contents {
        let result = CalendarText.parse(octets)
        return CalendarFile.contents(of: result, zones: catalogue(of: result.zoneNames))
    }
}
