import CivilTime

/// The distance from one time of a series to another, to move its other times by as much.
struct Displacement: Sendable {
    private let series: Series
    let target: CalendarTime
    /// How many days the local date moves.
    let days: Int
    /// How many seconds the local time moves; nil if the zone changes, or between dates and times.
    let seconds: Int64?

    init(of series: Series, from old: CalendarTime, to new: CalendarTime) {
        self.series = series
        target = new
        days = new.civil.date.days(since: old.civil.date)
        let isSameForm = old.isDate == new.isDate && old.zoneID == new.zoneID
        seconds = isSameForm ? new.civil.secondsSinceEpoch - old.civil.secondsSinceEpoch : nil
    }

    /// Whether it moves nothing.
    var isZero: Bool { seconds == 0 }

    /// A time of the series after the move, in the form of the target.
    func moved(_ time: CalendarTime) -> CalendarTime {
        let isOfDates = series.master?.start.isDate ?? time.isDate
        if case .date(let date) = time, target.isDate || !isOfDates {
            return .date(date.adding(days: days))
        }
        // Other programs write exceptions in UTC, where the date may differ.
        let time = series.inMasterForm(time)
        if let seconds, time.isDate == target.isDate, time.zoneID == target.zoneID {
            return time.replacingCivil(time.civil.adding(seconds: seconds))
        }
        let date = time.civil.date.adding(days: days)
        return target.replacingCivil(CivilDateTime(date: date, time: target.civil.time))
    }
}
