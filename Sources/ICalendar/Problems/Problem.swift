public import JSON
public import Recurrence

/// Something wrong in a file, and what was done about it.
public struct Problem: Hashable, Sendable {
    /// The physical line of the file, counted from 1.
    public let line: Int
    /// What is wrong.
    public let kind: Kind
    /// The event it is in, when that much of the event could be read.
    public let event: EventName?

    /// Makes a problem.
    public init(line: Int, kind: Kind, event: EventName? = nil) {
        self.line = line
        self.kind = kind
        self.event = event
    }

    /// What was done about a problem.
    public enum Outcome: Hashable, Sendable {
        /// The text stays as it is, but it may not be read as its author meant it.
        case kept
        /// The fault was repaired, and nothing is lost.
        case repaired
        /// The faulty part is left out as a whole.
        case dropped
    }

    /// The causes.
    public enum Kind: Hashable, Sendable {
        /// The file has no VCALENDAR.
        case notACalendar
        /// The file has events without a VCALENDAR around them.
        case missingCalendar
        /// There are blanks or blank lines before the first BEGIN.
        case blanksBeforeBegin
        /// The file is longer than this many octets.
        case fileTooLong(octetsMax: Int)
        /// The file has more content lines than this; the rest is not read.
        case tooManyLines(max: Int)
        /// The file is written in UTF-16.
        case utf16
        /// A line is not UTF-8; its invalid octets are read as Windows-1252.
        case notUTF8
        /// A line is longer than this many octets when it is unfolded.
        case lineTooLong(octetsMax: Int)
        /// An array in jCal is not a property.
        case notAProperty
        /// A line has no name or no colon.
        case unreadLine
        /// A line that has no name or no colon is not written as jCal, which has no place for it.
        case unreadLineInJCal
        /// A component is longer than this many octets, with some added for each line.
        case componentTooLong(octetsMax: Int)
        /// A text that should be jCal stops being JSON here; the rest is not read.
        case invalidJSON(JSONFault)
        /// Something in jCal is not a component.
        case notAComponent
        /// A quote in the parameters is never closed.
        case openQuote(property: String)
        /// A line is outside of every component.
        case outsideComponent
        /// An END has no BEGIN.
        case endWithoutBegin(component: String)
        /// A VCALENDAR has no END.
        case calendarWithoutEnd
        /// A component has no END.
        case componentWithoutEnd(component: String)
        /// A component cannot be read as a whole because of another problem inside it.
        case damaged(component: String)
        /// Components are nested deeper than this.
        case nestedTooDeep(max: Int)
        /// A component that is not an event, task or journal entry, and has no UID.
        case unknownComponent(component: String)
        /// A component has no UID.
        case missingUID(component: String)
        /// An event has no DTSTART.
        case missingStart
        /// A property that an event needs has an invalid value.
        case invalidValue(property: String)
        /// A property that an event can do without has an invalid value.
        case unreadValue(property: String)
        /// An event ends before it starts; it gets the usual length instead.
        case endBeforeStart
        /// An event's end or duration can't be used; the event gets the usual length instead.
        case unusableEnd(property: String)
        /// A value is written in a form that RFC 5545 doesn't define for it.
        case otherForm(property: String)
        /// A line is written in the form of vCalendar 1.0.
        case olderForm(property: String)
        /// A rule has both COUNT and UNTIL; the one that ends it first counts.
        case countAndUntil
        /// An event from midnight to midnight is marked as one of whole days.
        case wholeDays
        /// A changed occurrence has a rule, and the file has no series for it, so it's read as the
        /// series.
        case seriesOfOverride
        /// DTSTART and DTEND are not both dates or both times.
        case mixedEndType
        /// Times are dates but DTSTART is not, or the other way round.
        case mixedType(property: String)
        /// A time zone is neither known nor described in the file.
        case unknownZone(name: String)
        /// A repetition rule cannot be read.
        case invalidRule(RuleError)
        /// A repetition rule is read, but it breaks the RFCs.
        case looseRule(RuleError)
        /// UNTIL is a date where DTSTART is a time.
        case untilIsDate
        /// A rule steps by hours or less where DTSTART is a date.
        case ruleOfTimesForDate
        /// One changed occurrence has a rule of its own.
        case ruleOfOverride
        /// A value has characters that no text may contain.
        case controlCharacters(property: String)
        /// A rule repeats more often in a day than calendars show.
        case ruleTooOften(max: Int)
        /// A property occurs, or lists times, more often than the limit.
        case tooManyRepetitions(property: String, max: Int)
        /// A component lacks a property that it must have.
        case missingProperty(String, component: String)
        /// A property that may occur once is repeated.
        case repeatedProperty(String)
        /// A component has both an end and a DURATION.
        case endAndDuration(end: String)
        /// A value is not one of those the property allows.
        case unknownValue(property: String)
        /// A value has blanks around it.
        case blanksAround(property: String)
        /// Two components describe the same event, or the same occurrence of it.
        case duplicate(component: String)
        /// Different events have the same UID.
        case sharedUID
        /// An exception belongs to an event that was dropped.
        case overrideOfDropped
        /// This many more problems are not listed.
        case more(count: Int)
    }
}

