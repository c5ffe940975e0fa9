import Foundation
import Testing

@testable import Server

/// A file that is about a part of a series, and what importing it makes of the series.
struct ImportedPart: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    /// What is said of it: how many events are added, updated, unchanged and dropped.
    var counts = [0, 0, 0, 0]
    /// The code of the note or problem about it; empty for none.
    var code = ""
    /// Lines that the series has afterwards, and lines that it hasn't.
    var lines: [String] = []
    var missing: [String] = []
    /// Whether the series is what it was before.
    var changesNothing: Bool { counts[0] + counts[1] == 0 }

    static func message(_ method: String, _ events: [String]..., more: String = "") -> String {
        let calendars = events.map { lines in
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"]
                + (method.isEmpty ? [] : ["METHOD:\(method)"])
                + ["BEGIN:VEVENT", "UID:series", "DTSTAMP:20260101T000000Z"] + lines
                + ["END:VEVENT", "END:VCALENDAR"]
        }
        return (calendars.joined() + [""]).joined(separator: "\r\n")
    }

    static func answer(_ word: String, of guest: String = "guest") -> String {
        "ATTENDEE;PARTSTAT=\(word):mailto:\(guest)@example.org"
    }

    static let third = "RECURRENCE-ID:20260416T110000Z"
    static let thirdInBerlin = "RECURRENCE-ID;TZID=Europe/Berlin:20260416T130000"
    static let moved = [
        thirdInBerlin, "DTSTART;TZID=Europe/Berlin:20260416T180000", "SUMMARY:Evening",
    ]
    static let declined =
        "ATTENDEE;PARTSTAT=DECLINED;SCHEDULE-STATUS=2.0;X-MEANTIME-MADE-OVERRIDE=TRUE"
        + ":mailto:guest@example.org"

    /// A weekly series from 2 April 2026 at 13:00 in Berlin; the second time is another.
    static func series(_ more: [String] = []) -> String {
        let master = [
            "BEGIN:VEVENT", "UID:series", "DTSTAMP:20260101T000000Z", "SUMMARY:Series",
            "DTSTART;TZID=Europe/Berlin:20260402T130000", "RRULE:FREQ=WEEKLY;COUNT=8",
            "ORGANIZER:mailto:host@example.com", answer("NEEDS-ACTION"),
            answer("ACCEPTED", of: "other"),
        ]
        let override = [
            "BEGIN:VEVENT", "UID:series", "DTSTAMP:20260101T000000Z", "SUMMARY:Second",
            "RECURRENCE-ID;TZID=Europe/Berlin:20260409T130000",
            "DTSTART;TZID=Europe/Berlin:20260409T150000", "END:VEVENT",
        ]
        let lines =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"] + master + more
            + ["END:VEVENT"] + override + ["END:VCALENDAR", ""]
        return lines.joined(separator: "\r\n")
    }

    static let answers = [
        ImportedPart(
            testDescription: "a reply to one date",
            file: message("REPLY", [third, answer("DECLINED")]),
            counts: [0, 1, 0, 0],
            code: "answer-taken",
            lines: [thirdInBerlin, declined, answer("NEEDS-ACTION")]
        ),
        ImportedPart(
            testDescription: "a reply to one date, which is named by its day",
            file: message("reply", ["RECURRENCE-ID;VALUE=DATE:20260416", answer("DECLINED")]),
            counts: [0, 1, 0, 0],
            code: "answer-taken",
            lines: [thirdInBerlin, declined]
        ),
        ImportedPart(
            testDescription: "a reply to the series",
            file: message("REPLY", ["DTSTART:20260402T110000Z", answer("TENTATIVE")]),
            counts: [0, 1, 0, 0],
            code: "answer-taken",
            lines: ["ATTENDEE;PARTSTAT=TENTATIVE;SCHEDULE-STATUS=2.0:mailto:guest@example.org"],
            missing: [answer("NEEDS-ACTION"), thirdInBerlin]
        ),
        ImportedPart(
            testDescription: "the replies of two people in one file",
            file: message("REPLY", [answer("TENTATIVE")], [answer("DECLINED", of: "other")]),
            counts: [0, 2, 0, 0],
            code: "answer-taken",
            lines: [
                "ATTENDEE;PARTSTAT=TENTATIVE;SCHEDULE-STATUS=2.0:mailto:guest@example.org",
                "ATTENDEE;PARTSTAT=DECLINED;SCHEDULE-STATUS=2.0:mailto:other@example.org",
            ]
        ),
        ImportedPart(
            testDescription: "a reply to a date that the series doesn't have",
            file: message("REPLY", ["RECURRENCE-ID:20260417T110000Z", answer("DECLINED")]),
            counts: [0, 0, 0, 1],
            code: "no-such-date"
        ),
        ImportedPart(
            testDescription: "a reply of somebody who isn't invited",
            file: message("REPLY", [third, answer("ACCEPTED", of: "stranger")]),
            counts: [0, 0, 0, 1],
            code: "not-invited"
        ),
        ImportedPart(
            testDescription: "a reply to an event that isn't here",
            file: message("REPLY", [third, answer("DECLINED")])
                .replacingOccurrences(of: "UID:series", with: "UID:other"),
            counts: [0, 0, 0, 1],
            code: "event-not-here"
        ),
        ImportedPart(
            testDescription: "a suggestion of another time",
            file: message("COUNTER", [third, "DTSTART:20260416T150000Z", answer("TENTATIVE")]),
            counts: [0, 0, 0, 1],
            code: "suggestion"
        ),
        ImportedPart(
            testDescription: "a suggestion of another time for the series",
            file: message("COUNTER", ["DTSTART:20260416T150000Z", answer("TENTATIVE")]),
            counts: [0, 0, 0, 1],
            code: "suggestion"
        ),
        ImportedPart(
            testDescription: "a question for the newest version",
            file: message("REFRESH", [answer("NEEDS-ACTION")]),
            counts: [0, 0, 0, 1],
            code: "no-news"
        ),
    ]

    static let changes = [
        ImportedPart(
            testDescription: "one date without a method",
            file: message("", moved),
            counts: [0, 1, 0, 0],
            code: "dates-changed",
            lines: ["SUMMARY:Evening", "SUMMARY:Series"]
        ),
        ImportedPart(
            testDescription: "a request for one date",
            file: message("REQUEST", moved),
            counts: [0, 1, 0, 0],
            code: "dates-changed",
            lines: ["SUMMARY:Evening", "SUMMARY:Series"]
        ),
        ImportedPart(
            testDescription: "a published date, named in UTC, which is here already",
            file: message(
                "PUBLISH",
                ["RECURRENCE-ID:20260409T110000Z", "DTSTART:20260409T160000Z", "SUMMARY:Later"]
            ),
            counts: [0, 1, 0, 0],
            code: "dates-changed",
            lines: [
                "SUMMARY:Later", "SUMMARY:Series",
                "RECURRENCE-ID;TZID=Europe/Berlin:20260409T130000",
            ],
            missing: ["SUMMARY:Second"]
        ),
        ImportedPart(
            testDescription: "a date of another event",
            file: message("", moved).replacingOccurrences(of: "UID:series", with: "UID:other"),
            counts: [1, 0, 0, 0],
            lines: ["SUMMARY:Second"],
            missing: ["SUMMARY:Evening"]
        ),
        ImportedPart(
            testDescription: "a request for the series",
            file: message("REQUEST", ["DTSTART:20260402T110000Z", "SUMMARY:New", "SEQUENCE:1"]),
            counts: [0, 1, 0, 0],
            lines: ["SUMMARY:New"],
            missing: ["SUMMARY:Series", "SUMMARY:Second"]
        ),
        ImportedPart(
            testDescription: "the cancellation of a date",
            file: message("CANCEL", [third, "SEQUENCE:1"]),
            counts: [0, 1, 0, 0],
            code: "dates-cancelled",
            lines: ["EXDATE;TZID=Europe/Berlin:20260416T130000", "SUMMARY:Second"]
        ),
        ImportedPart(
            testDescription: "the cancellation of a changed date",
            file: message("CANCEL", ["RECURRENCE-ID:20260409T110000Z", "STATUS:CANCELLED"]),
            counts: [0, 1, 0, 0],
            code: "dates-cancelled",
            lines: ["EXDATE;TZID=Europe/Berlin:20260409T130000"],
            missing: ["SUMMARY:Second"]
        ),
        ImportedPart(
            testDescription: "the cancellation of a date that the series doesn't have",
            file: message("CANCEL", ["RECURRENCE-ID:20260417T110000Z"]),
            counts: [0, 0, 0, 1],
            code: "no-such-date"
        ),
        ImportedPart(
            testDescription: "the cancellation of the series",
            file: message("CANCEL", ["SEQUENCE:1"]),
            counts: [0, 1, 0, 0],
            code: "event-cancelled",
            lines: ["STATUS:CANCELLED", "RRULE:FREQ=WEEKLY;COUNT=8", "SUMMARY:Second"]
        ),
        ImportedPart(
            testDescription: "the cancellation of an event that isn't here",
            file: message("CANCEL", [third])
                .replacingOccurrences(of: "UID:series", with: "UID:other"),
            counts: [0, 0, 0, 1],
            code: "event-not-here"
        ),
    ]
}

