/// A time in one of the four forms of RFC 5545 (sections 3.3.4 and 3.3.5).
public enum CalendarTime: Hashable, Sendable {
    /// A whole day, `VALUE=DATE`.
    case date(CivilDate)
    /// A wall-clock time in whatever zone the reader is.
    case floating(CivilDateTime)
    /// An instant, written with `Z`.
    case utc(Instant)
    /// A wall-clock time in a zone, written with `TZID`.
    case zoned(CivilDateTime, ZoneID)

    /// The date and time as written; a date gives midnight, an instant its UTC clock time.
    public var civil: CivilDateTime {
        switch self {
        case .date(let date): CivilDateTime(date: date, time: .midnight)
        case .floating(let civil), .zoned(let civil, _): civil
        case .utc(let instant): instant.civilUTC
        }
    }

    /// Whether this is a whole day.
    public var isDate: Bool {
        if case .date = self { return true }
        return false
    }

    /// The zone this time names: UTC for an instant, nil for a date or a floating time.
    public var zoneID: ZoneID? {
        switch self {
        case .date, .floating: nil
        case .utc: .utc
        case .zoned(_, let id): id
        }
    }

    /// The instant of this time; `zone` is used for dates, floating and zoned times.
    ///
    /// For a zoned time, pass the zone it names. Skipped and repeated times are read as
    /// ``Zone/Choice/rfc5545`` says. A date means its midnight.
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
