import CivilTime
import Foundation
import ICalendar
import Testing

@testable import Server
@testable import ServerBase

@Suite("Exporting")
struct ExportTests {
    /// An event as the page makes it: with the name of its zone but no `VTIMEZONE`.
    private func zonedEvent(_ uid: String) -> String {
        event(uid).replacingOccurrences(
            of: "DTSTART:20260102T090000Z\r\nDTEND:20260102T100000Z",
            with: "DTSTART;TZID=Europe/Berlin:20260702T090000"
        )
    }

    @Test("An export describes each zone once, and importing it changes nothing")
    func zoneOfOwnEvent() async throws {
        try await TestServer.runSignedIn { visitor in
            for uid in ["one", "two"] {
                try await visitor.request(
                    .put,
                    visitor.events + uid,
                    zonedEvent(uid),
                    headers: ["If-None-Match": "*"]
                )
            }
            let path = "/api/v1/calendars/\(visitor.calendar)/"
            let exported = try await visitor.request(.get, path + "export").text
            let calendar = try #require(CalendarText.parse(exported).components.first)
            let described = calendar.components(named: "VTIMEZONE")
            #expect(described.count == 1)
            let zone = try #require(described.first?.zone())
            #expect(zone.id.name == "Europe/Berlin")
            let known = try #require(visitor.server.backend.zones.zone(zone.id))
            for day in 0..<3_650 {
                let instant = Instant(secondsSinceEpoch: 1_767_225_600 + Int64(day) * 86_400)
                #expect(zone.offsetSeconds(at: instant) == known.offsetSeconds(at: instant))
            }
            let again = try await visitor.request(.post, path + "import", exported)
            #expect(try again.lines.last?["unchanged"] == .number(2))
            #expect(try await visitor.request(.get, path + "export").text == exported)
        }
    }

    /// Creates another calendar with some events, and returns its identity.
    private func calendar(
        _ name: String,
        _ texts: [(uid: String, text: String)],
        of visitor: Visitor
    ) async throws -> String {
        let made = try await visitor.request(
            .post,
            "/api/v1/calendars",
            #"{"name":"\#(name)","color":"red"}"#
        )
        let id = try #require(try made.json["id"]?.text)
        for (uid, text) in texts {
            let path = "/api/v1/calendars/\(id)/events/\(uid)"
            try await visitor.request(.put, path, text, headers: ["If-None-Match": "*"])
        }
        return id
    }

    /// The events of a file without their UIDs, sorted.
    private func contents(of text: String) throws -> [String] {
        try #require(CalendarText.parse(text).components.first).components(named: "VEVENT")
            .map { component in
                var copy = component
                copy.remove("UID")
                return String(decoding: CalendarText.write([copy]), as: UTF8.self)
            }
            .sorted()
    }

