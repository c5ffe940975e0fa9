import ICalendar
import Server
import ServerBase

/// Reads the files named on the command line.
enum CalendarFileReading {
    /// Opens a file to be read in pieces.
    static func open(_ file: String) throws -> OctetFile {
        guard let opened = OctetFile(path: file) else {
            throw CommandError("\(file): cannot be read")
        }
        return opened
    }

    /// The contents of an iCalendar or jCal file, with times in the system's zones.
    static func contents(of file: String) throws -> CalendarFile.Contents {
        let octets = try reading(file) { try open(file).octets }
        guard JCal.isLikely(octets) else { return systemZones.contents(of: octets) }
        let result = JCal.parse(octets)
        return CalendarFile.contents(of: result, zones: systemZones.catalogue(of: result.zoneNames))
    }

    /// Checks a file against the RFC; memory use does not depend on the file's size.
    static func problems(of file: String) throws -> [Problem] {
        let opened = try open(file)
        return try reading(file) { try problems(of: opened) }
    }

    private static func problems(of opened: OctetFile) throws -> [Problem] {
        guard !JCal.isLikely(try opened.piece(from: 0)) else {
            let result = JCal.parse(try opened.octets)
            let zones = systemZones.catalogue(of: result.zoneNames)
            return CalendarFile.contents(of: result, zones: zones, isStrict: true).problems
        }
        var survey = CalendarSurvey()
        try opened.forEachPiece { survey.take($0) }
        survey.finish()
        let zones = systemZones.catalogue(of: survey.zoneNames)
        var objects = CalendarObjects(survey, zones: zones, isStrict: true)
        try opened.forEachPiece { _ = objects.take($0) }
        _ = objects.finish()
        return objects.problems
    }

    /// Runs `body`, and adds the file's name to a ``FileReadError``.
    static func reading<Value>(_ file: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as FileReadError {
            throw CommandError(file: file, error)
        }
    }

    /// The system's zone database.
    static var systemZones: ZoneFiles { ZoneFiles(root: ServerSettings().zoneRoot) }
}

extension CommandError {
    init(file: String, _ error: FileReadError) {
        self.init("\(file): can not be read to its end: \(systemErrorText(error.code))")
    }
}
