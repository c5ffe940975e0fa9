import CivilTime
import Recurrence

/// Checks whether a component can be accepted as a whole, and repairs what can be.
struct ComponentCheck {
    private var component: Component
    private let isEvent: Bool
    /// Whether an event may do without a start, as in a reply (RFC 5546 section 3.2.3).
    private let mayLackStart: Bool
    private let isStrict: Bool

    init(_ component: Component, isEvent: Bool, mayLackStart: Bool, isStrict: Bool) {
        self.component = component
        self.isEvent = isEvent
        self.mayLackStart = mayLackStart
        self.isStrict = isStrict
    }

    /// Reports what is wrong, and returns the component as it can be accepted; nil when it must be
    /// left out.
    mutating func run(zones: inout FileZones, log: inout ProblemLog) -> Component? {
        guard !isEvent || checkTimes(zones: &zones, log: &log) else { return nil }
        if let property = component.first(.recurrenceID), property.time == nil {
            log.note(.invalidValue(property: "RECURRENCE-ID"), line: property.line)
            return nil
        }
        checkLists(log: &log)
        checkZones(zones: &zones, log: &log)
        if isStrict { StrictCheck(component).run(log: &log) }
        return component
    }

    // MARK: Start and end

    private mutating func checkTimes(zones: inout FileZones, log: inout ProblemLog) -> Bool {
        guard let startProperty = component.first(.dateTimeStart) else {
            guard !mayLackStart else { return true }
            log.note(.missingStart, line: component.line)
            return false
        }
        guard let start = startProperty.time else {
            log.note(.invalidValue(property: "DTSTART"), line: startProperty.line)
            return false
        }
        guard let endProperty = component.first(.dateTimeEnd) else {
            return checkDuration(log: &log)
        }
        guard let end = endProperty.time else {
            log.note(.invalidValue(property: "DTEND"), line: endProperty.line)
            return false
        }
        guard !isReversed(start, end, zones: &zones) else {
            log.note(.endBeforeStart, line: endProperty.line)
            component.set(.time("DTEND", start.usualEnd))
            return true
        }
        if start.isDate != end.isDate, let readEnd = VEvent(component)?.end {
            log.note(.mixedEndType, line: endProperty.line)
            component.set(.time("DTEND", readEnd))
        }
        return true
    }

    private func checkDuration(log: inout ProblemLog) -> Bool {
        guard let property = component.first(.duration) else { return true }
        if let duration = property.duration, !duration.isNegative { return true }
        log.note(.invalidValue(property: "DURATION"), line: property.line)
        return false
    }

    /// Whether the end is before the start.
    ///
    /// A flight may land, by local time, before it took off. If the rules of either zone aren't
    /// available, only a difference that no two zones could explain counts.
    private func isReversed(
        _ start: CalendarTime,
        _ end: CalendarTime,
        zones: inout FileZones
    ) -> Bool {
        guard !start.isDate, !end.isDate else { return end.civil.date < start.civil.date }
        if start.zoneID == end.zoneID { return end.civil < start.civil }
        if let startZone = zone(of: start, in: &zones), let endZone = zone(of: end, in: &zones) {
            return end.instant(in: endZone) < start.instant(in: startZone)
        }
        return end.civil.adding(seconds: Limits.zoneDifferenceSecondsMax) < start.civil
    }

    private func zone(of time: CalendarTime, in zones: inout FileZones) -> Zone? {
        time.zoneID.flatMap { zones.zone($0) }
    }

    // MARK: The rest

    private func checkLists(log: inout ProblemLog) {
        let start = component.time(.dateTimeStart)
        let isOverride = component.first(.recurrenceID) != nil
        var counts = RepetitionCounts()
        for node in component.nodes {
            guard case .property(let property) = node else { continue }
            counts.add(property, log: &log)
            if property.isNamed(.recurrenceRule) || property.isNamed(.exceptionRule) {
                if !isOverride {
                    checkRule(property, start: start, log: &log)
                }
            } else if property.isNamed(.recurrenceDates) || property.isNamed(.exceptionDates) {
                if !property.hasOnlyTimes {
                    log.note(.unreadValue(property: property.name), line: property.line)
                }
            }
        }
    }

    /// Notes the rules of one changed occurrence, which aren't followed.
    static func noteRules(ofOverride component: Component, log: inout ProblemLog) {
        for case .property(let property) in component.nodes
        where property.isNamed(.recurrenceRule) || property.isNamed(.exceptionRule) {
            log.note(.ruleOfOverride, line: property.line)
        }
    }

    private func checkRule(_ property: Property, start: CalendarTime?, log: inout ProblemLog) {
        if let error = property.ruleError {
            log.note(.invalidRule(error), line: property.line)
        } else if !isStrict, let error = property.strictRuleError, error.skipsPart {
            log.note(.looseRule(error), line: property.line)
        }
        guard let start, let rule = property.rule else { return }
        let often = ExpansionBudget.startsOfDayMax
        if !start.isDate, rule.exceeds(timesPerDay: often) {
            log.note(.ruleTooOften(max: often), line: property.line)
        }
        if !start.isDate, case .until(.date) = rule.end {
            log.note(.untilIsDate, line: property.line)
        }
        if start.isDate, rule.frequency < .daily {
            log.note(.ruleOfTimesForDate, line: property.line)
        }
    }

    /// Reports each unknown zone once per component.
    private func checkZones(zones: inout FileZones, log: inout ProblemLog) {
        var noted: [ZoneID] = []
        for node in component.nodes {
            guard case .property(let property) = node, let name = property.zoneName else {
                continue
            }
            let zone = ZoneID(name)
            guard !zones.isKnown(zone), !noted.contains(zone) else { continue }
            // An event that names this many unknown zones is meant to flood the list.
            guard noted.count < Limits.unknownZonesMax else { return }
            noted.append(zone)
            log.note(.unknownZone(name: name), line: property.line)
        }
    }
}

/// Counts the lines that make an event repeat, and reports once when there are too many.
private struct RepetitionCounts {
    private var counts = [0, 0, 0, 0]

    mutating func add(_ property: Property, log: inout ProblemLog) {
        guard let name = property.knownName else { return }
        let place: Int
        switch name {
        case .recurrenceRule: place = 0
        case .exceptionRule: place = 1
        case .recurrenceDates: place = 2
        case .exceptionDates: place = 3
        default: return
        }
        let isRule = place < 2
        let max = isRule ? ExpansionBudget.rulesMax : ExpansionBudget.datesMax
        guard counts[place] <= max else { return }
        counts[place] += isRule ? 1 : property.times(atMost: max + 1).count
        guard counts[place] > max else { return }
        log.note(.tooManyRepetitions(property: name.text, max: max), line: property.line)
    }
}

extension RuleError {
    /// Whether part of the rule was skipped, rather than followed although the RFC doesn't allow
    /// it.
    fileprivate var skipsPart: Bool {
        switch self {
        case .unknownPart, .invalidValue: true
        default: false
        }
    }
}
