internal import CivilTime

/// A series made ready for expansion; shared by all iterators over it and never changed.
final class SeriesPlan: Sendable {
    let start: CalendarTime
    /// Reads the wall clock of the start and of everything the rules give.
    let zone: Zone
    let choice: Zone.Choice
    /// What the rules give.
    let sources: [RuleSource]
    /// What exception rules take away.
    let exceptionSources: [RuleSource]
    /// The dates, and the start where no rule gives it, by instant; each instant comes once.
    let extras: [Moment]
    let excluded: Exclusions
    /// Whether there is one rule and nothing else.
    let isPlain: Bool

    init(
        reader: TimeReader,
        sources: [RuleSource],
        exceptionSources: [RuleSource],
        dates: [CalendarTime],
        exceptions: [CalendarTime],
        includesStart: Bool
    ) {
        start = reader.start
        zone = reader.zone
        choice = reader.choice
        self.sources = sources
        self.exceptionSources = exceptionSources
        var extras = dates.map { reader.moment($0) }
        if includesStart, !sources.contains(where: { $0.givesItsStart }) {
            extras.append(reader.moment(start))
        }
        extras.sort { $0.instant < $1.instant }
        self.extras = extras.withoutRepetitions
        excluded = Exclusions(exceptions, reader: reader)
        isPlain =
            sources.count == 1 && extras.isEmpty && exceptions.isEmpty && exceptionSources.isEmpty
    }

    /// The only rule of a plain series; one that never matches when there is none.
    var firstSource: RuleSource {
        sources.first
            ?? RuleSource(rule: RecurrenceRule(frequency: .daily, end: .count(0)), start: start)
    }

    /// Whether a rule without end gives at least one occurrence.
    var isEndless: Bool {
        sources.contains { $0.bounds.isEndless && $0.givesAnything }
    }
}

extension RuleSource {
    /// Whether the first occurrence is at the start.
    fileprivate var givesItsStart: Bool {
        var cursor = RuleCursor(self)
        cursor.seekForward(to: plan.start)
        // An instant as end may lie before the start, though its clock does not.
        return bounds.lastInstant == .max && cursor.advance() && cursor.clock == plan.start
    }

    fileprivate var givesAnything: Bool {
        var cursor = RuleCursor(self)
        cursor.seekForward(to: plan.start)
        return cursor.advance()
    }
}

extension [Moment] {
    /// Without those that have the instant of the one before.
    fileprivate var withoutRepetitions: [Moment] {
        var kept: [Moment] = []
        for moment in self where moment.instant != kept.last?.instant { kept.append(moment) }
        return kept
    }
}

/// Reads the times of a series.
struct TimeReader {
    let start: CalendarTime
    let zone: Zone
    let zones: ZoneCatalogue
    let choice: Zone.Choice

    init(start: CalendarTime, zone: Zone, zones: ZoneCatalogue, choice: Zone.Choice) {
        self.start = start
        self.zones = zones
        self.choice = choice
        if case .utc = start { self.zone = .utc } else { self.zone = zone }
    }

    func instant(_ time: CalendarTime) -> Instant {
        switch time {
        case .utc(let instant): return instant
        case .zoned(let civil, let id) where id != zone.id && id != start.zoneID:
            return (zones.zone(id) ?? zone).instant(of: civil, choosing: choice)
        default: return zone.instant(of: time.civil, choosing: choice)
        }
    }

    /// A time as the series' own clock shows it.
    ///
    /// A date of a series with times takes the start's time, a time in a series of days its date.
    func moment(_ written: CalendarTime) -> Moment {
        if start.isDate {
            return moment(CivilDateTime(date: written.civil.date, time: .midnight))
        }
        switch written {
        case .date(let date): return moment(CivilDateTime(date: date, time: start.civil.time))
        case .floating(let civil): return moment(civil)
        case .zoned(let civil, let id) where id == zone.id || id == start.zoneID:
            return moment(civil)
        case .utc, .zoned:
            let instant = instant(written)
            return Moment(instant: instant, civil: zone.civil(at: instant))
        }
    }

    private func moment(_ civil: CivilDateTime) -> Moment {
        Moment(instant: zone.instant(of: civil, choosing: choice), civil: civil)
    }
}

extension Moment {
    init(instant: Instant, civil: CivilDateTime) {
        self.instant = instant.secondsSinceEpoch
        day = Int32(truncatingIfNeeded: civil.date.daysSinceEpoch)
        second = Int32(truncatingIfNeeded: civil.time.secondsSinceMidnight)
    }
}

/// What EXDATE takes away.
struct Exclusions: Sendable {
    private let instants: [Int64]
    private let days: [Int32]
    let isEmpty: Bool

    init(_ exceptions: [CalendarTime], reader: TimeReader) {
        var instants: [Int64] = []
        var days: [Int32] = []
        for exception in exceptions {
            if exception.isDate || reader.start.isDate {
                days.append(Int32(truncatingIfNeeded: exception.civil.date.daysSinceEpoch))
            } else {
                instants.append(reader.instant(exception).secondsSinceEpoch)
            }
        }
        self.instants = instants.sorted()
        self.days = days.sorted()
        isEmpty = exceptions.isEmpty
    }

    func contains(_ moment: Moment) -> Bool {
        Self.search(instants, for: moment.instant) || Self.search(days, for: moment.day)
    }

    private static func search<Value: Comparable>(_ values: [Value], for value: Value) -> Bool {
        var low = 0
        var high = values.count
        while low < high {
            let middle = (low + high) / 2
            if values[middle] < value {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < values.count && values[low] == value
    }
}
