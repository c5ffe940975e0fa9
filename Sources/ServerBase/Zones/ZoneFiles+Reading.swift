package import CivilTime
package import ICalendar

extension ZoneFiles {
    /// The system's zone with this name, which may be another program's name for it; nil if there's
    /// none.
    ///
    /// A zone is read once.
    package func zone(_ name: ZoneID) -> Zone? {
        let known = name.databaseName
        return cache.zone(known) {
            octets(of: known).flatMap { try? Zone(id: ZoneID(known), tzif: $0) }
        } ?? Zone(namedByOffset: name)
    }

    /// The lines of a VTIMEZONE with this name, described around a year; nil if there's no such zone.
    func description(of name: ZoneID, around year: Int) -> [UInt8]? {
        guard let zone = zone(name) else { return nil }
        return cache.description(ZoneCache.DescriptionKey(name: name, year: year)) {
            var description = Component.timeZone(zone, around: year)
            description.set(.text("TZID", name.name))
            return CalendarText.write([description])
        }
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
