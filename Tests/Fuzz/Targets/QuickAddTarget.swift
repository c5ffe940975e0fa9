import Agenda
import CivilTime
import Recurrence

extension FuzzTarget {
    /// Quick add: any typed text becomes a valid event.
    static let quickAdd = FuzzTarget(
        name: "quickadd",
        dictionary: [
            " @", "@,", " at ", " on ", " from ", " to ", " - ", "\u{2013}", " until ", " for ",
            " every ", " next ", " last ", " in ", " of ", " and ", "weekday", "monday", "jan ",
            "3rd", "12/24", "24.12.", "2026-11-18", "9:15", "12pm", "noon", "midnight", "tonight",
            "2h", "9999weeks", " times", " remind me ", " before", " um ", " bis ", " am ",
            " jeden ", " alle ", " halb ",
            " in Tokyo", "(Rome)", " time ", " UTC",
            " Uhr", " Mo", " morgen", " Viertel nach ", "dienstags", "14-t\u{E4}gig", " bei ", ",",
            ".", "\t", "\u{301}",
        ],
        lengthMax: 256
    ) { octets throws(Finding) in
        let text = String(decoding: octets, as: UTF8.self)
        var outcome = Outcome()
        for isDayFirst in [true, false] {
            let quick = QuickAdd(
                text,
                language: isDayFirst ? .german : .english,
                today: QuickAddCheck.today,
                isDayFirst: isDayFirst
            )
            try QuickAddCheck.check(quick, of: text)
            outcome.add(quick.title.isEmpty ? "" : "title")
            outcome.add(quick.location.isEmpty ? "" : "place")
            outcome.add(quick.startTime == nil ? "" : "time")
            outcome.add(quick.lastDate == nil ? "" : "days")
            outcome.add(quick.rule ?? "")
            outcome.add(quick.reminderMinutes ?? 0)
        }
        return outcome.value
    }
}

/// Properties that hold for every typed text.
enum QuickAddCheck {
    static let today = CivilDate(year: 2026, month: 11, day: 18) ?? .min

    static func check(_ quick: QuickAdd, of text: String) throws(Finding) {
        let length = quick.title.utf8.count + quick.location.utf8.count
        try Finding.require(length <= text.utf8.count, "more is left than was typed")
        var end = 0
        for mark in quick.marks {
            try Finding.require(mark.range.lowerBound >= end, "marks overlap")
            end = mark.range.upperBound
        }
        try Finding.require(end <= text.utf16.count, "a mark is longer than the line")
        let draft = quick.draft
        guard let start = draft.start, let end = draft.end else {
            throw Finding(broken: "no start, or no end")
        }
        try Finding.require(start < end, "it ends before it starts")
        guard let rule = quick.rule else { return }
        try Finding.require((try? RecurrenceRule(parsing: rule)) != nil, "\(rule): no rule")
    }
}
