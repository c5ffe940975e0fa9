public import CivilTime
public import Recurrence

// MARK: - Repetition

extension ComponentView {
    /// The rules by which it repeats (section 3.8.5.3).
    ///
    /// Setting them keeps the lines of unchanged rules and removes all others, readable or not.
    public var rules: [RecurrenceRule] {
        get { component.rules }
        set { component.setRules(.recurrenceRule, newValue) }
    }

    /// The rules of all `EXRULE` lines, which exclude occurrences (RFC 2445 section 4.8.5.2).
    public var exclusionRules: [RecurrenceRule] {
        get { component.all(.exceptionRule).compactMap { $0.rule } }
        set { component.setRules(.exceptionRule, newValue) }
    }

    /// The additional times of all `RDATE` lines; a period counts by its start (section 3.8.5.2).
    ///
    /// A period keeps its length when its start does not change.
    public var additionalTimes: [CalendarTime] {
        get { component.times(.recurrenceDates) }
        set { component.setTimes(.recurrenceDates, newValue) }
    }

    /// The additional periods of all `RDATE` lines; setting them leaves other times alone.
    public var additionalPeriods: [CalendarPeriod] {
        get { component.all(.recurrenceDates).flatMap { $0.periods } }
        set { component.setPeriods(.recurrenceDates, newValue) }
    }

    /// The excluded times of all `EXDATE` lines (section 3.8.5.1).
    public var excludedTimes: [CalendarTime] {
        get { component.times(.exceptionDates) }
        set { component.setTimes(.exceptionDates, newValue) }
    }
}

extension Component {
    fileprivate mutating func setRules(_ name: PropertyName, _ rules: [RecurrenceRule]) {
        guard rules != all(name).compactMap({ $0.rule }) else { return }
        setEach(name, rules, read: { $0.rule }, write: { .rule($0, name: name.text) })
    }

    /// Sets the times of lists; unchanged ones keep their place, and unreadable values stay.
    fileprivate mutating func setTimes(_ name: PropertyName, _ times: [CalendarTime]) {
        var rest = times
        var lines: [Property] = []
        for line in all(name) {
            let reader = TimeReader(line)
            let kept = line.keepingValues { value in
                guard let time = reader.time(value) else { return true }
                return rest.takeFirst(time)
            }
            if let kept { lines.append(kept) }
        }
        while let first = rest.first {
            lines.append(.times(name.text, rest.filter { $0.isWrittenLike(first) }))
            rest.removeAll { $0.isWrittenLike(first) }
        }
        if lines != all(name) { setAll(name.text, to: lines) }
    }

    /// Sets the periods of lists; values that are not periods stay.
    fileprivate mutating func setPeriods(_ name: PropertyName, _ periods: [CalendarPeriod]) {
        var rest = periods
        var lines: [Property] = []
        for line in all(name) {
            let reader = TimeReader(line)
            let kept = line.keepingValues { value in
                guard let period = reader.period(value) else { return true }
                return rest.takeFirst(period)
            }
            if let kept { lines.append(kept) }
        }
        while let first = rest.first {
            lines.append(.periods(name, rest.filter { $0.start.isWrittenLike(first.start) }))
            rest.removeAll { $0.start.isWrittenLike(first.start) }
        }
        if lines != all(name) { setAll(name.text, to: lines) }
    }
}

extension Property {
    /// The line with only the values of its list that pass a test; nil when none does.
    fileprivate func keepingValues(_ isKept: (ArraySlice<UInt8>) -> Bool) -> Property? {
        let values = TextValue.parts(of: valueOctets)
        let kept = values.filter(isKept)
        guard kept.count < values.count else { return self }
        guard !kept.isEmpty else { return nil }
        let joined = Array(kept.joined(separator: [UInt8.comma]))
        return Property(
            name: name,
            parameters: parameters,
            rawValue: String(decoding: joined, as: UTF8.self)
        )
    }
}

extension CalendarTime {
    /// Whether both fit in one list: same kind and same zone.
    fileprivate func isWrittenLike(_ other: CalendarTime) -> Bool {
        switch (self, other) {
        case (.date, .date), (.floating, .floating), (.utc, .utc): true
        case (.zoned(_, let zone), .zoned(_, let otherZone)): zone == otherZone
        default: false
        }
    }
}

extension Array where Element: Equatable {
    /// Removes the first element that equals another one; false when there is none.
    fileprivate mutating func takeFirst(_ element: Element) -> Bool {
        guard let place = firstIndex(of: element) else { return false }
        remove(at: place)
        return true
    }
}
