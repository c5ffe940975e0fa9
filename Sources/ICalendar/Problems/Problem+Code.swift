import JSON
import Recurrence

extension Problem {
    /// A stable code for the cause, such as `unknown-zone`, for showing problems in other
    /// languages.
    ///
    /// For rules and JSON, the reason follows a colon, as in `invalid-rule:unknown-part`.
    public var code: String { coded.code }

    /// What ``message`` mentions, in the same order: properties, components, limits.
    ///
    /// Texts from the file are cut as they are in the message.
    public var values: [String] { coded.values.map(excerpt) }

    private var coded: (code: String, values: [String]) {
        switch kind {
        case .notACalendar: ("not-a-calendar", [])
        case .missingCalendar: ("missing-calendar", [])
        case .blanksBeforeBegin: ("blanks-before-begin", [])
        case .fileTooLong(let max): ("file-too-long", [String(max)])
        case .tooManyLines(let max): ("too-many-lines", [String(max)])
        case .utf16: ("utf-16", [])
        case .notUTF8: ("not-utf-8", [])
        case .lineTooLong(let max): ("line-too-long", [String(max)])
        case .notAProperty: ("not-a-property", [])
        case .unreadLine: ("unread-line", [])
        case .unreadLineInJCal: ("unread-line-in-jcal", [])
        case .invalidJSON(let fault): ("invalid-json:" + fault.code, fault.values)
        case .componentTooLong(let max): ("component-too-long", [String(max)])
        case .notAComponent: ("not-a-component", [])
        case .openQuote(let property): ("open-quote", [property])
        case .outsideComponent: ("outside-component", [])
        case .endWithoutBegin(let component): ("end-without-begin", [component])
        case .calendarWithoutEnd: ("calendar-without-end", [])
        case .componentWithoutEnd(let component): ("component-without-end", [component])
        case .damaged(let component): ("damaged", [component])
        case .nestedTooDeep(let max): ("nested-too-deep", [String(max)])
        case .unknownComponent(let component): ("unknown-component", [component])
        case .missingUID(let component): ("missing-uid", [component])
        case .missingStart: ("missing-start", [])
        case .invalidValue(let property): ("invalid-value", [property])
        case .unreadValue(let property): ("unread-value", [property])
        case .endBeforeStart: ("end-before-start", [])
        case .unusableEnd(let property): ("unusable-end", [property])
        case .otherForm(let property): ("other-form", [property])
        case .olderForm(let property): ("older-form", [property])
        case .countAndUntil: ("count-and-until", [])
        case .wholeDays: ("whole-days", [])
        case .seriesOfOverride: ("series-of-exception", [])
        case .mixedEndType: ("mixed-end-type", [])
        case .mixedType(let property): ("mixed-type", [property])
        case .unknownZone(let name): ("unknown-zone", [name])
        case .invalidRule(let error): ("invalid-rule:" + error.code, error.values)
        case .looseRule(let error): ("loose-rule:" + error.code, error.values)
        case .untilIsDate: ("until-is-date", [])
        case .ruleOfTimesForDate: ("rule-of-times-for-date", [])
        case .ruleOfOverride: ("rule-of-exception", [])
        case .controlCharacters(let property): ("control-characters", [property])
        case .ruleTooOften(let max): ("rule-too-often", [String(max)])
        case .tooManyRepetitions(let property, let max):
            ("too-many-repetitions", [property, String(max)])
        case .missingProperty(let name, let component): ("missing-property", [component, name])
        case .repeatedProperty(let name): ("repeated-property", [name])
        case .endAndDuration(let end): ("end-and-duration", [end])
        case .unknownValue(let property): ("unknown-value", [property])
        case .blanksAround(let property): ("blanks-around", [property])
        case .duplicate(let component): ("duplicate", [component])
        case .sharedUID: ("shared-uid", [])
        case .overrideOfDropped: ("exception-of-dropped", [])
        case .more(let count): ("more", [String(count)])
        }
    }
}

extension JSONFault {
    fileprivate var code: String {
        switch self {
        case .end: "end"
        case .unexpected: "unexpected"
        case .string: "string"
        case .number: "number"
        case .tooDeep: "too-deep"
        }
    }

    fileprivate var values: [String] {
        if case .tooDeep(let max) = self { [String(max)] } else { [] }
    }
}

extension RuleError {
    fileprivate var code: String {
        switch self {
        case .missingFrequency: "missing-frequency"
        case .malformedPart: "malformed-part"
        case .unknownPart: "unknown-part"
        case .repeatedPart: "repeated-part"
        case .invalidValue: "invalid-value"
        case .countAndUntil: "count-and-until"
        case .tooLong: "too-long"
        case .unsupported: "unsupported"
        case .misplaced: "misplaced"
        }
    }

    fileprivate var values: [String] {
        switch self {
        case .missingFrequency, .countAndUntil, .tooLong: []
        case .malformedPart(let part, _), .unknownPart(let part, _), .repeatedPart(let part, _):
            [part]
        case .invalidValue(let part, let value, _), .unsupported(let part, let value, _):
            [part, value]
        case .misplaced(let part, let beside, _): [part, beside]
        }
    }
}