@Suite("Importing a part of an event")
struct ImportedMessageTests {
    private func check(_ part: ImportedPart, series: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let path = "/api/v1/calendars/\(visitor.calendar)/"
            try await visitor.request(.post, path + "import", series)
            let before = try await visitor.request(.get, path + "export").text
            let told = try await visitor.request(.post, path + "import", part.file).lines
            let end = try #require(told.last)
            let counts = ["added", "updated", "unchanged", "dropped"].map { end[$0] }
            #expect(counts == part.counts.map { .number(Double($0)) }, "\(told)")
            let codes = Set(told.compactMap { $0["code"]?.text })
            #expect(codes == (part.code.isEmpty ? [] : [part.code]))
            let after = try await visitor.request(.get, path + "export").text
            #expect(part.changesNothing == (before == after))
            let lines = after.replacingOccurrences(of: "\r\n ", with: "")
                .components(separatedBy: "\r\n")
            for line in part.lines { #expect(lines.contains(line), "\(line) in \(after)") }
            for line in part.missing where part.counts[0] == 0 {
                #expect(!lines.contains(line), "\(line) in \(after)")
            }
            let again = try await visitor.request(.post, path + "import", part.file).lines
            #expect(again.last?["updated"] == .number(0), "done once: \(again)")
        }
    }

