package import CivilTime
package import ICalendar

extension ZoneFiles {
    /// A catalogue of those of some zones that the system knows, also by names of other programs.
    package func catalogue(of names: [ZoneID]) -> ZoneCatalogue {
        var catalogue = ZoneCatalogue()
        for name in names {
            let known = ZoneCatalogue.ianaName(for: name.name) ?? name.name
            guard let octets = octets(of: known),
                let zone = try? Zone(id: ZoneID(known), tzif: octets)
            else { continue }
            catalogue.add(zone)
        }
        return catalogue
    }

    /// What a calendar file holds, its times read by the system's zones.
    package func contents(of octets: [UInt8]) -> CalendarFile.Contents {
        let result = CalendarText.parse(octets)
        return CalendarFile.contents(of: result, zones: catalogue(of: result.zoneNames))
    }
}
