import ArgumentParser
import CivilTime
import ICalendar
import Recurrence

/// `meantime occurrences`: lists the times of a recurrence rule.
struct OccurrencesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "occurrences",
        abstract: "List the times that a recurrence rule gives.",
        discussion: """
            Times are local to the zone, one a line; dates for a start that is a date. With \
            --batch, lines of “dtstart TAB tzid TAB rrule TAB limit” are read from standard \
            input and answered with a line each.
            """
    )

    @Option(help: "The rule, such as FREQ=WEEKLY;BYDAY=MO.")
    var rrule: String?

    @Option(help: "The start, such as 20260101T090000 or 20260101.")
    var dtstart: String?

    @Option(help: "The zone of the start (default: none, a floating time).")
    var tzid: String?

    @Flag(help: "Write instants in UTC.")
    var utc = false

    @Option(help: "A time to leave out; may be given several times.")
    var exdate: [String] = []

    @Option(help: "A time to add; may be given several times.")
    var rdate: [String] = []

    @Option(help: "The first time wanted.")
    var from: String?

    @Option(help: "The time before which all listed times are.")
    var to: String?

    @Option(help: "The most times to write.")
    var limit = 1_000

    @Flag(help: "Read many requests from standard input.")
    var batch = false

    func validate() throws {
        guard !batch else { return }
        guard rrule != nil || !rdate.isEmpty, dtstart != nil else {
            throw ValidationError("--rrule and --dtstart are needed, or --batch.")
        }
        guard limit >= 0 else { throw ValidationError("--limit is 0 or more.") }
    }

    func run() throws {
        guard batch else {
            var request = OccurrenceRequest(
                start: dtstart ?? "",
                zone: tzid,
                rule: rrule,
                limit: limit
            )
            request.exceptions = exdate
            request.dates = rdate
            request.from = from
            request.to = to
            for time in try request.times(isUTC: utc) { Console.say(time) }
            return
        }
        while let line = readLine() {
            guard !line.isEmpty else { continue }
            Console.say(answer(to: line))
        }
    }

    private func answer(to line: String) -> String {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count >= 3, let limit = fields.count > 3 ? Int(fields[3]) : 1_000 else {
            return "error: expected dtstart, tzid, rrule and limit, parted by tabs"
        }
        let zone = fields[1].isEmpty ? nil : fields[1]
        let request = OccurrenceRequest(start: fields[0], zone: zone, rule: fields[2], limit: limit)
        do {
            return try request.times(isUTC: utc).joined(separator: ",")
        } catch {
            return "error: \(error)"
        }
    }
}

/// A request for the times of a recurrence rule.
struct OccurrenceRequest {
    let start: String
    let zone: String?
    let rule: String?
    let limit: Int
    var exceptions: [String] = []
    var dates: [String] = []
    var from: String?
    var to: String?

    init(start: String, zone: String?, rule: String?, limit: Int) {
        self.start = start
        self.zone = zone
        self.rule = rule
        self.limit = limit
    }

    /// The times, local to the zone or as UTC instants.
    func times(isUTC: Bool) throws -> [String] {
        let zone = try zone.map(TimeArguments.zone) ?? .utc
        let id = self.zone.map { ZoneID($0) }
        let start = try TimeArguments.time(start, zone: id)
        let set = RecurrenceSet(
            start: start,
            rules: try rule.map { [try parsed($0)] } ?? [],
            dates: try dates.map { try TimeArguments.time($0, zone: id) },
            exceptions: try exceptions.map { try TimeArguments.time($0, zone: id) },
            zone: zone,
            includesStart: rule == nil
        )
        let first = try from.map { try instant($0, in: zone) }
        let end = try to.map { try instant($0, in: zone) } ?? .distantFuture
        var occurrences = first.map { set.occurrences(from: $0) } ?? set.occurrences()
        var times: [String] = []
        while times.count < limit, let next = occurrences.next(), next.instant < end {
            times.append(isUTC ? next.instant.basicText : set.time(of: next).basicText)
        }
        return times
    }

    private func instant(_ text: String, in zone: Zone) throws -> Instant {
        try TimeArguments.time(text, zone: self.zone.map { ZoneID($0) }).instant(in: zone)
    }

    private func parsed(_ text: String) throws -> RecurrenceRule {
        do {
            return try RecurrenceRule(parsing: text)
        } catch {
            throw CommandError("\(text): \(error.reason)")
        }
    }
}
