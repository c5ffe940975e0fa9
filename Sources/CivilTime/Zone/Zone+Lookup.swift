extension Zone {
    /// What a wall-clock time means in a zone.
    public enum Resolution: Hashable, Sendable {
        /// The clock shows it once.
        case unique(Instant)
        /// The clock skips it: its instants by the offset before the jump and by the one after it.
        case gap(before: Instant, after: Instant)
        /// The clock shows it twice; if more often, these are the first and the last instant.
        case fold(first: Instant, second: Instant)
    }

    /// Which instant to take when a wall-clock time is skipped or shown twice.
    public enum Choice: Hashable, Sendable {
        /// RFC 5545 section 3.3.5: a skipped time uses the offset before the gap, which gives a
        /// later clock time; a repeated time means its first occurrence.
        case rfc5545
        /// The earlier of the two instants.
        case earlier
        /// The later of the two instants.
        case later
        /// The instant by the offset after the transition: the second of a repeated time; for a
        /// skipped time, an earlier clock time.
        case offsetAfter
    }

    /// Seconds east of UTC at an instant.
    public func offsetSeconds(at instant: Instant) -> Int {
        Int(table.span(at: instant.secondsSinceEpoch).offset)
    }

    /// The abbreviation of the local time at an instant, such as `CET`.
    public func abbreviation(at instant: Instant) -> String {
        table.abbreviation(of: table.span(at: instant.secondsSinceEpoch))
    }

    /// The clock time in the zone at an instant, clamped to the years 1 to 9999.
    public func civil(at instant: Instant) -> CivilDateTime {
        let offset = Int64(table.span(at: instant.secondsSinceEpoch).offset)
        return CivilDateTime(secondsSinceEpoch: instant.adding(seconds: offset).secondsSinceEpoch)
    }

    /// The first change of offset or abbreviation after an instant; nil if none before year 10000.
    public func nextTransition(after instant: Instant) -> Transition? {
        let end = table.span(at: instant.secondsSinceEpoch).end
        guard end < CivilDateTime.endOfTime else { return nil }
        let next = table.span(at: end)
        return Transition(
            instant: Instant(secondsSinceEpoch: end),
            offsetSeconds: Int(next.offset),
            abbreviation: table.abbreviation(of: next)
        )
    }

    /// The meaning of a wall-clock time: one instant, a gap, or a fold.
    public func resolve(_ civil: CivilDateTime) -> Resolution {
        let clock = civil.secondsSinceEpoch
        // Offsets are below 26 hours, so any span whose clock could show the time overlaps the 26
        // hours on either side of it.
        let reach = Limits.offsetSecondsMax
        var span = table.span(at: clock - reach)
        var previous = span
        var first: ZoneSpan?
        var last: ZoneSpan?
        var gap: Resolution?
        while true {
            if clock >= span.clockStart, clock < span.clockEnd {
                if first == nil { first = span } else { last = span }
            } else if clock >= span.clockEnd {
                previous = span
            } else if first == nil, gap == nil {
                // The time lies in the gap between the previous span and this one. The clock may
                // still be set back far enough within the following hours to show it.
                gap = .gap(before: previous.instant(clock), after: span.instant(clock))
            }
            guard span.end <= clock + reach else { break }
            span = table.span(at: span.end)
        }
        if let first, let last {
            return .fold(first: first.instant(clock), second: last.instant(clock))
        }
        if first == nil, let gap { return gap }
        return .unique((first ?? previous).instant(clock))
    }

    /// The instant of a wall-clock time; `choice` decides about gaps and folds.
    public func instant(of civil: CivilDateTime, choosing choice: Choice = .rfc5545) -> Instant {
        resolve(civil).instant(choosing: choice)
    }
}

extension Zone.Resolution {
    /// The only instant, or the one picked by `choice`.
    public func instant(choosing choice: Zone.Choice) -> Instant {
        switch self {
        case .unique(let instant): instant
        case .gap(let before, let after):
            choice == .earlier || choice == .offsetAfter ? after : before
        case .fold(let first, let second):
            choice == .later || choice == .offsetAfter ? second : first
        }
    }
}

extension ZoneSpan {
    fileprivate func instant(_ clock: Int64) -> Instant {
        Instant(secondsSinceEpoch: clock - Int64(offset))
    }
}

extension CivilDateTime {
    /// The first second after year 9999.
    static let endOfTime: Int64 = 253_402_300_800
}
