package import CivilTime
package import ICalendar

extension ZoneFiles {
    /// The system's zone of a name, which may be one that other programs use; nil for no zone's.
    package func zone(_ name: ZoneID) -> Zone? {
        let known = ZoneCatalogue.ianaName(for: name.name) ?? name.name
        guard let octets = octets(of: known) else { return nil }
        return try? Zone(id: ZoneID(known), tzif: octets)
    }

    /// A catalogue of those of some zones that the system knows, also by names of other programs.
    package func catalogue(of names: [ZoneID]) -> ZoneCatalogue {
        var catalogue = ZoneCatalogue()
        for name in names {
            if let zone = zone(name) { catalogue.add(zone) }
        }
        return catalogue
    }

    /// What a calendar file holds, its times read by the system's zones.
    package func contents(of octets: [UInt8]) -> CalendarFile.Contents {
        let result = CalendarText.parse(octets)
        return CalendarFile.contents(of: result, zones: catalogue(of: result.zoneNames))
    }
}
