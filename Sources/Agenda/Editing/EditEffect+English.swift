import CivilTime
import Recurrence

extension EditEffect {
    /// The effect as an English sentence without a full stop.
    ///
    /// `Every week on Tuesday becomes every week on Wednesday from 3 June 2026; 2 changed dates are
    /// kept`. Other languages can be made from the same parts.
    public var english: String {
        var text = main
        if keptCount > 0 { text += "; " + Self.dates(keptCount) + " kept" }
        if droppedCount > 0 { text += "; " + Self.dates(droppedCount) + " removed" }
        return text
    }

    private var main: String {
        let day = from.map { Self.day($0) } ?? ""
        if kind == .deleted {
            switch scope {
            case .this: return "Only \(day) is deleted"
            case .following: return "All from \(day) on are deleted"
            case .all: return "All dates are deleted"
            case nil: return "The event is deleted"
            }
        }
        if isDetached { return "Only \(day) changes, and is no longer part of the series" }
        if changesRule {
            switch (oldRule?.words, newRule?.words) {
            case (let old?, let new?):
                if old == new { break }
                return "\(Self.capitalised(old)) becomes \(new) from \(day)"
            case (nil, let new?): return "Repeats \(new) from \(day)"
            case (_?, nil): return "No longer repeats from \(day)"
            case (nil, nil): break
            }
        }
        switch scope {
        case .this: return "Only \(day) changes"
        case .following: return "All from \(day) on change"
        case .all: return "All dates change"
        case nil: return kind == .created ? "The event is new" : "The event changes"
        }
    }

    private static func dates(_ count: Int) -> String {
        count == 1 ? "1 changed date is" : "\(count) changed dates are"
    }

    private static func day(_ date: CivilDate) -> String {
        let names = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September",
            "October", "November", "December",
        ]
        return "\(date.day) \(names[date.month - 1]) \(date.year)"
    }

    private static func capitalised(_ text: String) -> String {
        var octets = Array(text.utf8)
        if let first = octets.first, first >= 97, first <= 122 { octets[0] = first - 32 }
        return String(decoding: octets, as: UTF8.self)
    }
}

extension SeriesRule {
    /// The rule in English without its end, which changes when a series is split; the date says
    /// that already.
    var words: String? {
        guard var rule = try? RecurrenceRule(parsing: text) else { return nil }
        rule.end = .never
        return rule.words(start: start).english
    }
}
