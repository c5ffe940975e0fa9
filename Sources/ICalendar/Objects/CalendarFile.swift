public import CivilTime

/// Splits a whole file into objects.
///
/// Returns whatever is intact, and a problem with its line for anything else. It never returns part
/// of an event.
public enum CalendarFile {
    /// The objects of a file, its problems, and what it says about its calendar.
    public struct Contents: Sendable {
        /// One object for each UID, in the order of the file.
        public let objects: [CalendarObject]
        /// The problems of the file, in the order of its lines.
        public let problems: [Problem]
        /// The name the file gives the calendar: `NAME` (RFC 7986) or `X-WR-CALNAME`.
        public let suggestedName: String?
        /// The colour the file gives the calendar: a CSS name, or `#RRGGBB`.
        public let suggestedColor: String?
        /// The zone that `X-WR-TIMEZONE` names; floating times stay floating anyway.
        public let suggestedZoneName: String?
    }

    /// Reads a file.
    ///
    /// `zones` has the known time zones. Without it, every name that looks like an IANA name or is
    /// a Windows name counts as known.
    public static func read(_ octets: [UInt8], zones: ZoneCatalogue? = nil) -> Contents {
        contents(of: CalendarText.parse(octets), zones: zones)
    }

    /// Splits a text that has been parsed.
    ///
    /// With `isStrict`, harmless violations of the RFC are noted too.
    public static func contents(
        of result: ParseResult,
        zones: ZoneCatalogue? = nil,
        isStrict: Bool = false
    ) -> Contents {
        var survey = CalendarSurvey(problems: result.problems)
        for uid in result.droppedUIDs { survey.note(.dropped(uid: uid)) }
        for component in result.components { component.forEachPart { survey.note($0) } }
        var gatherer = ObjectGatherer(survey, zones: zones, isStrict: isStrict)
        for component in result.components { component.forEachPart { gatherer.take($0) } }
        gatherer.finish()
        return Contents(
            objects: gatherer.takeObjects().sorted { $0.number < $1.number }.map { $0.object },
            problems: gatherer.problems,
            suggestedName: survey.suggestedName,
            suggestedColor: survey.suggestedColor,
            suggestedZoneName: survey.suggestedZoneName
        )
    }

    /// The objects of a file, one for each UID.
    public static func objects(of result: ParseResult) -> [CalendarObject] {
        contents(of: result).objects
    }

    /// The problems of a file, in the order of its lines.
    ///
    /// With `isStrict`, harmless violations of the RFC are noted too.
    public static func problems(
        in octets: [UInt8],
        zones: ZoneCatalogue? = nil,
        isStrict: Bool = false
    ) -> [Problem] {
        contents(of: CalendarText.parse(octets), zones: zones, isStrict: isStrict).problems
    }
}

extension Component {
    /// Passes on a top-level component in parts, as a stream does.
    fileprivate func forEachPart(_ body: (CalendarPart) -> Void) {
        guard isNamed(.calendar) else { return body(.component(self)) }
        body(.begin(withoutNodes))
        for node in nodes {
            switch node {
            case .property(let property): body(.property(property))
            case .component(let component): body(.component(component))
            case .unread(let line): body(.unread(line))
            }
        }
        body(.end)
    }
}