    private func uids(of text: String) -> [String] {
        text.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }.map {
            String($0.dropFirst(4))
        }
    }

    @Test("An export of everything imports into a new account as the same events")
    func everything() async throws {
        try await TestServer.run { server, client in
            let anna = try await server.visitor(client)
            try await anna.request(
                .put,
                anna.events + "one",
                zonedEvent("one"),
                headers: ["If-None-Match": "*"]
            )
            try await anna.create("both", title: "Mine")
            let work = [
                ("both", event("both", title: "Theirs", more: "RRULE:FREQ=WEEKLY;COUNT=3")),
                ("two", zonedEvent("two")),
            ]
            _ = try await calendar("Work", work, of: anna)
            _ = try await calendar("Copy", [("both", event("both", title: "Mine"))], of: anna)
            let exported = try await anna.request(.get, "/api/v1/export")
            #expect(
                exported.headers[.contentDisposition] == "attachment; filename=\"Meantime.ics\""
            )
            #expect(exported.text.split(separator: "BEGIN:VTIMEZONE").count == 2)
            let uids = uids(of: exported.text)
            #expect(uids.count == 5)
            #expect(Set(uids).count == 5)
            #expect(Set(uids).isSuperset(of: ["one", "both", "two"]))
            #expect(try await anna.request(.get, "/api/v1/export").text == exported.text)

            let ben = try await server.visitor(client, email: "ben@example.org")
            let path = "/api/v1/calendars/\(ben.calendar)/import"
            let taken = try await ben.request(.post, path, exported.text)
            #expect(try taken.lines.last?["added"] == .number(5))
            #expect(try taken.lines.last?["dropped"] == .number(0))
            let again = try await ben.request(.get, "/api/v1/export")
            #expect(try contents(of: again.text) == contents(of: exported.text))
            #expect(Set(self.uids(of: again.text)) == Set(uids))
        }
    }

    @Test("Chosen calendars export under a name, and calendars of others don't")
    func some() async throws {
        try await TestServer.run { server, client in
            let anna = try await server.visitor(client)
            try await anna.create("home")
            let work = try await calendar("Work", [("work", event("work"))], of: anna)
            let club = try await calendar("Club", [("club", event("club"))], of: anna)
            let path = "/api/v1/export?calendar=\(work)&calendar=\(club)"
            let named = try await anna.request(.get, path + "&name=Out%20%26%20about")
            #expect(uids(of: named.text) == ["work", "club"])
            #expect(named.text.contains("X-WR-CALNAME:Out & about\r\n"))
            #expect(
                named.headers[.contentDisposition] == "attachment; filename=\"Out-about.ics\""
            )
            let one = try await anna.request(.get, "/api/v1/export?calendar=\(work)")
            #expect(one.headers[.contentDisposition] == "attachment; filename=\"Work.ics\"")
            let ben = try await server.visitor(client, email: "ben@example.org")
            #expect(try await ben.request(.get, path).status == .notFound)
            let long = String(repeating: "x", count: Limits.nameBytesMax + 1)
            let refused = try await anna.request(.get, path + "&name=" + long)
            #expect(refused.problem == "/problems/not-valid")
            #expect(try await anna.request(.get, path + "&name=" + long.dropLast()).status == .ok)
        }
    }

    @Test("An event has the same UID in every file of several calendars")
    func sameNames() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.create("both", title: "First")
            let second = try await calendar(
                "B",
                [("both", event("both", title: "Second")), ("own", event("own", title: "Own"))],
                of: visitor
            )
            let third = try await calendar(
                "C",
                [("both", event("both", title: "Third"))],
                of: visitor
            )
            func names(_ query: String) async throws -> [String: String] {
                let text = try await visitor.request(.get, "/api/v1/export" + query).text
                let file = try #require(CalendarText.parse(text).components.first)
                let pairs = file.components(named: "VEVENT").map {
                    ($0.first("SUMMARY")?.rawValue ?? "", $0.first("UID")?.rawValue ?? "")
                }
                return Dictionary(pairs) { first, _ in first }
            }
            let everything = try await names("")
            #expect(everything["First"] == "both")
            #expect(everything["Own"] == "own")
            #expect(Set(everything.values).count == 4)
            let later = try await names("?calendar=\(second)&calendar=\(third)")
            #expect(later.count == 3)
            for (title, uid) in later { #expect(uid == everything[title], "\(title)") }
            // On its own, a calendar keeps its UIDs, so that it can be imported into itself.
            #expect(try await names("?calendar=\(third)") == ["Third": "both"])

            let first = "/api/v1/calendars/" + visitor.calendar
            #expect(try await visitor.request(.delete, first).status == .noContent)
            let without = try await names("")
            #expect(without["Second"] == "both")
            #expect(without["Third"] == everything["Third"])
        }
    }

    @Test("Importing an export of everything duplicates nothing", arguments: ["first", "second"])
    func everythingBack(target: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let text = event("both", title: "Same")
            try await visitor.create("both", title: "Same")
            let second = try await calendar("B", [("both", text)], of: visitor)
            let everything = try await visitor.request(.get, "/api/v1/export").text
            let id = target == "first" ? visitor.calendar : second
            for _ in 0..<2 {
                let path = "/api/v1/calendars/\(id)/import"
                let end = try #require(
                    try await visitor.request(.post, path, everything).lines.last
                )
                #expect(end["added"] == .number(0))
                #expect(end["updated"] == .number(0))
                #expect(end["unchanged"] == .number(2))
            }
            #expect(try await visitor.request(.get, "/api/v1/export").text == everything)
        }
    }

    @Test("One event exports with its series and its zones")
    func oneEvent() async throws {
        try await TestServer.runSignedIn { visitor in
            let series = zonedEvent("one")
                .replacingOccurrences(of: "SUMMARY", with: "RRULE:FREQ=DAILY\r\nSUMMARY")
            try await visitor.request(
                .put,
                visitor.events + "one",
                series,
                headers: ["If-None-Match": "*"]
            )
            try await visitor.create("two")
            let file = try await visitor.request(.get, visitor.events + "one/export")
            #expect(file.headers[.contentType] == "text/calendar; charset=utf-8")
            #expect(
                file.headers[.contentDisposition] == "attachment"
            )
            #expect(uids(of: file.text) == ["one"])
            #expect(file.text.contains("RRULE:FREQ=DAILY\r\n"))
            #expect(file.text.split(separator: "TZID:Europe/Berlin").count == 2)
            #expect(CalendarText.parse(file.text).problems.isEmpty)
            let missing = try await visitor.request(.get, visitor.events + "three/export")
            #expect(missing.status == .notFound)
        }
    }
}
