import Agenda
import CivilTime

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

extension RepeatForm {
    /// Writes the fields of the form.
    func write(to json: inout JSONWriter) {
        json.field("kind", kind.name)
        json.field("interval", interval)
        json.field("weekdays", weekdays) { $0.number(Int($1.rawValue)) }
        json.field("monthly", monthDay.name)
        switch end {
        case .never:
            json.field("ends", "never")
        case .until(let date):
            json.field("ends", "until")
            json.field("until", date.text)
        case .count(let count):
            json.field("ends", "count")
            json.field("count", count)
        }
    }
}

extension Page {
    /// The rule that the fields of the repeat form say.
    func ruleText(_ fields: Fields) -> [UInt8] {
        var form = RepeatForm(kind: .other)
        var start: CivilDateTime?
        var isAllDay = false
        var ends = ""
        var until: CivilDate?
        var count = 1
        var zone = agenda.zone
        for (name, value) in fields.pairs(from: 0) {
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
                start = Page.civil(value)
                if value.utf8.count == 10 { isAllDay = true }
            case "allDay": isAllDay = value == "1"
            case "zone": zone = agenda.zones.zone(ZoneID(value)) ?? zone
            default: break
            }
        }
        if ends == "until", let until { form.end = .until(until) }
        if ends == "count" { form.end = .count(count) }
        guard let start, let rule = form.rule(start: start, isAllDay: isAllDay, in: zone)
        else { return failure("rule", "") }
        return answer { $0.field("rule", rule) }
    }

    /// Reads a date, as its midnight, or a local date-time.
    static func civil(_ text: String) -> CivilDateTime? {
        if let civil = CivilDateTime(text) { return civil }
        return CivilDate(text).map { CivilDateTime(date: $0, time: .midnight) }
    }
}
