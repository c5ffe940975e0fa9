public import CivilTime

/// Reads the objects of a file piece by piece, after a ``CalendarSurvey`` of it.
///
/// An object is given as soon as all its components have come; those that wait for more are
/// held. What is sound is given and what is not is said, as by ``CalendarFile/read(_:zones:)``.
public struct CalendarObjects: Sendable {
    private var stream = CalendarStream()
    private var gatherer: ObjectGatherer

    /// Begins a file that was surveyed.
    ///
    /// - Parameters:
    ///   - survey: What was found out about the whole file.
    ///   - zones: Which time zones are known; the survey says which ones the file names.
    ///   - isStrict: Whether what the RFC forbids is noted too where it does no harm.
    public init(_ survey: CalendarSurvey, zones: ZoneCatalogue? = nil, isStrict: Bool = false) {
        gatherer = ObjectGatherer(survey, zones: zones, isStrict: isStrict)
    }

    /// Everything that is wrong with the file so far, in the order of its lines.
    public var problems: [Problem] { gatherer.problems }

    /// Reads the next piece, and gives the objects that became whole by it.
    public mutating func take(_ piece: [UInt8]) -> [CalendarObject] {
        take(stream.take(piece))
    }

    /// Ends the file, and gives the objects that are still held.
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
