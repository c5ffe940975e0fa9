import ICalendar
import Server

/// Files that the command line is given.
enum CalendarFileReading {
    /// Opens a file that is read piece by piece.
    static func open(_ file: String) throws -> OctetFile {
        guard let opened = OctetFile(path: file) else {
            throw CommandError("\(file): cannot be read")
        }
        return opened
    }

    /// What a file holds, iCalendar or jCal, its times read by the system's zones.
    static func contents(of file: String) throws -> CalendarFile.Contents {
        let octets = try open(file).octets
        guard JCal.isLikely(octets) else { return systemZones.contents(of: octets) }
        let result = JCal.parse(octets)
        return CalendarFile.contents(of: result, zones: systemZones.catalogue(of: result.zoneNames))
    }

    /// What is wrong with a file by the RFC's own measure, found in memory that does not grow with
    /// it.
    static func problems(of file: String) throws -> [Problem] {
        let opened = try open(file)
        guard !JCal.isLikely(opened.piece(from: 0)) else {
            let result = JCal.parse(opened.octets)
            let zones = systemZones.catalogue(of: result.zoneNames)
            return CalendarFile.contents(of: result, zones: zones, isStrict: true).problems
        }
        var survey = CalendarSurvey()
        opened.forEachPiece { survey.take($0) }
        survey.finish()
        let zones = systemZones.catalogue(of: survey.zoneNames)
        var objects = CalendarObjects(survey, zones: zones, isStrict: true)
        opened.forEachPiece { _ = objects.take($0) }
        _ = objects.finish()
        return objects.problems
    }

    /// The zone database of the system.
    static var systemZones: ZoneFiles { ZoneFiles(root: ServerSettings().zoneRoot) }
}
