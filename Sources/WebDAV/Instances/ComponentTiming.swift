import CivilTime
import ICalendar

/// The own start and length of one component, without its rules.
struct ComponentTiming: Sendable {
    /// How the length of a component is written.
    enum Length: Hashable, Sendable {
        /// No length is written: a moment.
        case none
        /// Whole days, from a date.
        case days(Int)
        /// Days by the clock, and then seconds (RFC 5545, 3.3.6).
        case nominal(days: Int, seconds: Int64)
        /// The exact distance from the start to the written end.
        case exact(Int64)

        /// An upper bound of the length in seconds, however clocks change.
        var secondsAtMost: Int64 {
            switch self {
            case .none: 0
            case .days(let days): (Int64(days) + 1) * 86_400
            case .nominal(let days, let seconds): (Int64(days) + 1) * 86_400 + seconds
            case .exact(let seconds): seconds
            }
        }
    }

    /// The rows of the RFC's tables, by which properties a component has.
    private enum Kind {
        case event
        case journal
        case taskWithLength
        case taskWithDue
        case taskWithStart
        /// The due time is the only time.
        case deadline
    }

    /// DTSTART, or DUE of a task that has nothing else.
    let start: CalendarTime
    let startInstant: Instant
    let zone: Zone
    let length: Length
    private let kind: Kind

    /// Reads a component; nil if it has no start.
    init?(
        _ component: Component,
        in calendar: Component,
        _ context: inout ReportContext
    ) throws(QueryError) {
        let isTask = component.isNamed(.task)
        let written = component.time(.dateTimeStart)
        let due = isTask ? component.time(.due) : nil
        guard let start = written ?? due else { return nil }
        self.start = start
        zone = try context.zone(of: start, in: calendar)
        startInstant = start.instant(in: zone)
        if isTask {
            let duration = component.first(.duration)?.duration
            if written == nil {
                (kind, length) = (.deadline, .none)
            } else if let due {
                let end = try context.instant(of: due, in: calendar)
                (kind, length) = (.taskWithDue, .exact(Self.seconds(from: startInstant, to: end)))
            } else if let duration, !duration.isNegative {
                let (days, seconds) = (duration.days, duration.seconds)
                (kind, length) = (.taskWithLength, .nominal(days: days, seconds: seconds))
            } else {
                (kind, length) = (.taskWithStart, .none)
            }
        } else if component.isNamed(.journal) {
            (kind, length) = (.journal, start.isDate ? .days(1) : .none)
        } else {
            kind = .event
            length = try Self.length(
                of: component,
                from: start,
                startInstant,
                in: calendar,
                &context
            )
        }
    }

    /// The length of an event (RFC 5545, 3.6.1).
    private static func length(
        of component: Component,
        from start: CalendarTime,
        _ startInstant: Instant,
        in calendar: Component,
        _ context: inout ReportContext
    ) throws(QueryError) -> Length {
        let duration = component.first(.duration)?.duration.flatMap { $0.isNegative ? nil : $0 }
        if start.isDate {
            let end = VEvent.end(
                of: start,
                written: component.time(.dateTimeEnd),
                duration: duration
            )
            return .days(max(1, end.civil.date.days(since: start.civil.date)))
        }
        if let end = component.time(.dateTimeEnd) {
            return .exact(
                seconds(from: startInstant, to: try context.instant(of: end, in: calendar))
            )
        }
        return duration.map { .nominal(days: $0.days, seconds: $0.seconds) } ?? .none
    }

    /// Whether days of the length are counted by a zone's clock rather than in UTC.
    var isNominalInZone: Bool {
        guard case .zoned = start, case .nominal(let days, _) = length else { return false }
        return days != 0
    }

    /// The seconds from a start to an end; an end before the start counts as no length.
    private static func seconds(from start: Instant, to end: Instant) -> Int64 {
        max(0, end.secondsSinceEpoch - start.secondsSinceEpoch)
    }

    /// The end of an instance that starts at an instant.
    func end(from start: Instant) -> Instant {
        switch length {
        case .none: start
        case .exact(let seconds): start.adding(seconds: seconds)
        case .days(let days): later(start, days: days)
        case .nominal(0, let seconds): start.adding(seconds: seconds)
        case .nominal(let days, let seconds): later(start, days: days).adding(seconds: seconds)
        }
    }

    private func later(_ start: Instant, days: Int) -> Instant {
        let civil = zone.civil(at: start)
        return zone.instant(
            of: CivilDateTime(date: civil.date.adding(days: days), time: civil.time)
        )
    }

    /// The extent of an instance.
    func extent(from start: Instant, to end: Instant) -> Extent {
        switch kind {
        case .event, .journal: start < end ? .span(start, end) : .moment(start)
        case .taskWithLength: .task(start: start, end: end)
        case .taskWithDue: .taskDue(start: start, due: end)
        case .taskWithStart: .moment(start)
        case .deadline: .deadline(start)
        }
    }
}
