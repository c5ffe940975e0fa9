/// A date and a wall-clock time, with no time zone.
public struct CivilDateTime: Hashable, Sendable {
    /// The day.
    public let date: CivilDate
    /// The time of day.
    public let time: TimeOfDay

    /// Combines a date and a time.
    public init(date: CivilDate, time: TimeOfDay) {
        self.date = date
        self.time = time
    }

    /// Makes the date-time the given number of seconds after 1970-01-01T00:00:00 on the same clock.
    ///
    /// Times before year 1 or after year 9999 become the first or last representable second.
    public init(secondsSinceEpoch: Int64) {
        let day = secondsSinceEpoch.floorQuotient(86_400)
        if day < Int64(CivilDate.min.dayNumber) {
            self.init(date: .min, time: .midnight)
        } else if day > Int64(CivilDate.max.dayNumber) {
            self.init(date: .max, time: TimeOfDay(unchecked: 86_399))
        } else {
            let second = Int32(truncatingIfNeeded: secondsSinceEpoch - day * 86_400)
            self.init(
                date: CivilDate(unchecked: Int32(truncatingIfNeeded: day)),
                time: TimeOfDay(unchecked: second)
            )
        }
    }

    /// Seconds since 1970-01-01T00:00:00 on the same clock, as if it were UTC.
    public var secondsSinceEpoch: Int64 {
        Int64(date.dayNumber) * 86_400 + Int64(time.secondsSinceMidnight)
    }

    /// The date-time `seconds` later on the clock (earlier if negative), within the years 1 to
    /// 9999.
    public func adding(seconds: Int) -> CivilDateTime {
        let (sum, overflow) = secondsSinceEpoch.addingReportingOverflow(Int64(seconds))
        if overflow { return CivilDateTime(secondsSinceEpoch: seconds < 0 ? .min : .max) }
        return CivilDateTime(secondsSinceEpoch: sum)
    }
}

extension CivilDateTime: Comparable {
    /// Whether the left date-time is earlier on the clock.
    public static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
        left.date == right.date ? left.time < right.time : left.date < right.date
    }
}
