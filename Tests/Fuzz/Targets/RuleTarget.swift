import CivilTime
import Recurrence

extension FuzzTarget {
    /// Rules: what is read is written and read as the same, and its times can be asked for.
    ///
    /// An input is a rule, and after a line feed the start it is given.
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

/// What holds for every rule.
enum RuleCheck {
    static func checkText(_ rule: RecurrenceRule) throws(Finding) {
        let text = rule.text
        let again = try? RecurrenceRule(parsing: text)
        try Finding.require(again == rule, "\(text) is another rule")
    }

    static func checkTimes(
        _ rule: RecurrenceRule,
        _ start: CalendarTime,
        _ outcome: inout Outcome
    ) throws(Finding) {
        outcome.add("\(rule.frequency)")
        var occurrences = RecurrenceSet(start: start, rules: [rule], zone: .utc).occurrences()
        var previous = Instant.distantPast
        for _ in 0..<16 {
            guard let next = occurrences.next() else { break }
            try Finding.require(next.instant > previous, "\(rule.text): not in order")
            previous = next.instant
            outcome.add(Int(next.instant.secondsSinceEpoch / 86_400))
        }
    }
}

extension RuleError {
    /// The case without its text, which would make every error a new one.
    fileprivate var kind: String {
        String("\(self)".prefix { $0 != "(" && $0 != "," })
    }
}
