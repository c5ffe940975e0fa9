import Foundation
import HTTPTypes
import NIOCore
import Store
import Testing

@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Sync")
struct SyncTests {
    @Test(
        "A sync streams a header, calendars, every event once, and an end",
        arguments: [0, 1, Limits.syncPageCount, Limits.syncPageCount + 1]
    )
    func stream(count: Int) async throws {
        try await TestServer.runSignedIn { visitor in
            for number in 0..<count { try await visitor.create("event-\(number)") }
            let response = try await visitor.request(.get, "/api/v1/sync")
            #expect(response.headers[.contentType] == "application/x-ndjson")
            let lines = try response.lines
            #expect(lines.first?["type"]?.text == "header")
            let latest = try await visitor.server.backend.store.changes.latest()
            let token = try #require(lines.first?["token"]?.text.flatMap { ChangeToken($0) })
            #expect(token >= latest)
            #expect(lines.first?["total"] == .number(Double(count)))
            #expect(lines.first?["account"]?["email"]?.text == TestServer.email)
            #expect(lines[1]["type"]?.text == "calendar")
            #expect(lines[1]["default"] == .bool(true))
            #expect(lines.last == ["type": .string("end")])
            let events = lines.dropFirst(2).dropLast()
            #expect(Set(events.compactMap { $0["href"]?.text }).count == count)
            #expect(events.count == count)
            #expect(events.allSatisfy { $0["calendar"]?.text == visitor.calendar })
        }
    }

    @Test("Events near a date come first, then the rest, each once")
    func near() async throws {
        let rows = [
            ("a-before", "20260801T100000Z", ""), ("b-near", "20261120T100000Z", ""),
            ("c-after", "20270801T100000Z", ""),
            ("d-endless", "19990101T100000Z", "RRULE:FREQ=DAILY"),
            ("e-edge", "20260924T100000Z", ""), ("f-past-it", "20260920T100000Z", ""),
            ("g-ended", "19990101T100000Z", "RRULE:FREQ=DAILY;UNTIL=20000101T100000Z"),
        ]
        try await TestServer.runSignedIn { visitor in
            for (href, start, rule) in rows {
                let text = event(href, times: ["DTSTART:" + start], more: rule)
                let headers = ["If-None-Match": "*"]
                try await visitor.request(.put, visitor.events + href, text, headers: headers)
            }
            let lines = try await visitor.request(.get, "/api/v1/sync?near=2026-11-21").lines
            let hrefs = lines.compactMap { $0["href"]?.text }
            #expect(hrefs.prefix(3) == ["b-near", "d-endless", "e-edge"])
            #expect(hrefs.dropFirst(3) == ["a-before", "c-after", "f-past-it", "g-ended"])
        }
    }

    @Test("An invalid date is refused", arguments: ["2026-02-30", "today", ""])
    func notNear(text: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let response = try await visitor.request(.get, "/api/v1/sync?near=" + text)
            #expect(response.status == .unprocessableContent)
            #expect(response.text.contains("near"))
        }
    }

    @Test("A sync returns an event's text exactly as it was sent")
    func lossless() async throws {
        try await TestServer.runSignedIn { visitor in
            let text = event(
                "one",
                title: "\\n \"q\" \\\\ Füße 🦶 שלום\t\u{7F}",
                more: "X-ODD;A=\"b\":c"
            )
            try await visitor.request(
                .put,
                visitor.events + "one",
                text,
                headers: ["If-None-Match": "*"]
            )
            let lines = try await visitor.request(.get, "/api/v1/sync").lines
            #expect(lines[2]["ical"]?.text == text)
        }
    }
}

@Suite("Importing")
struct ImportTests {
    private static func importFile(
        _ visitor: Visitor,
        _ text: String
    ) async throws -> [[String: JSONValue]] {
        let path = "/api/v1/calendars/\(visitor.calendar)/import"
        let response = try await visitor.request(.post, path, text)
        #expect(response.status == .ok)
        return try response.lines
    }

    private static func end(
        added: Int = 0,
        updated: Int = 0,
        unchanged: Int = 0,
        dropped: Int = 0
    ) -> [String: JSONValue] {
        [
            "type": .string("end"), "added": .number(Double(added)),
            "updated": .number(Double(updated)), "unchanged": .number(Double(unchanged)),
            "dropped": .number(Double(dropped)),
        ]
    }

    @Test("Importing a file again adds nothing, and a newer one updates its events")
    func twice() async throws {
        try await TestServer.runSignedIn { visitor in
            let text = file(["one", "two", "three"])
            let first = try await Self.importFile(visitor, text)
            #expect(first.last == Self.end(added: 3))
            let second = try await Self.importFile(visitor, text)
            #expect(second.last == Self.end(unchanged: 3))
            let newer = file(["one", "two", "four"], title: "Dinner")
            let third = try await Self.importFile(visitor, newer)
            #expect(third.last == Self.end(added: 1, updated: 2))
            let sync = try await visitor.request(.get, "/api/v1/sync")
            #expect(try sync.lines.count == 2 + 4 + 1)
        }
    }

