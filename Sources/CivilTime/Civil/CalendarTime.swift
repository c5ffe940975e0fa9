/// A time in one of the four ways RFC 5545 writes it (sections 3.3.4 and 3.3.5).
public enum CalendarTime: Hashable, Sendable {
    /// A whole day, `VALUE=DATE`.
    case date(CivilDate)
    /// A wall-clock time wherever the reader is.
    case floating(CivilDateTime)
    /// An instant, written with `Z`.
    case utc(Instant)
    /// A wall-clock time in a zone, written with `TZID`.
    case zoned(CivilDateTime, ZoneID)

    /// The date and time as written: midnight for a date, UTC's clock for an instant.
    public var civil: CivilDateTime {
        switch self {
        case .date(let date): CivilDateTime(date: date, time: .midnight)
        case .floating(let civil), .zoned(let civil, _): civil
        case .utc(let instant): instant.civilUTC
        }
    }

    /// Whether it is a whole day.
    public var isDate: Bool {
        if case .date = self { return true }
        return false
    }

    /// The zone it names: UTC for an instant, nil for a date and a floating time.
    public var zoneID: ZoneID? {
        switch self {
        case .date, .floating: nil
        case .utc: .utc
        case .zoned(_, let id): id
        }
    }

    /// When it is, with `zone` reading the wall clock of dates, floating and zoned times.
    ///
    /// For a zoned time `zone` is the one it names. Times in a gap and repeated times are read as
    /// ``Zone/Choice/rfc5545`` says; a date is its midnight.
    public func instant(in zone: Zone) -> Instant {
        if case .utc(let instant) = self { return instant }
        return zone.instant(of: civil)
    }

    /// The same kind of time, in the same zone, at another date and time.
    public func replacingCivil(_ civil: CivilDateTime) -> CalendarTime {
        switch self {
        case .date: .date(civil.date)
        case .floating: .floating(civil)
        case .utc: .utc(Instant(secondsSinceEpoch: civil.secondsSinceEpoch))
        case .zoned(_, let id): .zoned(civil, id)
        }
    }
}