extension Problem {
    /// What was done about it.
    public var outcome: Outcome {
        switch kind {
        case .missingCalendar, .blanksBeforeBegin, .utf16, .notUTF8, .calendarWithoutEnd,
            .missingUID, .sharedUID, .endBeforeStart, .unusableEnd, .otherForm, .olderForm,
            .countAndUntil, .wholeDays, .seriesOfOverride, .mixedEndType:
            .repaired
        case .unreadLine, .openQuote, .unknownZone, .invalidRule, .untilIsDate,
            .unreadValue, .looseRule, .ruleOfTimesForDate, .ruleOfOverride, .mixedType,
            .controlCharacters, .missingProperty, .repeatedProperty, .endAndDuration,
            .unknownValue, .blanksAround, .ruleTooOften, .tooManyRepetitions, .more:
            .kept
        case .notACalendar, .fileTooLong, .tooManyLines, .lineTooLong, .notAProperty,
            .unreadLineInJCal, .invalidJSON, .componentTooLong, .notAComponent, .outsideComponent,
            .endWithoutBegin, .componentWithoutEnd, .damaged, .nestedTooDeep, .unknownComponent,
            .missingStart, .invalidValue, .duplicate, .overrideOfDropped:
            .dropped
        }
    }

    /// Whether the problem was only in values of an event and has been repaired.
    public var isOfValues: Bool {
        switch kind {
        case .endBeforeStart, .unusableEnd, .otherForm, .olderForm, .countAndUntil, .wholeDays,
            .seriesOfOverride, .mixedEndType:
            true
        default: false
        }
    }

    /// An English sentence without the file's name: what is wrong, then what was done.
    public var message: String {
        if case .more = kind { return cause }
        return cause + ", " + outcome.word
    }

