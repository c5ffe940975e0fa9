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
    public static func contents(
        of result: ParseResult,
        zones: ZoneCatalogue? = nil
    ) -> Contents {
        var splitter = ObjectSplitter(problems: result.problems, zones: zones)
        let calendars = result.components.filter { $0.isNamed(.calendar) }
        if calendars.isEmpty, !result.components.isEmpty {
            splitter.note(.notACalendar, line: 1)
        } else {
            for component in result.components where !component.isNamed(.calendar) {
                splitter.note(.outsideComponent, line: component.line)
            }
        }
        for calendar in calendars { splitter.take(calendar) }
        let objects = splitter.finish(droppedUIDs: result.droppedUIDs)
        return Contents(
            objects: objects,
            problems: splitter.problems,
            suggestedName: first(["NAME", "X-WR-CALNAME"], in: calendars),
            suggestedColor: first(["COLOR", "X-APPLE-CALENDAR-COLOR"], in: calendars)
                .map { opaque($0) },
            suggestedZoneName: first(["X-WR-TIMEZONE"], in: calendars)
        )
    }

    /// The objects of a file, one for each UID.
    public static func objects(of result: ParseResult) -> [CalendarObject] {
        contents(of: result).objects
    }

    /// Everything that is wrong with a file, in the order of its lines.
    public static func problems(in octets: [UInt8], zones: ZoneCatalogue? = nil) -> [Problem] {
        read(octets, zones: zones).problems
    }

    /// The first text that is there of some properties, of which the earlier count more.
    private static func first(_ names: [String], in calendars: [Component]) -> String? {
        for name in names {
            for calendar in calendars {
                if let text = calendar.first(name)?.textValue, !text.isEmpty { return text }
            }
        }
        return nil
    }

    /// A colour without the opacity that Apple adds: `#RRGGBBAA` becomes `#RRGGBB`.
    private static func opaque(_ color: String) -> String {
        guard color.utf8.first == 0x23, color.utf8.count == 9 else { return color }
        return String(decoding: color.utf8.prefix(7), as: UTF8.self)
    }
}
