public import CivilTime
import ICalendar
import Recurrence

/// An event read from one line of text, as people say it.
///
/// The grammar is the same in every language; a ``QuickLanguage`` has the words. In English and
/// German:
///
/// ```
/// line   = words and phrases in any order; what isn't a phrase is the title
/// day    = today | tonight | tomorrow | the day after tomorrow | [this | next] WEEKDAY
///        | WEEKDAY next week | next week | month | year | this | next weekend
///        | in N days | weeks | months | N weeks from now | WEEKDAY
///        | [WEEKDAY,] N MONTH [YEAR] | MONTH N [YEAR] | YYYY-MM-DD[THH:MM] | N/N[/YEAR]
///        | N.N.[YEAR] | on the Nth                                  "on" may come before it
///          heute | morgen | übermorgen | [diesen | nächsten] WOCHENTAG | nächste Woche
///        | am Wochenende | in N Tagen | N. MONAT | N.N. | am N.
/// days   = [from] day "-" | to | until | through day | N-N MONTH [YEAR] | MONTH N-N [YEAR]
///        | WEEKDAY and WEEKDAY that follow each other
///          [vom] Tag bis [zum] Tag | N.-N. MONAT | N.-N.N.
/// time   = H:MM [am|pm] | H am|pm | at H | HHMM after "at" | Hh | noon | midnight
///        | half past H | quarter past | to H | a bare H after a day
///          with "-", "to" or "until" and another
///        | in N hours | minutes | this morning | afternoon | evening | WEEKDAY night
///        | all day
///          H Uhr | H.MM Uhr | um H | ab H | halb H | Viertel nach | vor H | dreiviertel H
///        | mittags | heute Abend | Freitagabend | ganztägig
/// zone   = in PLACE | PLACE time | UTC | CET | EST …                after a time
///          in ORT | ORT Ortszeit | MEZ …
/// length = for N minutes | hours | days | half an hour | an hour and a half
///          after a time also Nh, Nmin, N hours
///          für N Stunden | N Stunden lang | N Std.
/// place  = at WORDS | @WORDS                                        up to the next phrase
///          bei NAME | im NAME | @WORTE
/// repeat = daily | weekly | biweekly | monthly | quarterly | yearly
///        | every [other | N | Nth] day | week | month | year | every weekday | weekend
///        | every [other] WEEKDAY [and WEEKDAY …] | WEEKDAYs | WEEKDAY WEEKDAY with a time
///        | [every | on the] Nth | last day | first … fourth | last WEEKDAY of every month
///          täglich | wöchentlich | 14-tägig | monatlich | jährlich | alle N Wochen | dienstags
///        | jeden [N.] WOCHENTAG [im Monat]
/// end    = until DAY | from DAY | N times | for N weeks              bis TAG | ab TAG | N Mal
/// due    = by | due day                                            bis | spätestens | fällig TAG
/// named  = CHRISTMAS | EASTER …, which stay in the title            SILVESTER | OSTERN …
/// tag    = #WORD                                                    a category
/// remind = remind me | reminder N minutes | hours | days | weeks before
///          Erinnerung N Minuten vorher | N Minuten vorher erinnern
/// ```
///
/// A weekday is the next one, today included; "next" means next week's. A date without a year is
/// the next one. Hours without "am" or "pm" are on a 24-hour clock. Two of them mean the afternoon: a
/// single digit from 1 to 6, as in "at 3", and an end that would be before its start otherwise, as
/// in "9-5". "15h" is a time, from "13h" on, because no event is that long. "Tonight" is at 19:00.
///
/// A length that is longer than the repetition's period ends the series: "every Tuesday for 6 weeks"
/// is six times, not an event of six weeks. Short names that are also words ("sun", "so") are
/// weekdays only beside a time, another weekday or a word such as "on".
///
/// If the line begins with a word such as "Weekly" and a word of the title follows, it sets the
/// repetition and stays in the title.
public struct QuickAdd: Hashable, Sendable {
    /// The title: the words that belong to no phrase.
    public let title: String
    /// The place; may be empty.
    public let location: String
    /// The day; nil if there is none in the line.
    public let date: CivilDate?
    /// The last day, if the line has a range of days.
    public let lastDate: CivilDate?
    /// The start; nil for an all-day event.
    public let startTime: TimeOfDay?
    /// The zone that the times are in; nil for the user's own.
    public let zone: ZoneID?
    /// The length in minutes, if the line has one; 1,440 for each whole day.
    public let lengthMinutes: Int?
    /// The repetition as the value of an `RRULE`; nil if there is none.
    public let rule: String?
    /// The minutes before the start at which to remind of it; nil if there is no reminder.
    public let reminderMinutes: Int?
    /// The categories.
    public let categories: [String]
    /// The parts of the line that were understood, in their order; they don't overlap.
    public let marks: [QuickMark]

    private let today: CivilDate

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - text: The line; only its first 1,000 bytes are read.
    ///   - language: The language of its words.
    ///   - today: The day from which "tomorrow" is counted.
    ///   - now: The time from which "in 2 hours" is counted.
    ///   - isDayFirst: Whether "3/4" is 3 April rather than 4 March.
    ///   - home: The user's zone: in it, "in Berlin" says nothing new and stays in the title.
    public init(
        _ text: String,
        language: QuickLanguage = .english,
        today: CivilDate,
        now: TimeOfDay = .midnight,
        isDayFirst: Bool = true,
        home: ZoneID = .utc
    ) {
        let line = QuickLine(text, language: language)
        let reading = QuickReading.reading(
            line,
            language: language,
            today: today,
            now: now,
            isDayFirst: isDayFirst,
            home: home
        )
        self.today = today
        title = QuickTitle.text(of: line, without: reading.phrases)
        location = reading.location
        date = reading.date
        lastDate = reading.lastDate
        startTime = reading.time.start
        zone = reading.time.start == nil ? nil : reading.zone
        let first = reading.date ?? today
        lengthMinutes =
            reading.time.minutes ?? reading.length.map { max(1, $0.minutes(from: first)) }
        rule = reading.repetition?.text
        reminderMinutes = reading.reminderMinutes
        categories = reading.categories
        marks = reading.phrases.map { phrase in
            let first = line.tokens[phrase.marked.lowerBound].octets.lowerBound
            let end = line.tokens[phrase.marked.upperBound - 1].octets.upperBound
            return QuickMark(
                range: line.unitsUTF16(before: first)..<line.unitsUTF16(before: end),
                kind: phrase.kind,
                isInTitle: phrase.isInTitle
            )
        }
    }

    /// The draft of the event: today if there is no day, and all day if there is no time.
    public var draft: EventDraft {
        var draft = EventDraft()
        draft.title = title
        draft.location = location
        let day = date ?? today
        draft.isAllDay = startTime == nil
        let start = CivilDateTime(date: day, time: startTime ?? .midnight)
        draft.start = start
        let days = max(0, (lastDate ?? day).daysSinceEpoch - day.daysSinceEpoch)
        var minutes = lengthMinutes ?? (startTime == nil ? 1_440 : 60)
        // An all-day event has whole days, whatever the line says.
        if startTime == nil { minutes = max(1, minutes / 1_440) * 1_440 }
        draft.zone = zone
        draft.end = start.adding(seconds: Int64(days * 1_440 + minutes) * 60)
        draft.rule = rule
        draft.reminders = reminderMinutes.map { [$0] }
        if !categories.isEmpty { draft.categories = categories }
        return draft
    }
}
