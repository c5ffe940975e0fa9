public import CivilTime

/// Takes a whole file apart into the objects that a calendar is made of.
///
/// What is sound is given and what is not is said, with its line; an event is given as a
/// whole or not at all.
public enum CalendarFile {
    /// What a file holds.
    public struct Contents: Sendable {
        /// One object for each UID, in the order of the file.
        public let objects: [CalendarObject]
        /// What is wrong with the file, in the order of its lines.
        public let problems: [Problem]
        /// The name the file gives the calendar: `NAME` (RFC 7986) or `X-WR-CALNAME`.
        public let suggestedName: String?
        /// The colour the file gives the calendar: a CSS name, or `#RRGGBB`.
        public let suggestedColor: String?
        /// The zone that `X-WR-TIMEZONE` names; floating times stay floating all the same.
        public let suggestedZoneName: String?
    }

    /// Reads a file.
    ///
    /// `zones` decides which time zones are known. Without it every name of the shape of an
    /// IANA or a Windows name is taken for known.
    public static func read(_ octets: [UInt8], zones: ZoneCatalogue? = nil) -> Contents {
        contents(of: CalendarText.parse(octets), zones: zones)
    }

    /// Takes apart what was read.
    ///
    /// What the RFC forbids and does no harm is noted too when `isStrict` says so.
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

    /// Everything that is wrong with a file, in the order of its lines.
    ///
    /// What the RFC forbids and does no harm is among it when `isStrict` says so.
    public static func problems(
        in octets: [UInt8],
        zones: ZoneCatalogue? = nil,
        isStrict: Bool = false
    ) -> [Problem] {
        contents(of: CalendarText.parse(octets), zones: zones, isStrict: isStrict).problems
    }
}

extension Component {
    /// Hands a component at the top on as a stream would give it.
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
