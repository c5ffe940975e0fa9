import CivilTime
import Recurrence

/// Looks for what RFC 5545 forbids but the parser accepts.
///
/// Importing does not report these, as nothing is lost; authors of calendar files
/// want to know.
struct StrictCheck {
    private let component: Component
    private let start: CalendarTime?

    init(_ component: Component) {
        self.component = component
        start = component.time(.dateTimeStart)
    }

    /// Reports what breaks the RFC in the component and the ones nested in it.
    func run(log: inout ProblemLog) {
        checkNeeded(log: &log)
        checkRepeated(log: &log)
        checkEnds(log: &log)
        for node in component.nodes {
            switch node {
            case .component(let inner): StrictCheck(inner).run(log: &log)
            case .property(let property): check(property, log: &log)
            case .unread: break
            }
        }
    }

    /// Notes the required properties that a calendar lacks (section 3.6).
    static func check(_ head: CalendarHead, log: inout ProblemLog) {
        for name in head.missing {
            let kind = Problem.Kind.missingProperty(name.text, component: "VCALENDAR")
            log.note(kind, line: head.line)
        }
    }

    /// Notes overrides whose RECURRENCE-ID is a date where the master starts at a time, or the
    /// reverse.
    static func checkTogether(_ components: [Component], log: inout ProblemLog) {
        let master = components.first { $0.first(.recurrenceID) == nil }
        guard let start = master?.time(.dateTimeStart) else { return }
        for component in components {
            guard let property = component.first(.recurrenceID), let replaced = property.time,
                replaced.isDate != start.isDate
            else { continue }
            log.note(.mixedType(property: "RECURRENCE-ID"), line: property.line)
        }
    }

    // MARK: The component

    private func checkNeeded(log: inout ProblemLog) {
        let needed: [PropertyName] =
            switch component.knownName {
            case .event, .task, .journal, .freeBusy: [.dateTimeStamp]
            case .alarm: [.action, .trigger]
            default: []
            }
        for name in needed where component.first(name) == nil {
            let kind = Problem.Kind.missingProperty(name.text, component: component.name)
            log.note(kind, line: component.line)
        }
    }

    /// Notes each repetition of a property that may occur only once (sections 3.6.1 to 3.6.6).
    private func checkRepeated(log: inout ProblemLog) {
        var seen: UInt64 = 0
        for case .property(let property) in component.nodes {
            guard let name = property.knownName, isSingle(name) else { continue }
            let bit = UInt64(1) << UInt64(name.rawValue)
            if seen & bit != 0 { log.note(.repeatedProperty(name.text), line: property.line) }
            seen |= bit
        }
    }

    private func isSingle(_ name: PropertyName) -> Bool {
        switch name {
        case .uid, .dateTimeStamp, .dateTimeStart, .dateTimeEnd, .due, .duration, .recurrenceID,
            .classification, .completed, .created, .position, .lastModified, .location, .organizer,
            .percentComplete, .priority, .sequence, .status, .summary, .transparency, .url, .color,
            .action, .trigger, .repetition:
            true
        case .description: !component.isNamed(.journal)
        default: false
        }
    }

    private func checkEnds(log: inout ProblemLog) {
        guard let duration = component.first(.duration), !component.isNamed(.alarm) else { return }
        if component.first(.dateTimeEnd) != nil {
            log.note(.endAndDuration(end: "DTEND"), line: duration.line)
        } else if component.first(.due) != nil {
            log.note(.endAndDuration(end: "DUE"), line: duration.line)
        }
    }

    // MARK: The properties

    private func check(_ property: Property, log: inout ProblemLog) {
        if property.valueOctets.contains(where: Self.isControl) {
            note(.controlCharacters(property: property.name), property, &log)
        }
        switch property.knownName {
        case .recurrenceRule, .exceptionRule: checkRule(property, log: &log)
        case .exceptionDates, .recurrenceDates: checkTypes(property, log: &log)
        case .position:
            if property.position == nil {
                note(.unreadValue(property: property.name), property, &log)
            }
        case .due, .completed, .created, .dateTimeStamp, .lastModified, .acknowledged:
            if property.time == nil { note(.unreadValue(property: property.name), property, &log) }
        case .trigger:
            if AlarmTrigger(property) == nil {
                note(.unreadValue(property: property.name), property, &log)
            }
        case .duration where !component.isNamed(.event):
            if property.duration == nil {
                note(.unreadValue(property: property.name), property, &log)
            }
        case .priority: checkNumber(property, in: 0...9, &log)
        case .percentComplete: checkNumber(property, in: 0...100, &log)
        case .sequence, .repetition: checkNumber(property, in: 0...Int(Int32.max), &log)
        case .status: checkWord(property, statuses, &log)
        case .transparency: checkWord(property, ["OPAQUE", "TRANSPARENT"], &log)
        default: break
        }
    }

    private func checkRule(_ property: Property, log: inout ProblemLog) {
        guard property.ruleError == nil, let rule = property.rule else { return }
        if let error = property.strictRuleError { note(.looseRule(error), property, &log) }
        if case .until(let until) = rule.end, !until.isDate, start?.isDate == true {
            note(.mixedType(property: "UNTIL"), property, &log)
        }
    }

    /// Notes a list of dates when DTSTART is a time, and a list of times when it is a date.
    private func checkTypes(_ property: Property, log: inout ProblemLog) {
        guard let start, property.times.contains(where: { $0.isDate != start.isDate })
        else { return }
        note(.mixedType(property: property.name), property, &log)
    }

    /// Whether an octet is a control character, which no value may contain (section 3.1, CONTROL).
    private static func isControl(_ octet: UInt8) -> Bool {
        (octet < 0x20 && octet != 0x09) || octet == 0x7F
    }

    private func checkNumber(
        _ property: Property,
        in bounds: ClosedRange<Int>,
        _ log: inout ProblemLog
    ) {
        if let number = property.number, bounds.contains(number) { return }
        note(.unknownValue(property: property.name), property, &log)
    }

    /// Notes a word that is not among those allowed, or one with blanks around it.
    private func checkWord(_ property: Property, _ words: [String], _ log: inout ProblemLog) {
        let word = property.trimmedValue
        if !words.contains(where: { isSameName($0.utf8, word) }) {
            note(.unknownValue(property: property.name), property, &log)
        } else if word.count != property.valueOctets.count {
            note(.blanksAround(property: property.name), property, &log)
        }
    }

    /// The words that STATUS may have (section 3.8.1.11).
    private var statuses: [String] {
        switch component.knownName {
        case .event: ["TENTATIVE", "CONFIRMED", "CANCELLED"]
        case .task: ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"]
        default: ["DRAFT", "FINAL", "CANCELLED"]
        }
    }

    private func note(_ kind: Problem.Kind, _ property: Property, _ log: inout ProblemLog) {
        log.note(kind, line: property.line)
    }
}
