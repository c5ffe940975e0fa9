import Agenda
import CivilTime
import JSON

extension Page {
    /// Answers the fields of the repeat form as the text of a rule.
    func answer(to call: RuleTextCall) -> Answer {
        let fields = call.form
        let startText = fields.start ?? ""
        guard let start = Self.civil(startText),
            let rule = RepeatForm(fields).rule(
                start: start,
                isAllDay: fields.allDay == true || startText.utf8.count == 10,
                in: fields.zone.flatMap { agenda.zones.zone(ZoneID($0)) } ?? agenda.zone
            )
        else { return .refusal("rule") }
        return .text(rule)
    }
}

extension RepeatForm {
    fileprivate init(_ fields: RepeatFormFields) {
        self.init(kind: Kind(fields.kind ?? .other))
        interval = fields.interval.map { Int($0) ?? 1 } ?? interval
        if let digits = fields.weekdays {
            let numbers = digits.utf8.compactMap { UInt8(exactly: Int($0) - 48) }
            weekdays = Weekday.allCases.filter { numbers.contains($0.rawValue) }
        }
        monthDay = fields.monthly.map { MonthDay($0) } ?? monthDay
        switch fields.ends {
        case .until: if let date = fields.until.flatMap({ CivilDate($0) }) { end = .until(date) }
        case .count: end = .count(fields.count.flatMap { Int($0) } ?? 1)
        case .never, nil: break
        }
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

    fileprivate init(_ kind: RepeatFormFields.Kind) {
        switch kind {
        case .daily: self = .daily
        case .weekly: self = .weekly
        case .monthly: self = .monthly
        case .yearly: self = .yearly
        case .other: self = .other
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

    fileprivate init(_ day: RepeatFormFields.Monthly) {
        switch day {
        case .date: self = .date
        case .nth: self = .nth
        case .last: self = .last
        case .lastDay: self = .lastDay
        }
    }
}