    @Test("An import reports its progress after each batch")
    func progress() async throws {
        try await TestServer.runSignedIn { visitor in
            let count = Limits.importBatchCount + 1
            let lines = try await Self.importFile(visitor, file((0..<count).map { "event-\($0)" }))
            #expect(
                lines.compactMap { $0["done"] } == [
                    .number(Double(count - 1)), .number(Double(count)),
                ]
            )
            #expect(lines.last == Self.end(added: count))
        }
    }

    @Test("An import reports each change, so that it can be undone")
    func changesTold() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.create("old")
            let replaced = try await visitor.request(.get, visitor.events + "old").text
            let lines = try await Self.importFile(visitor, file(["old", "new"], title: "Dinner"))
            let changes = lines.filter { $0["type"]?.text == "change" }
            #expect(changes.map { $0["before"]?.text } == [replaced, nil])
            for change in changes {
                let href = try #require(change["href"]?.text)
                let now = try await visitor.request(.get, visitor.events + href)
                #expect(now.headers[.eTag] == change["etag"]?.text)
            }
        }
    }

    @Test(
        "An import reports only a limited number of changes",
        arguments: [Limits.importChangesReportedMax, Limits.importChangesReportedMax + 1]
    )
    func changesMax(count: Int) async throws {
        try await TestServer.runSignedIn { visitor in
            let lines = try await Self.importFile(visitor, file((0..<count).map { "event-\($0)" }))
            let told = lines.count { $0["type"]?.text == "change" }
            #expect(told == Limits.importChangesReportedMax)
            #expect(lines.last == Self.end(added: count))
        }
    }

    @Test("Whole events of a truncated file are imported, and its problems reported")
    func broken() async throws {
        try await TestServer.runSignedIn { visitor in
            let text = file(["good", "late", "cut"])
                .replacingOccurrences(of: "UID:late\r\n", with: "UID:late\r\nDURATION:PT1H\r\n")
            let truncated = String(text.prefix(text.count - 60))
            let lines = try await Self.importFile(visitor, truncated)
            #expect(lines.contains { $0["type"]?.text == "problem" })
            let sync = try await visitor.request(.get, "/api/v1/sync").text
            #expect(sync.contains("UID:good"))
            #expect(!sync.contains("UID:cut"))
        }
    }

    @Test(
        "Importing something that isn't a calendar adds nothing",
        arguments: ["", "hello", "\u{FEFF}<html>"]
    )
    func notACalendar(text: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let lines = try await Self.importFile(visitor, text)
            #expect(lines.first?["type"]?.text == "problem" || text.isEmpty)
            #expect(lines.first?["code"]?.text == "not-a-calendar" || text.isEmpty)
            #expect(lines.last?["added"] == .number(0))
        }
    }

    @Test("A problem has a code and its values besides a message, so that it can be translated")
    func codes() async throws {
        try await TestServer.runSignedIn { visitor in
            let long = String(repeating: "u", count: Limits.uidBytesMax + 1)
            let text = file(["one", long]).replacingOccurrences(
                of: "UID:one\r\n",
                with: "UID:one\r\nRRULE:FREQ=DAILY;BYDAY=XX\r\n"
            )
            let problems = try await Self.importFile(visitor, text)
                .filter { $0["type"]?.text == "problem" }
            #expect(
                problems.map { $0["code"]?.text } == [
                    "invalid-rule:invalid-value", "uid-too-long",
                ]
            )
            #expect(problems.first?["values"] == .array([.string("BYDAY"), .string("XX")]))
            #expect(problems.last?["values"] == .array([.string(String(Limits.uidBytesMax))]))
            #expect(problems.allSatisfy { $0["message"]?.text?.isEmpty == false })
        }
    }

    @Test("The list of problems is cut at a limit, and says that there are more")
    func manyProblems() async throws {
        try await TestServer.runSignedIn { visitor in
            let count = Limits.importProblemsMax + 5
            let text = file((0..<count).map { "event-\($0)" })
                .replacingOccurrences(of: "DTEND:2026", with: "DTEND:2025")
            let lines = try await Self.importFile(visitor, text)
            #expect(lines.count { $0["type"]?.text == "problem" } == Limits.importProblemsMax)
            #expect(lines.contains { $0["type"]?.text == "more-problems" })
        }
    }

    @Test("An export has what was imported")
    func roundTrip() async throws {
        try await TestServer.runSignedIn { visitor in
            let uids = (0..<150).map { "event-\($0)" }
            _ = try await Self.importFile(visitor, file(uids))
            let path = "/api/v1/calendars/\(visitor.calendar)/export"
            let exported = try await visitor.request(.get, path)
            #expect(exported.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(
                exported.headers[.contentDisposition] == "attachment; filename=\"Personal.ics\""
            )
            #expect(exported.text.contains("X-WR-CALNAME:Personal"))
            let again = try await Self.importFile(visitor, exported.text)
            #expect(again.last?["added"] == .number(0))
            #expect(exported.text.split(separator: "BEGIN:VEVENT").count == 151)
        }
    }

    @Test("An export describes a zone once that several events describe")
    func zonesUnified() async throws {
        try await TestServer.runSignedIn { visitor in
            let zone = [
                "BEGIN:VTIMEZONE", "TZID:Office", "BEGIN:STANDARD", "DTSTART:19700101T000000",
                "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE", "",
            ].joined(separator: "\r\n")
            for uid in ["one", "two"] {
                let text = event(uid)
                    .replacingOccurrences(of: "BEGIN:VEVENT", with: zone + "BEGIN:VEVENT")
                    .replacingOccurrences(
                        of: "DTSTART:20260102T090000Z\r\nDTEND:20260102T100000Z",
                        with: "DTSTART;TZID=Office:20260102T090000"
                    )
                let response = try await visitor.request(
                    .put,
                    visitor.events + uid,
                    text,
                    headers: ["If-None-Match": "*"]
                )
                #expect(response.status == .created)
            }
            let path = "/api/v1/calendars/\(visitor.calendar)/export"
            let text = try await visitor.request(.get, path).text
            #expect(text.split(separator: "BEGIN:VTIMEZONE").count == 2)
            #expect(text.split(separator: "BEGIN:VEVENT").count == 3)
        }
    }
}
