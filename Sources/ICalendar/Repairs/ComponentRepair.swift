import CivilTime
import Recurrence

/// Rewrites lines into the form that RFC 5545 defines, wherever their meaning is clear.
///
/// Everything that reads iCalendar text uses it, so a file means the same whether it's imported,
/// subscribed to, sent by a program, or shown. What is written back can be read by programs that
/// understand only the RFC. Each repair is noted with its line.
struct ComponentRepair {
    private(set) var component: Component

    init(_ component: Component) {
        self.component = component
    }

    /// Repairs the component and those nested in it.
    mutating func run(log: inout ProblemLog) {
        rewriteLines(log: &log)
        guard component.isNamed(.event) || component.isNamed(.task) else { return }
        if component.isNamed(.event) {
            repairEnd(log: &log)
            readWholeDays(log: &log)
        }
        rewriteRules(log: &log)
        rewriteAlarms(log: &log)
    }

    /// A line in the form of RFC 5545, or several if one can't hold all; nil if it needs no repair.
    static func rewritten(_ property: Property) -> (lines: [Property], kind: Problem.Kind)? {
        var property = property
        let decoded = property.withoutQuotedPrintable
        if let decoded { property = decoded }
        let whole = property.mayNameOffset ? property.withWholeZone : nil
        let lines = values(of: whole ?? property)
        if decoded != nil { return (lines ?? [property], .olderForm(property: property.name)) }
        if lines == nil, let whole { return ([whole], .otherForm(property: property.name)) }
        return lines.map { ($0, .otherForm(property: property.name)) }
    }

    private static func values(of property: Property) -> [Property]? {
        switch property.knownName {
        case .dateTimeStart, .dateTimeEnd, .due, .recurrenceID, .completed, .created,
            .dateTimeStamp, .lastModified, .acknowledged:
            property.withPlainTime.map { [$0] }
        case .exceptionDates, .recurrenceDates, .freeBusy: property.withPlainTimes
        case .duration: property.withPlainDuration.map { [$0] }
        case .trigger:
            if property.trimmedValue.first?.digit != nil {
                property.withPlainTime.map { [$0.setting("VALUE", to: ["DATE-TIME"])] }
            } else {
                property.withPlainDuration.map { [$0] }
            }
        default: nil
        }
    }

    private mutating func rewriteLines(log: inout ProblemLog) {
        var nodes: [Node] = []
        nodes.reserveCapacity(component.nodes.count)
        for node in component.nodes {
            switch node {
            case .component(let inner):
                var repair = ComponentRepair(inner)
                repair.run(log: &log)
                nodes.append(.component(repair.component))
            case .property(let property):
                guard property.mayNeedRepair, let (lines, kind) = Self.rewritten(property) else {
                    nodes.append(node)
                    continue
                }
                log.note(kind, line: property.line)
                nodes += lines.map { .property($0) }
            case .unread: nodes.append(node)
            }
        }
        component.nodes = nodes
    }
}

// MARK: - The end

extension ComponentRepair {
    /// Gives an event the usual length if its end can't be used: people need its start most.
    private mutating func repairEnd(log: inout ProblemLog) {
        guard let start = component.time(.dateTimeStart) else { return }
        let duration = component.first(.duration)
        let isDurationUsable = duration?.duration.map { !$0.isNegative } ?? false
        if let end = component.first(.dateTimeEnd) {
            guard end.time == nil else { return }
            log.note(.unusableEnd(property: "DTEND"), line: end.line)
            if isDurationUsable {
                component.remove(.dateTimeEnd)
            } else {
                component.remove(.duration)
                component.set(.time("DTEND", start.usualEnd))
            }
        } else if let duration, !isDurationUsable {
            log.note(.unusableEnd(property: "DURATION"), line: duration.line)
            let usual = start.isDate ? "P1D" : "PT1H"
            component.set(Property(name: "DURATION", rawValue: usual))
        }
    }

    /// Turns an event that Microsoft's programs mark as all-day into one of whole days.
    private mutating func readWholeDays(log: inout ProblemLog) {
        guard let mark = component.properties.first(where: { $0.isAllDayMark }),
            let start = component.time(.dateTimeStart), start.isMidnight,
            component.time(.dateTimeEnd)?.isMidnight ?? true,
            component.first(.duration)?.duration.map({ $0.seconds % 86_400 == 0 }) ?? true
        else { return }
        log.note(.wholeDays, line: mark.line)
        let dated: [PropertyName] = [
            .dateTimeStart, .dateTimeEnd, .recurrenceID, .exceptionDates, .recurrenceDates,
        ]
        var nodes: [Node] = []
        for node in component.nodes {
            guard case .property(let property) = node, let name = property.knownName,
                dated.contains(name)
            else {
                nodes.append(node)
                continue
            }
            nodes.append(.property(property.onDates ?? property))
        }
        component.nodes = nodes
        let first = start.civil.date
        if let end = component.time(.dateTimeEnd), end.civil.date <= first {
            component.set(.time("DTEND", .date(first.adding(days: 1))))
        }
    }
}

extension CalendarTime {
    /// The end of an event that has no usable one: a day later, or an hour.
    ///
    /// Without DTEND, an event at a time would take no time (RFC 5545 section 3.6.1), and many
    /// programs hide such events. The author did write an end, so the event keeps one.
    var usualEnd: CalendarTime {
        if isDate { return .date(civil.date.adding(days: 1)) }
        return replacingCivil(civil.adding(seconds: Limits.repairedLengthSeconds))
    }

