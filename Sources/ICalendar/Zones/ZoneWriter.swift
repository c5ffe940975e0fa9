public import CivilTime
import Recurrence

extension Component {
    /// The VTIMEZONE that describes a zone from 1970 to some years after a given one.
    ///
    /// Two changes a year that fall on the same weekday of a month become yearly rules, as most
    /// programs write them, for the years in which they held; the last two have no end. Changes
    /// that follow no rule are listed one by one, to the end of the period, which is nine years
    /// after the given year. Earlier times are not described: programs that need those know the
    /// zone by its name.
    public static func timeZone(_ zone: Zone, around year: Int) -> Component {
        ZoneWriter(zone: zone, year: min(max(year, 2), 9_980)).component
    }
}

/// Describes a zone as a VTIMEZONE (RFC 5545 section 3.6.5).
private struct ZoneWriter {
    /// A change of clocks.
    private struct Change {
        let instant: Instant
        let offsetFrom: Int
        let offsetTo: Int
        let name: String

        /// The time of the change on the clock before it.
        var onset: CivilDateTime {
            instant.adding(seconds: Int64(offsetFrom)).civilUTC
        }
    }

    let zone: Zone
    let year: Int

    var component: Component {
        var component = Component(name: "VTIMEZONE")
        component.append(.text("TZID", zone.id.name))
        for observance in observances { component.append(observance) }
        return component
    }

    private var observances: [Component] {
        let years = (min(year, 1_970)..<year + 10).map { changes(in: $0) }
        var components: [Component] = []
        var place = 0
        while place < years.count {
            let run = run(of: years[place...])
            guard run.count > 1 else {
                components += years[place].map { Self.observance($0, rule: nil) }
                place += 1
                continue
            }
            let last = years[place + run.count - 1]
            let isEndless = place + run.count == years.count
            for (index, change) in years[place].enumerated() {
                var rule = run.rules[index]
                if !isEndless { rule.end = .until(.utc(last[index].instant)) }
                components.append(Self.observance(change, rule: rule))
            }
            place += run.count
        }
        // If two rules cover all the years, they also tell the offset before.
        if components.count == 2, components.allSatisfy({ !$0.rules.isEmpty }) { return components }
        return [fixed(before: years.first { !$0.isEmpty }?.first)] + components
    }

    // MARK: Changes

    /// The changes of a year, found by looking at each of its days.
    private func changes(in year: Int) -> [Change] {
        guard let first = CivilDate(year: year, month: 1, day: 1) else { return [] }
        var changes: [Change] = []
        for day in 0..<CivilDate.dayCount(year: year) {
            let midnight = CivilDateTime(date: first.adding(days: day), time: .midnight)
            let start = midnight.secondsSinceEpoch
            if let change = change(from: start, to: start + 86_400) { changes.append(change) }
        }
        return changes
    }

    private func offset(_ seconds: Int64) -> Int {
        zone.offsetSeconds(at: Instant(secondsSinceEpoch: seconds))
    }

