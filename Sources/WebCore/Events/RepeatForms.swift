import Agenda
import CivilTime
import JSON

/// Answers the fields of the repeat form as the text of a rule: `ruleText(form)`.
///
/// The form also has the event's `start` and `zone`.
@_expose(wasm, "ruleText")
@_cdecl("meantime_rule_text")
public func meantimeRuleText(_ length: Int32) -> Int32 {
    respond(length) { $0.ruleText($1) }
}

extension Page {
    fileprivate func ruleText(_ arguments: Arguments) -> Answer {
        var form = RepeatForm(kind: .other)
        var start: CivilDateTime?
        var isAllDay = false
        var ends = ""
        var until: CivilDate?
        var count = 1
        var zone = agenda.zone
        for (name, value) in arguments.pairs(from: 0) {
            switch name {
            case "kind": form.kind = RepeatForm.Kind(value)
            case "interval": form.interval = Int(value) ?? 1
            case "weekdays":
                let numbers = value.utf8.compactMap { UInt8(exactly: Int($0) - 48) }
                form.weekdays = Weekday.allCases.filter { numbers.contains($0.rawValue) }
            case "monthly": form.monthDay = RepeatForm.MonthDay(value)
            case "ends": ends = value
            case "until": until = CivilDate(value)
            case "count": count = Int(value) ?? 1
            case "start":
                start = Self.civil(value)
                if value.utf8.count == 10 { isAllDay = true }
            case "allDay": isAllDay = value == "1"
            case "zone": zone = agenda.zones.zone(ZoneID(value)) ?? zone
            default: break
            }
        }
        if ends == "until", let until { form.end = .until(until) }
        if ends == "count" { form.end = .count(count) }
        guard let start, let rule = form.rule(start: start, isAllDay: isAllDay, in: zone)
        else { return .refusal("rule") }
        return .text(rule)
    }
}

extension JSONWriter {
    /// Writes the fields of the repeat form (`Repeat`).
    mutating func fields(of form: RepeatForm) {
        field("kind", form.kind.name)
        field("interval", form.interval)
        field("weekdays", form.weekdays) { $0.number(Int($1.rawValue)) }
        field("monthly", form.monthDay.name)
        switch form.end {
        case .never:
            field("ends", "never")
        case .until(let date):
            field("ends", "until")
            field("until", date.text)
        case .count(let count):
            field("ends", "count")
            field("count", count)
        }
    }
}

extension RepeatForm.Kind {
    var name: String {
        switch self {
        case .daily: "daily"
        case .weekly: "weekly"
        case .monthly: "monthly"
        case .yearly: "yearly"
        case .other: "other"
        }
    }

    init(_ name: String) {
        switch name {
        case "daily": self = .daily
        case "weekly": self = .weekly
        case "monthly": self = .monthly
        case "yearly": self = .yearly
        default: self = .other
        }
    }
}

extension RepeatForm.MonthDay {
    var name: String {
        switch self {
        case .date: "date"
        case .nth: "nth"
        case .last: "last"
        case .lastDay: "lastDay"
        }
    }

    init(_ name: String) {
        switch name {
        case "nth": self = .nth
        case "last": self = .last
        case "lastDay": self = .lastDay
        default: self = .date
        }
    }
}
