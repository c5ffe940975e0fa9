public import CivilTime

/// Reads the objects of a file piece by piece, after a ``CalendarSurvey`` of it.
///
/// An object is returned as soon as its last component has been read; until then its components are
/// held. The objects and problems are those of ``CalendarFile/read(_:zones:)``.
public struct CalendarObjects: Sendable {
    private var stream: CalendarStream
    private var gatherer: ObjectGatherer

    /// Prepares to read a file that has been surveyed.
    ///
    /// - Parameters:
    ///   - survey: The survey of the whole file.
    ///   - zones: The known time zones; the survey tells which ones the file names.
    ///   - isStrict: Whether to note harmless violations of the RFC too.
    public init(_ survey: CalendarSurvey, zones: ZoneCatalogue? = nil, isStrict: Bool = false) {
        stream = CalendarStream(charset: survey.charset)
        gatherer = ObjectGatherer(survey, zones: zones, isStrict: isStrict)
    }

    /// The problems found so far, in the order of the lines.
    public var problems: [Problem] { gatherer.problems }

    /// Reads the next piece and returns the objects that it completes.
    public mutating func take(_ piece: [UInt8]) -> [CalendarObject] {
        take(stream.take(piece))
    }

    /// Finishes the file and returns the objects that are still held.
    public mutating func finish() -> [CalendarObject] {
        let objects = take(stream.finish())
        gatherer.finish()
        return objects + gatherer.takeObjects().map { $0.object }
    }

    private mutating func take(_ parts: [CalendarPart]) -> [CalendarObject] {
        for part in parts { gatherer.take(part) }
        return gatherer.takeObjects().map { $0.object }
    }
}