    private var cause: String {
        switch kind {
        case .notACalendar: "not a calendar: no VCALENDAR"
        case .missingCalendar: "no VCALENDAR around the events, read as if there were one"
        case .blanksBeforeBegin: "blanks before the first BEGIN, read without them"
        case .fileTooLong(let max): "file longer than \(max) octets"
        case .tooManyLines(let max): "more than \(max) lines, the rest is not read"
        case .utf16: "file in UTF-16, read as such"
        case .notUTF8: "not UTF-8, read as Windows-1252"
        case .lineTooLong(let max): "line longer than \(max) octets"
        case .notAProperty: "not a property"
        case .unreadLine: "not a property: no name or no colon"
        case .unreadLineInJCal: "not a property, for which jCal has no place"
        case .invalidJSON(let fault): "not JSON: \(fault.reason), the rest is not read"
        case .componentTooLong(let max): "component longer than \(max) octets"
        case .notAComponent: "not a component"
        case .openQuote(let property): "quote not closed in the parameters of \(excerpt(property))"
        case .outsideComponent: "line outside of every component"
        case .endWithoutBegin(let component): "END:\(excerpt(component)) without BEGIN"
        case .calendarWithoutEnd: "VCALENDAR without END"
        case .componentWithoutEnd(let component): "\(excerpt(component)) without END"
        case .damaged(let component): "\(excerpt(component)) cannot be read as a whole"
        case .nestedTooDeep(let max): "components nested more than \(max) deep"
        case .unknownComponent(let component):
            "\(excerpt(component)) is not an event, a task or a note"
        case .missingUID(let component): "\(excerpt(component)) without UID, one is derived from it"
        case .missingStart: "VEVENT without DTSTART"
        case .invalidValue(let property): "VEVENT with a \(excerpt(property)) that cannot be read"
        case .unreadValue(let property): "\(excerpt(property)) that cannot be read"
        case .endBeforeStart: "DTEND before DTSTART"
        case .unusableEnd(let property):
            "\(property) that cannot be used, the usual length is taken instead"
        case .otherForm(let property): "\(excerpt(property)) not in the form of RFC 5545"
        case .olderForm(let property): "\(excerpt(property)) in the form of vCalendar 1.0"
        case .countAndUntil: "COUNT and UNTIL together, the one that ends first counts"
        case .wholeDays: "event marked as all-day with times, read as days"
        case .seriesOfOverride: "exception with a rule and without its series, read as the series"
        case .mixedEndType: "DTSTART and DTEND are not of the same kind"
        case .mixedType(let property):
            "\(property) and DTSTART are not both dates or both times, the written date counts"
        case .unknownZone(let name): "unknown time zone \"\(excerpt(name))\", read as floating time"
        case .invalidRule(let error): "RRULE that cannot be read: \(error.reason)"
        case .untilIsDate: "UNTIL is a date and DTSTART a time, read as the end of that day"
        case .looseRule(let error):
            "rule that the RFC does not allow, followed all the same: \(error.reason)"
        case .ruleOfTimesForDate:
            "rule by the hour, the minute or the second of whole days, read as if it were not there"
        case .ruleOfOverride: "rule in one changed occurrence, read as if it were not there"
        case .controlCharacters(let property): "\(excerpt(property)) with control characters"
        case .ruleTooOften(let max):
            "rule that comes too often to show every time: of a day, the first \(max) are shown"
        case .tooManyRepetitions(let property, let max):
            "more \(property) than the \(max) that are followed"
        case .missingProperty(let name, let component): "\(excerpt(component)) without \(name)"
        case .repeatedProperty(let name): "\(name) for the second time, the first one counts"
        case .endAndDuration(let end): "\(end) and DURATION together, \(end) counts"
        case .unknownValue(let property): "\(excerpt(property)) with a value that is not allowed"
        case .blanksAround(let property): "\(property) with spaces around it, read without them"
        case .duplicate(let component):
            "\(excerpt(component)) with the UID of another one in the file"
        case .sharedUID: "UID of another event in the file, a new one is derived"
        case .overrideOfDropped: "exception of an event that is dropped"
        case .more(let count): "\(count) more problems are not listed"
        }
    }
}

extension JSONFault {
    /// What is wrong with the text, without a full stop.
    public var reason: String {
        switch self {
        case .end: "it ends too early"
        case .unexpected: "unexpected character"
        case .string: "a string that cannot be read"
        case .number: "a number that cannot be read"
        case .tooDeep(let max): "more than \(max) nested arrays"
        }
    }
}

extension RuleError {
    /// What is wrong with the rule, without a full stop.
    public var reason: String {
        switch self {
        case .missingFrequency: "no FREQ"
        case .malformedPart(let part, _): "\"\(excerpt(part))\" is not part of a rule"
        case .unknownPart(let part, _): "\(excerpt(part)) is not known"
        case .repeatedPart(let part, _): "\(excerpt(part)) appears twice"
        case .invalidValue(let part, let value, _):
            "\(excerpt(part))=\(excerpt(value)) is not valid"
        case .countAndUntil: "COUNT and UNTIL together"
        case .tooLong: "longer than any rule"
        case .unsupported(let part, let value, _):
            "\(excerpt(part))=\(excerpt(value)) cannot be followed"
        case .misplaced(let part, let beside, _):
            "\(excerpt(part)) cannot be used with \(excerpt(beside))"
        }
    }
}

extension Problem.Outcome {
    /// The word for the outcome that ends a message.
    public var word: String {
        switch self {
        case .kept: "kept"
        case .repaired: "repaired"
        case .dropped: "dropped"
        }
    }
}

/// The beginning of a text from a file, short enough for a message.
func excerpt(_ text: String) -> String {
    guard text.utf8.count > Limits.excerptOctetsMax else { return text }
    return String(decoding: text.utf8.prefix(Limits.excerptOctetsMax), as: UTF8.self) + "…"
}
