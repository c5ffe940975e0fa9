public import CivilTime
import ICalendar
public import Recurrence

/// The workloads: the same for the native program, WebAssembly and the peers.
public enum Workload: Int32, CaseIterable, Sendable {
    case daily, lastFriday, yearlySet, threeDays
    case dailyWeek, hourlyWeek, distantWeek
    case impossible

    /// The text of the rule.
    public var rule: StaticString {
        switch self {
        case .daily, .dailyWeek, .distantWeek: "FREQ=DAILY"
        case .lastFriday: "FREQ=MONTHLY;BYDAY=-1FR"
        case .yearlySet: "FREQ=YEARLY;BYMONTH=1,3;BYDAY=SU,TU;BYHOUR=8,9"
        case .threeDays: "FREQ=WEEKLY;BYDAY=MO,WE,FR"
        case .hourlyWeek: "FREQ=HOURLY"
        case .impossible: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"
        }
    }

    /// DTSTART, in New York time.
    public var start: StaticString {
        switch self {
        case .daily, .lastFriday, .yearlySet, .threeDays: "20000103T090000"
        case .dailyWeek, .hourlyWeek, .impossible: "19980105T090000"
        case .distantWeek: "19700105T090000"
        }
    }

    /// The week to query; nil for workloads that count from the start.
    public var week: (from: StaticString, to: StaticString)? {
        switch self {
        case .dailyWeek, .hourlyWeek: ("20240311T000000", "20240318T000000")
        case .distantWeek: ("20900306T000000", "20900313T000000")
        default: nil
        }
    }
}

/// A workload that is ready to be run repeatedly.
public struct Run: Sendable {
    /// The workload to run.
    public let workload: Workload
    let set: RecurrenceSet
    let window: Range<Instant>?

    /// Prepares a workload in a zone; nil if its texts cannot be read.
    public init?(_ workload: Workload, zone: Zone) {
        guard let civil = CivilDateTime("\(workload.start)"),
            let rule = try? RecurrenceRule(parsing: "\(workload.rule)")
        else { return nil }
        self.workload = workload
        set = RecurrenceSet(
            start: .zoned(civil, zone.id),
            rules: [rule],
            zone: zone,
            includesStart: false
        )
        window = workload.week.flatMap { week in
            guard let from = CivilDateTime("\(week.from)"), let to = CivilDateTime("\(week.to)")
            else {
                return nil
            }
            return zone.instant(of: from)..<zone.instant(of: to)
        }
    }

    /// Runs once: `count` occurrences from the start, or the week, or the impossible rule until it
    /// gives up.
    ///
    /// - Returns: The number of occurrences and the sum of their seconds, which keeps the compiler
    ///   from optimising them away.
    public func once(count: Int) -> (count: Int, sum: Int64) {
        var found = 0
        var sum: Int64 = 0
        if let window {
            for occurrence in set.occurrences(in: window) {
                sum &+= occurrence.instant.secondsSinceEpoch
                found += 1
            }
            return (found, sum)
        }
        var iterator = set.occurrences()
        while found < count, let occurrence = iterator.next() {
            sum &+= occurrence.instant.secondsSinceEpoch
            found += 1
        }
        return (found, sum)
    }

    /// All occurrences from the start on.
    public func occurrences() -> OccurrenceIterator { set.occurrences() }

    /// The sum of the first occurrences in wall-clock seconds, for comparison with peers without
    /// zones.
    public func civilSum(count: Int) -> Int64 {
        var sum: Int64 = 0
        for occurrence in set.occurrences().prefix(count) {
            sum &+= occurrence.civil.secondsSinceEpoch
        }
        return sum
    }
}

/// Reads a calendar file and returns the number of its components, so the compiler cannot drop it.
public func parsedComponents(of octets: [UInt8]) -> Int {
    CalendarText.parse(octets).components.reduce(0) { $0 + $1.components.count }
}