    /// The change between two instants, if the offsets there differ.
    private func change(from start: Int64, to end: Int64) -> Change? {
        let before = offset(start)
        guard offset(end) != before else { return nil }
        var (low, high) = (start, end)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(middle) == before { low = middle } else { high = middle }
        }
        let instant = Instant(secondsSinceEpoch: high)
        return Change(
            instant: instant,
            offsetFrom: before,
            offsetTo: offset(high),
            name: zone.abbreviation(at: instant)
        )
    }

    // MARK: Rules

    /// How many years, counted from the first one, have changes that follow two rules, and these
    /// rules.
    private func run(of years: ArraySlice<[Change]>) -> (count: Int, rules: [RecurrenceRule]) {
        guard let first = years.first, first.count == 2 else { return (0, []) }
        let pairs = years.prefix { $0.count == 2 }
        var count = pairs.count
        var rules: [RecurrenceRule] = []
        for (index, change) in first.enumerated() {
            var best = (count: 0, rule: RecurrenceRule(frequency: .yearly))
            for rule in Self.candidates(for: change.onset.date) {
                let fitting = pairs.prefix { Self.fits($0[index], change, rule) }.count
                if fitting > best.count { best = (fitting, rule) }
            }
            count = min(count, best.count)
            rules.append(best.rule)
        }
        return (count, rules)
    }

    /// The rules that a date may follow: on the last such weekday of its month, or the first to
    /// fourth.
    private static func candidates(for date: CivilDate) -> [RecurrenceRule] {
        var ordinals: [Int] = []
        if date.day + 7 > CivilDate.dayCount(year: date.year, month: date.month) {
            ordinals.append(-1)
        }
        if date.day <= 28 { ordinals.append((date.day - 1) / 7 + 1) }
        return ordinals.map { ordinal in
            RecurrenceRule(
                frequency: .yearly,
                byDay: [WeekdayOrdinal(ordinal: ordinal, weekday: date.weekday)],
                byMonth: [date.month]
            )
        }
    }

    private static func fits(_ change: Change, _ model: Change, _ rule: RecurrenceRule) -> Bool {
        change.offsetFrom == model.offsetFrom && change.offsetTo == model.offsetTo
            && change.onset.time == model.onset.time
            && day(of: rule, year: change.onset.date.year) == change.onset.date
    }

    private static func day(of rule: RecurrenceRule, year: Int) -> CivilDate? {
        guard let start = CivilDate(year: year, month: 1, day: 1) else { return nil }
        let set = RecurrenceSet(
            start: .date(start),
            rules: [rule],
            zone: .utc,
            includesStart: false
        )
        var occurrences = set.occurrences()
        return occurrences.next()?.date
    }

    // MARK: Components

    private static func observance(_ change: Change, rule: RecurrenceRule?) -> Component {
        var component = observance(
            isSummer: change.offsetTo > change.offsetFrom,
            from: change.offsetFrom,
            to: change.offsetTo,
            name: change.name,
            start: change.onset
        )
        if let rule { component.append(.rule(rule)) }
        return component
    }

    /// The observance that holds before the first listed change.
    private func fixed(before change: Change?) -> Component {
        let instant =
            change.map { $0.instant.adding(seconds: -1) }
            ?? Instant(secondsSinceEpoch: Int64(year - 1_970) * 31_556_952)
        let offset = zone.offsetSeconds(at: instant)
        let epoch = CivilDateTime(secondsSinceEpoch: 0)
        let early = CivilDateTime(secondsSinceEpoch: instant.secondsSinceEpoch - 86_400 * 365)
        return Self.observance(
            isSummer: false,
            from: offset,
            to: offset,
            name: zone.abbreviation(at: instant),
            start: min(epoch, early)
        )
    }

    private static func observance(
        isSummer: Bool,
        from: Int,
        to: Int,
        name: String,
        start: CivilDateTime
    ) -> Component {
        var component = Component(name: isSummer ? "DAYLIGHT" : "STANDARD")
        component.append(.time("DTSTART", .floating(start)))
        component.append(Property(name: "TZOFFSETFROM", rawValue: utcOffset(from)))
        component.append(Property(name: "TZOFFSETTO", rawValue: utcOffset(to)))
        component.append(.text("TZNAME", name))
        return component
    }

    /// An offset as `+0100`, with seconds only if there are any (section 3.3.14).
    private static func utcOffset(_ seconds: Int) -> String {
        let size = Int(seconds.magnitude)
        var text = seconds < 0 ? "-" : "+"
        for part in [size / 3_600, size / 60 % 60] { text += part < 10 ? "0\(part)" : "\(part)" }
        guard size % 60 != 0 else { return text }
        return text + (size % 60 < 10 ? "0\(size % 60)" : "\(size % 60)")
    }
}
