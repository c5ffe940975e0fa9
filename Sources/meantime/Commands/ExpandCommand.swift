import Agenda
import ArgumentParser
import CivilTime
import ICalendar
import JSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `meantime expand`: lists every occurrence of a file's events in a window.
struct ExpandCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expand",
        abstract: "List every occurrence of a file's events in a window.",
        discussion: """
            A line each, sorted by start: start, end, UID, recurrence identity and title, parted by \
            tabs. Times are in each event's own zone; problems go to standard error.
            """
    )

    /// The most occurrences to list; they take about 300 megabytes of memory.
    private static let occurrencesMax = 400_000

    @Argument(help: "The calendar file.")
    var file: String

    @Option(help: "The start of the window, such as 20260101.")
    var from: String

    @Option(help: "The end of the window, exclusive.")
    var to: String

    @Option(help: "Where floating and all-day times are read (default: UTC).")
    var tzid: String?

    @Flag(help: "Write instants in UTC.")
    var utc = false

    @Flag(help: "Write a JSON array.")
    var json = false

    func run() throws {
        let contents = try CalendarFileReading.contents(of: file)
        for problem in contents.problems {
            Console.note("\(file):\(problem.line): \(problem.message)")
        }
        let agenda = try agenda(of: contents.objects)
        let lower = try instant(from, in: agenda.zone)
        let upper = try instant(to, in: agenda.zone)
        guard lower <= upper else { throw CommandError("--to is before --from") }
        let first = agenda.zone.civil(at: lower).date
        let last = agenda.zone.civil(at: upper).date.adding(days: 1)
        guard let found = agenda.allOccurrences(in: first..<last, limit: Self.occurrencesMax) else {
            throw CommandError("too many occurrences: ask for a shorter window")
        }
        let lines =
            found
            .filter { touches($0, lower..<upper) }
            .sorted { a, b in
                a.startInstant == b.startInstant ? a.uid < b.uid : a.startInstant < b.startInstant
            }
            .map { line(for: $0, in: agenda) }
        write(lines)
    }

    private func agenda(of objects: [CalendarObject]) throws -> Agenda {
        var agenda = Agenda()
        agenda.setZone(try tzid.map(TimeArguments.zone) ?? .utc)
        for (number, object) in objects.enumerated() {
            let id = ObjectID(calendar: CalendarID("file"), href: String(number))
            agenda.putObject(id, etag: "", text: object.text)
        }
        for id in agenda.missingZones {
            if let zone = try? TimeArguments.zone(id.name) { agenda.addZone(zone) }
        }
        while !agenda.showReady() {}
        return agenda
    }

    private func instant(_ text: String, in zone: Zone) throws -> Instant {
        try TimeArguments.time(text, zone: nil).instant(in: zone)
    }

    private func touches(_ occurrence: EventOccurrence, _ window: Range<Instant>) -> Bool {
        // An empty window contains nothing, even while an event is going on.
        guard occurrence.startInstant < window.upperBound, !window.isEmpty else { return false }
        return occurrence.endInstant > window.lowerBound
            || occurrence.startInstant >= window.lowerBound
    }

    private func line(for occurrence: EventOccurrence, in agenda: Agenda) -> ExpandedLine {
        ExpandedLine(
            start: utc ? occurrence.startInstant.basicText : occurrence.time.basicText,
            end: utc
                ? occurrence.endInstant.basicText
                : agenda.writtenEnd(of: occurrence).basicText,
            uid: occurrence.uid,
            recurrenceID: occurrence.isRepeating ? occurrence.key.recurrenceID : "",
            summary: occurrence.event.title
        )
    }

    private func write(_ lines: [ExpandedLine]) {
        guard json else {
            for line in lines { Console.say(line.text) }
            return
        }
        Console.writeJSON(lines) { $0.write(to: &$1) }
    }
}

/// One occurrence, for output.
private struct ExpandedLine {
    let start: String
    let end: String
    let uid: String
    let recurrenceID: String
    let summary: String

    /// Writes the line for other programs.
    func write(to json: inout JSONWriter) {
        json.field("end", end)
        json.field("recurrence-id", recurrenceID)
        json.field("start", start)
        json.field("summary", summary)
        json.field("uid", uid)
    }

    /// The fields separated by tabs; tabs and line breaks in the title become blanks.
    var text: String {
        let flat = String(summary.map { $0.isNewline || $0 == "\t" ? " " : $0 })
        return [start, end, uid, recurrenceID, flat].joined(separator: "\t")
    }
}
