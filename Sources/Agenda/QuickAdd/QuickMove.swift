public import CivilTime

/// New times for an event, read from a few words as people say them: `+1h`, `-2d`, `friday`, `15:00`, `friday 15:00`.
///
/// A step with a sign moves by weeks (`w`), days (`d`), hours (`h`) or minutes (`m`, `min`). Anything else is read as
/// ``QuickAdd`` reads it: a day keeps the time of day, a time keeps the day, and a length (`15:00-16:30`) replaces the
/// event's. An event without a time of day can only be moved by days.
public struct QuickMove: Hashable, Sendable {
    /// The new start and exclusive end by the viewer's clock.
    public let start: CivilDateTime, end: CivilDateTime

    /// Reads the words; nil if anything in them isn't understood, or they don't say where to.
    ///
    /// - Parameters:
    ///   - text: The words; only the first 1,000 bytes are read.
    ///   - occurrence: What is moved.
    ///   - language: The language of the words.
    ///   - today: The day from which "tomorrow" is counted.
    ///   - now: The time from which "in 2 hours" is counted.
    public init?(
        _ text: String,
        of occurrence: EventOccurrence,
        language: QuickLanguage = .english,
        today: CivilDate,
        now: TimeOfDay = .midnight
    ) {
        let isAllDay = occurrence.event.isAllDay
        let length = Int(
            occurrence.end.secondsSinceEpoch - occurrence.start.secondsSinceEpoch
        )
        if let seconds = Self.step(text) {
            guard !isAllDay || seconds % 86_400 == 0 else { return nil }
            start = occurrence.start.adding(seconds: seconds)
            end = occurrence.end.adding(seconds: seconds)
            return
        }
        let quick = QuickAdd(text, language: language, today: today, now: now)
        let saysMore =
            !quick.title.isEmpty || !quick.location.isEmpty || quick.zone != nil
            || quick.rule != nil || quick.reminderMinutes != nil || !quick.categories.isEmpty
            || quick.lastDate != nil
        guard !saysMore, quick.date != nil || quick.startTime != nil,
            !isAllDay || quick.startTime == nil && quick.lengthMinutes == nil
        else { return nil }
        start = CivilDateTime(
            date: quick.date ?? occurrence.start.date,
            time: quick.startTime ?? occurrence.start.time
        )
        end = start.adding(seconds: quick.lengthMinutes.map { $0 * 60 } ?? length)
    }

    /// The draft that moves the event.
    public var draft: EventDraft {
        var draft = EventDraft()
        draft.start = start
        draft.end = end
        return draft
    }

    /// The seconds of a step such as `+1h` or `-30min`; nil for anything else.
    private static func step(_ text: String) -> Int? {
        var rest = Array(text.utf8).filter { $0 != UInt8(ascii: " ") }[...]
        guard let sign = rest.popFirst(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
        else { return nil }
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...Limits.quickStepDigitsMax).contains(digits.count) else { return nil }
        let count = digits.reduce(0) { $0 * 10 + Int($1 & 0xF) }
        let unit: Int
        switch String(decoding: Array(rest.dropFirst(digits.count)), as: UTF8.self) {
        case "w": unit = 7 * 86_400
        case "d": unit = 86_400
        case "h": unit = 3_600
        case "m", "min": unit = 60
        default: return nil
        }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * count * unit
    }
}
