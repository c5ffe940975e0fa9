import CivilTime
import ICalendar
import Recurrence

extension Series {
    /// The alarms of all events that may describe the master's occurrences: the master, and the
    /// overrides that apply to all later occurrences too.
    var alarmsOfMaster: [EventAlarm] {
        var alarms = master?.alarms ?? []
        for range in ranges {
            for alarm in range.event?.alarms ?? [] where !alarms.contains(where: alarm.isSame) {
                alarms.append(alarm)
            }
        }
        return alarms
    }

    /// An upper bound of how long one of the master's occurrences lasts.
    var lengthSecondsMax: Int64 {
        var most = master?.length.secondsAtLeastCovering ?? 0
        for range in ranges { most = max(most, range.event?.length.secondsAtLeastCovering ?? 0) }
        for single in separateStarts {
            most = max(most, single.length?.secondsAtLeastCovering ?? 0)
        }
        return most
    }

    /// When alarms of the object may ring, whatever the viewer's zone.
    ///
    /// Most events ring once, long ago or later, and the span tells that without reading them.
    var alarmSpan: AlarmSpan {
        var span = AlarmSpan()
        for series in [self] + otherMasters {
            let alarms = series.alarmsOfMaster
            guard !alarms.isEmpty, let starts = series.starts else { continue }
            let length = series.lengthSecondsMax
            for alarm in alarms {
                span.join(alarm.span(startingAt: starts.first, through: starts.last, length))
            }
        }
        for override in overrides where !override.alarms.isEmpty {
            let start = instant(of: override.start).secondsSinceEpoch
            let length = override.length.secondsAtLeastCovering
            for alarm in override.alarms {
                span.join(alarm.span(startingAt: start, through: start, length))
            }
        }
        return span
    }

    /// The seconds since 1970 between which the master's occurrences start.
    private var starts: AlarmSpan? {
        guard let master else { return nil }
        let start = instant(of: master.start).secondsSinceEpoch
        guard let recurrence else { return AlarmSpan(first: start, last: start) }
        let shift = Int64(ranges.reduce(0) { max($0, $1.daysMax) }) * 86_400
        var first = start
        for date in recurrence.dates { first = min(first, instant(of: date).secondsSinceEpoch) }
        guard let last = lastStart?.secondsSinceEpoch, last < .max / 2 else {
            return AlarmSpan(first: first - shift, last: .max)
        }
        return AlarmSpan(first: first - shift, last: max(first, last + shift))
    }
}

/// The seconds since 1970 between which something may ring; by default, never.
struct AlarmSpan: Sendable {
    var first = Int64.max
    var last = Int64.min

    /// Whether it may ring between two seconds, which are included.
    func touches(_ from: Int64, _ to: Int64) -> Bool { first <= to && last >= from }

    /// Adds the time between others' first and last seconds.
    mutating func join(_ other: AlarmSpan) {
        first = min(first, other.first)
        last = max(last, other.last)
    }
}

extension EventAlarm {
    /// When it may ring for an event that starts between two seconds since 1970 and lasts at most
    /// `lengthSeconds`.
    func span(startingAt from: Int64, through to: Int64, _ lengthSeconds: Int64) -> AlarmSpan {
        guard let reach = reach(lengthSeconds: lengthSeconds) else {
            guard case .instant(let instant) = trigger else { return AlarmSpan() }
            let first = instant.secondsSinceEpoch
            return AlarmSpan(first: first, last: first + Int64(repetitionCount) * intervalSeconds)
        }
        let (last, isEndless) = to.addingReportingOverflow(reach.upperBound)
        return AlarmSpan(first: from + reach.lowerBound, last: isEndless ? .max : last)
    }
}
