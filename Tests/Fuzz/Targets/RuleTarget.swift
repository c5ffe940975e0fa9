import CivilTime
import Recurrence

extension FuzzTarget {
    /// Rules: writing a rule and reading it again gives the same rule, and its times can be
    /// queried.
    ///
    /// An input is a rule, optionally followed by a line feed and its start.
    static let rule = FuzzTarget(
        name: "rule",
        dictionary: [
            "FREQ=", "YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY",
            ";INTERVAL=", ";COUNT=", ";UNTIL=", ";BYSECOND=", ";BYMINUTE=", ";BYHOUR=", ";BYDAY=",
            ";BYMONTHDAY=", ";BYYEARDAY=", ";BYWEEKNO=", ";BYMONTH=", ";BYSETPOS=", ";WKST=",
            ";RSCALE=GREGORIAN", ";SKIP=", "OMIT", "BACKWARD", "FORWARD", "MO", "TU,WE", "-1FR",
            "53SU",
            "-53MO", "20260101T000000Z", "20260101", "99991231T235959", "\n20240229T090000",
            "\n00010101",
        ],
        lengthMax: 512
    ) { octets throws(Finding) in
        var outcome = Outcome()
        let parts = octets.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let rule: RecurrenceRule
        do throws(RuleError) {
            rule = try RecurrenceRule(parsing: parts[0])
        } catch {
            outcome.add(error.kind)
            return outcome.value
        }
        try RuleCheck.checkText(rule)
        let written = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
        let start = time(written) ?? time("20260105T090000")
        if let start { try RuleCheck.checkTimes(rule, start, &outcome) }
        return outcome.value
    }
}

private func time(_ text: String) -> CalendarTime? {
    if let date = CivilDate(text) { return .date(date) }
    if let instant = Instant(text) { return .utc(instant) }
    return CivilDateTime(text).map { .floating($0) }
}

/// Properties that hold for every rule.
enum RuleCheck {
    static func checkText(_ rule: RecurrenceRule) throws(Finding) {
        let text = rule.text
        let again = try? RecurrenceRule(parsing: text)
        try Finding.require(again == rule, "\(text) reads as another rule")
    }

    /// A zone with a gap and a fold each year.
    private static let zone = Zone(
        id: ZoneID("Fuzzed"),
        transitions: [],
        tail: PosixRule("CET-1CEST,M3.5.0,M10.5.0/3")
    )

    static func checkTimes(
        _ rule: RecurrenceRule,
        _ start: CalendarTime,
        _ outcome: inout Outcome
    ) throws(Finding) {
        outcome.add("\(rule.frequency)")
        let words = rule.words(start: start, zone: zone)
        try Finding.require(words.interval > 0, "\(rule.text): no interval")
        let series = rule.series(from: start, in: zone)
        var walk = series.occurrences()
        var found: [Occurrence] = []
        while found.count < 12, let next = walk.next() {
            if let last = found.last {
                try Finding.require(last.instant < next.instant, "\(rule.text): not in order")
            }
            try Finding.require(series.contains(next.instant), "\(rule.text): a time is missing")
            found.append(next)
            outcome.add(Int(next.instant.secondsSinceEpoch / 86_400))
        }
        if words.isVoid { try Finding.require(found.isEmpty, "\(rule.text): void, but has times") }
        try checkWays(series, found, rule)
        // A COUNT of millions within days is counted period by period up to the window.
        if case .count(let count) = rule.end, count > 20_000, rule.frequency < .daily { return }
        try checkFarWindow(series, rule)
    }

    /// All ways to query the occurrences must agree.
    private static func checkWays(
        _ series: RecurrenceSet,
        _ found: [Occurrence],
        _ rule: RecurrenceRule
    ) throws(Finding) {
        guard let last = found.last, found.count > 1 else { return }
        var back = series.occurrences()
        back.seek(to: last.instant)
        for expected in found.dropLast().reversed() {
            try Finding.require(back.previous() == expected, "\(rule.text): differs backwards")
        }
        for (index, occurrence) in found.enumerated().dropLast() {
            let after = series.first(after: occurrence.instant)
            try Finding.require(after == found[index + 1], "\(rule.text): differs after a time")
            let before = series.last(before: found[index + 1].instant)
            try Finding.require(before == occurrence, "\(rule.text): differs before a time")
        }
        let middle = found.count / 2
        let window = found[middle].instant..<last.instant
        let inWindow = Array(series.occurrences(in: window))
        try Finding.require(
            inWindow == Array(found[middle..<(found.count - 1)]),
            "\(rule.text): others in a window"
        )
    }

    /// A week far from the start must be found at once and contain its occurrences.
    private static func checkFarWindow(
        _ series: RecurrenceSet,
        _ rule: RecurrenceRule
    ) throws(Finding) {
        let from = Instant(secondsSinceEpoch: 3_800_000_000)
        let window = from..<from.adding(seconds: 7 * 86_400)
        var count = 0
        for occurrence in series.occurrences(in: window) {
            try Finding.require(window.contains(occurrence.instant), "\(rule.text): not in window")
            count += 1
            if count == 50 { break }
        }
        if let last = series.isEndless ? nil : series.last {
            try Finding.require(series.first(after: last.instant) == nil, "\(rule.text): not last")
        }
    }
}

extension RuleError {
    /// The case without its text; otherwise every error would count as new.
    fileprivate var kind: String {
        String("\(self)".prefix { $0 != "(" && $0 != "," })
    }
}