    @Test("What it's about changes, and nothing else", arguments: ImportedPart.answers)
    func answers(part: ImportedPart) async throws {
        try await check(part, series: ImportedPart.series())
    }

    @Test("Dates change, and the rest stays", arguments: ImportedPart.changes)
    func changes(part: ImportedPart) async throws {
        try await check(part, series: ImportedPart.series())
    }

    @Test(
        "What is older than the event changes nothing",
        arguments: [
            ("REPLY", [ImportedPart.third, ImportedPart.answer("DECLINED")]),
            ("REQUEST", ImportedPart.moved + ["SEQUENCE:1"]),
            ("CANCEL", [ImportedPart.third, "SEQUENCE:1"]),
            ("CANCEL", []),
            ("REQUEST", ["DTSTART:20260402T110000Z", "SEQUENCE:1"]),
            ("PUBLISH", ["DTSTART:20260402T110000Z"]),
        ]
    )
    func outdated(method: String, lines: [String]) async throws {
        let part = ImportedPart(
            testDescription: method,
            file: ImportedPart.message(method, lines),
            counts: [0, 0, 0, 1],
            code: "message-outdated"
        )
        try await check(part, series: ImportedPart.series(["SEQUENCE:2"]))
    }

    @Test("A date that was taken out comes back when it's sent again")
    func broughtBack() async throws {
        let part = ImportedPart(
            testDescription: "",
            file: ImportedPart.message("REQUEST", ImportedPart.moved),
            counts: [0, 1, 0, 0],
            code: "dates-changed",
            lines: ["SUMMARY:Evening", "EXDATE;TZID=Europe/Berlin:20260423T130000"]
        )
        let exceptions = "EXDATE;TZID=Europe/Berlin:20260416T130000,20260423T130000"
        try await check(part, series: ImportedPart.series([exceptions]))
    }

    @Test("What an import changed can be undone")
    func undone() async throws {
        try await TestServer.runSignedIn { visitor in
            let path = "/api/v1/calendars/\(visitor.calendar)/"
            try await visitor.request(.post, path + "import", ImportedPart.series())
            let before = try await visitor.request(.get, path + "export").text
            let reply = ImportedPart.answers[0].file
            let told = try await visitor.request(.post, path + "import", reply).lines
            let change = try #require(told.first { $0["type"]?.text == "change" })
            let href = try #require(change["href"]?.text)
            let etag = try #require(change["etag"]?.text)
            let text = try #require(change["before"]?.text)
            let undone = try await visitor.request(
                .put,
                visitor.events + href,
                text,
                headers: ["If-Match": etag]
            )
            #expect(undone.status == .noContent || undone.status == .ok)
            #expect(try await visitor.request(.get, path + "export").text == before)
        }
    }
}
