import CivilTime
import Recurrence

/// The words of one language that quick add understands.
///
/// The grammar is the same for every language; a language only says which words mean what.
public struct QuickLanguage: Sendable {
    /// The words, in the order of their bytes.
    private let entries: [Entry]
    /// The first hour that "15h" can mean; a smaller number before "h" is a length.
    let firstHourLetter: Int
    /// Whether "24.12" is a date even without a full stop after it.
    let hasDottedDates: Bool

    /// Whether a place may follow the "at" of a time, as in English.
    let namesPlacesAt: Bool
    /// The days that have a name.
    let holidays: [QuickHoliday]

    private struct Entry: Sendable {
        let spelling: [UInt8]
        var meanings: [QuickWord]
    }

    /// Makes a language.
    ///
    /// The words are spellings with a space between them, in lower case and with umlauts as two
    /// letters. A spelling may have several meanings.
    init(
        words: [(spellings: String, meaning: QuickWord)],
        firstHourLetter: Int,
        hasDottedDates: Bool,
        namesPlacesAt: Bool,
        holidays: [(name: String, day: QuickHoliday.Day)]
    ) {
        let holidays = holidays.map { QuickHoliday($0.name, $0.day) }
        var entries = holidays.map { Entry(spelling: $0.words[0], meanings: [.holiday]) }
        for (spellings, meaning) in words {
            for spelling in spellings.utf8.split(separator: 32) {
                entries.append(Entry(spelling: Array(spelling), meanings: [meaning]))
            }
        }
        entries.sort { $0.spelling.lexicographicallyPrecedes($1.spelling) }
        var merged: [Entry] = []
        for entry in entries {
            if let last = merged.last, last.spelling == entry.spelling {
                merged[merged.count - 1].meanings += entry.meanings
            } else {
                merged.append(entry)
            }
        }
        self.entries = merged
        self.firstHourLetter = firstHourLetter
        self.hasDottedDates = hasDottedDates
        self.namesPlacesAt = namesPlacesAt
        self.holidays = holidays
    }

    /// What a word can mean; empty for a word that no phrase has.
    func meanings(of word: [UInt8]) -> [QuickWord] {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].spelling.lexicographicallyPrecedes(word) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < entries.count && entries[low].spelling == word ? entries[low].meanings : []
    }
}

/// What a word of a line can mean.
enum QuickWord: Hashable, Sendable {
    // Days.
    case weekday(Weekday)
    /// A short name of a weekday that is also another word: "sun", "so".
    case needsCompany
    /// "Mondays": every Monday.
    case weekdays(Weekday)
    /// "Freitagabend".
    case weekdayPart(Weekday, DayPart)
    case month(Int)
    case weekend
    /// A day, as the number of days after today.
    case relativeDay(Int)
    case tonight
    /// "Morning", which needs a day or "this" before it.
    case part(DayPart)
    /// "Abends", which stands alone.
    case partAdverb(DayPart)
    /// "Next", or "übernächste", which is 2.
    case next(Int)
    case this
    case now, after, end, yearEnd, monthEnd
    /// The first word of a day that has a name, such as "Christmas".
    case holiday
    /// "By", before the day on which something is due.
    case due

    // Numbers and units.
    case number(Int)
    /// "First"; "last" is -1.
    case rank(Int)
    /// The letters of "3rd".
    case ordinalEnding
    case unit(QuickUnit)
    case half, oneAndHalf, quarter, threeQuarters

    // Times.
    case noon, midnight, oClock
    case am, pm
    /// The letters of "2:30p" and "a.m.".
    case letterA, letterP, letterM, letterT, letterH
    case past
    /// "Time" in "Tokyo time".
    case zoneTime
    /// "Vor", as in "Viertel vor vier".
    case timeBefore
    /// "Halb", the half hour before the hour that follows.
    case halfBefore
    case all
    case allDay
    /// "Cinema", which is in the evening.
    case eveningEvent

    // Words between.
    case on, the, at, from, starting, between, to, until, lasting, inside, of, and, with
    /// "Lang", after a length.
    case long
    /// A word before a place, if a name follows.
    case placeMark
    /// A noun after such a word that isn't a place.
    case notAPlace
    /// "Street", which makes "at 5 Main Street" a place.
    case street
    /// "Black", which makes "Black Friday" a name.
    case nameBefore

    // Repetitions.
    case every, other, workday
    /// "Weekdays": every weekday.
    case workdays
    case adverb(Frequency, Int)
    /// "Wöchentliches", which says how often and stays in the title.
    case adjective(Frequency, Int)
    case times

    // Reminders.
    case remind, me, before
}

/// A unit of length.
enum QuickUnit: Hashable, Sendable {
    case minute, hour, day, week, month, quarter, year
}

/// A part of the day.
enum DayPart: Hashable, Sendable {
    case morning, noon, afternoon, evening, night

    /// The hour at which an event begins that says no more than this.
    var hour: Int {
        switch self {
        case .morning: 9
        case .noon: 12
        case .afternoon: 15
        case .evening: 19
        case .night: 22
        }
    }
}