    fileprivate var isMidnight: Bool { !isDate && civil.time == .midnight }
}

extension Property {
    /// The line with the dates of its times; nil if one of them can't be read.
    fileprivate var onDates: Property? {
        guard hasOnlyTimes else { return nil }
        let dates = times.map { $0.civil.date.basicText }.joined(separator: ",")
        return rewritten(dates, type: "DATE", keepsZone: false)
    }
}

// MARK: - Rules and alarms

extension ComponentRepair {
    private mutating func rewriteRules(log: inout ProblemLog) {
        let start = component.time(.dateTimeStart)
        var countedLeft = ExpansionBudget.rulesMax
        for (place, node) in component.nodes.enumerated() {
            guard case .property(let property) = node,
                property.isNamed(.recurrenceRule) || property.isNamed(.exceptionRule)
            else { continue }
            guard let (text, kind) = rule(property, start: start, &countedLeft) else { continue }
            log.note(kind, line: property.line)
            component.nodes[place] = .property(
                Property(
                    name: property.name,
                    parameters: property.parameters,
                    rawValue: text,
                    line: property.line
                )
            )
        }
    }

    private func rule(
        _ property: Property,
        start: CalendarTime?,
        _ countedLeft: inout Int
    ) -> (String, Problem.Kind)? {
        let value = property.valueOctets
        if !value.contains(.equals) {
            guard let start, let rule = OlderRule(value, start: start) else { return nil }
            return (rule.text, .olderForm(property: property.name))
        }
        guard let respelling = RuleRespelling(value) else { return nil }
        guard let count = respelling.count, let until = respelling.until, let start else {
            return (respelling.text, .otherForm(property: property.name))
        }
        let counted = respelling.without("UNTIL")
        let limited = respelling.without("COUNT")
        // Counting takes time, so only as many rules are counted as are followed.
        countedLeft -= 1
        let isCountFirst =
            countedLeft >= 0 && count <= Limits.countedMax
            && Self.endsByCount(counted, start: start, until: until)
        return (isCountFirst ? counted : limited, .countAndUntil)
    }

    /// Whether COUNT ends a rule no later than UNTIL.
    ///
    /// Zones aren't known here, so the times are compared as they're written.
    private static func endsByCount(
        _ text: String,
        start: CalendarTime,
        until: CalendarTime
    ) -> Bool {
        guard let rule = try? RecurrenceRule(parsing: text) else { return true }
        let floating: CalendarTime = start.isDate ? start : .floating(start.civil)
        let set = RecurrenceSet(start: floating, rules: [rule], zone: .utc, budget: .bounded)
        guard let last = set.last else { return true }
        if until.isDate || start.isDate { return last.civil.date <= until.civil.date }
        return last.civil <= until.civil
    }

    /// Turns the properties that are alarms in vCalendar 1.0 into VALARM components.
    private mutating func rewriteAlarms(log: inout ProblemLog) {
        var alarms: [Node] = []
        var nodes: [Node] = []
        for node in component.nodes {
            if case .property(let property) = node, property.isOldAlarm,
                alarms.count < Limits.olderAlarmsMax, let alarm = alarm(property)
            {
                log.note(.olderForm(property: property.name), line: property.line)
                alarms.append(.component(alarm))
            } else {
                nodes.append(node)
            }
        }
        if !alarms.isEmpty { component.nodes = nodes + alarms }
    }

    /// The alarm that `DALARM:time;snooze;count;text` stands for; nil if it has no time.
    private func alarm(_ property: Property) -> Component? {
        let parts = property.valueOctets.split(
            separator: .semicolon,
            omittingEmptySubsequences: false
        )
        guard let when = parts.first, let time = CalendarTime(anyForm: when), !time.isDate else {
            return nil
        }
        let words = parts.count > 3 ? TextValue.unescaped(parts[3]) : ""
        let title = component.first(.summary)?.textValue ?? ""
        return Component(
            name: "VALARM",
            nodes: [
                .property(Property(name: "ACTION", rawValue: "DISPLAY")),
                .property(.text("DESCRIPTION", words.utf8.isEmpty ? title : words)),
                .property(trigger(at: time)),
            ]
        )
    }

    /// A trigger at a time; it's relative to the start if possible, so that it moves along.
    ///
    /// That needs a start, and both times in UTC or both not.
    private func trigger(at time: CalendarTime) -> Property {
        let start = component.time(.dateTimeStart)
        if let start, (start.zoneID == .utc) == (time.zoneID == .utc),
            let duration = CalendarDuration(
                days: 0,
                seconds: time.civil.secondsSinceEpoch - start.civil.secondsSinceEpoch
            )
        {
            return Property(name: "TRIGGER", rawValue: duration.text)
        }
        let instant = Instant(secondsSinceEpoch: time.civil.secondsSinceEpoch)
        return Property(
            name: "TRIGGER",
            parameters: [Parameter("VALUE", "DATE-TIME")],
            rawValue: instant.basicText
        )
    }
}

extension Component {
    /// Whether this component, or one inside it, may have a line that has to be rewritten.
    var mayNeedRepair: Bool {
        nodes.contains { node in
            switch node {
            case .component(let part): part.mayNeedRepair
            case .property(let property): property.mayNeedRepair
            case .unread: false
            }
        }
    }
}
