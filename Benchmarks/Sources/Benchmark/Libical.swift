import CLibical
import Workloads

/// libical 3: expands rules with its iterator and without zones, which saves it work.
struct Libical {
    private let rule: icalrecurrencetype
    private let start: icaltimetype
    private let week: (from: icaltimetype, to: icaltimetype)?

    init(_ workload: Workload) {
        rule = icalrecurrencetype_from_string("\(workload.rule)")
        start = icaltime_from_string("\(workload.start)")
        week = workload.week.map {
            (icaltime_from_string("\($0.from)"), icaltime_from_string("\($0.to)"))
        }
    }

    /// Runs once like ``Run/once(count:)``.
    ///
    /// The sum is of years and days, which is enough to keep the compiler from optimising them
    /// away.
    func once(count: Int) -> (count: Int, sum: Int64) {
        guard let iterator = icalrecur_iterator_new(rule, start) else { return (0, 0) }
        defer { icalrecur_iterator_free(iterator) }
        var found = 0
        var sum: Int64 = 0
        if let week { icalrecur_iterator_set_start(iterator, week.from) }
        while found < count {
            let time = icalrecur_iterator_next(iterator)
            if icaltime_is_null_time(time) != 0 { break }
            if let week, icaltime_compare(time, week.to) >= 0 { break }
            sum &+= Int64(time.year &+ time.day)
            found += 1
        }
        return (found, sum)
    }

    func civilSum(count: Int) -> Int64 {
        guard let iterator = icalrecur_iterator_new(rule, start) else { return 0 }
        defer { icalrecur_iterator_free(iterator) }
        var sum: Int64 = 0
        for _ in 0..<count {
            let time = icalrecur_iterator_next(iterator)
            if icaltime_is_null_time(time) != 0 { break }
            sum &+= Int64(icaltime_as_timet(time))
        }
        return sum
    }

    /// Reads a calendar file and returns the number of its components.
    static func parsedComponents(of text: String) -> Int {
        guard let calendar = icalparser_parse_string(text) else { return 0 }
        defer { icalcomponent_free(calendar) }
        return Int(icalcomponent_count_components(calendar, ICAL_ANY_COMPONENT))
    }
}
