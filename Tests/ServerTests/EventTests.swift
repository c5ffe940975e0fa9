import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Server
@testable import ServerBase

@Suite("Events over HTTP")
struct EventTests {
    @Test("An event is created, read, changed and deleted")
    func wholeLife() async throws {
        try await TestServer.runSignedIn { visitor in
            let created = try await visitor.create("one")
            #expect(created.status == .created)
            let etag = try #require(created.headers[.eTag])
            #expect(try created.json["etag"]?.text == etag)

            let path = visitor.events + "one"
            let read = try await visitor.request(.get, path)
            #expect(read.text == event("one"))
            #expect(read.headers[.eTag] == etag)
            #expect(read.headers[.contentType] == "text/calendar; charset=utf-8")

            let changed = try await visitor.request(
                .put,
                path,
                event("one", title: "Dinner"),
                headers: ["If-Match": etag]
            )
            #expect(changed.status == .ok)
            let newTag = try #require(changed.headers[.eTag])
            #expect(newTag != etag)

            let stale = try await visitor.request(.delete, path, headers: ["If-Match": etag])
            #expect(stale.problem == "/problems/changed-elsewhere")
            #expect(try stale.json["etag"]?.text == newTag)
            let removed = try await visitor.request(.delete, path, headers: ["If-Match": newTag])
            #expect(removed.status == .noContent)
            #expect(try await visitor.request(.get, path).status == .notFound)
        }
    }

    @Test("An event isn't overwritten without a matching precondition")
    func preconditions() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.create("one")
            #expect(try await visitor.create("one").status == .preconditionFailed)
            let blind = try await visitor.request(.put, visitor.events + "one", event("one"))
            #expect(blind.status == .preconditionRequired)
            let gone = try await visitor.request(
                .put,
                visitor.events + "two",
                event("two"),
                headers: ["If-Match": "\"x\""]
            )
            #expect(gone.status == .preconditionFailed)
            #expect(try gone.json["etag"] == nil)
        }
    }

    @Test("A UID can be used only once in a calendar")
    func uidTaken() async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.create("one")
            let second = try await visitor.request(
                .put,
                visitor.events + "two",
                event("one"),
                headers: ["If-None-Match": "*"]
            )
            #expect(second.status == .conflict)
            #expect(second.problem == "/problems/uid-taken")
            #expect(try second.json["href"]?.text == "one")
        }
    }

    private static let broken = [
        "", "hello", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n",
        event("one").replacingOccurrences(of: "UID:one\r\n", with: ""),
        event("one").replacingOccurrences(of: "DTSTART:20260102T090000Z\r\n", with: ""),
        event("one").replacingOccurrences(of: "DTSTART:2026", with: "DTSTART:soon"),
        event("one").replacingOccurrences(of: "END:VEVENT\r\n", with: ""),
        event("one").replacingOccurrences(of: "END:VCALENDAR\r\n", with: ""),
        file(["one", "two"]),
    ]

    @Test(
        "A refused event has a code, with the limit or number it is about",
        arguments: [
            (file(["one", "two"]), "not-one", ["2"]),
            (
                event(String(repeating: "u", count: Limits.uidBytesMax + 1)), "uid-too-long",
                [String(Limits.uidBytesMax)]
            ),
            (
                event(String(repeating: "ü", count: Limits.uidBytesMax / 2) + "u"), "uid-too-long",
                [String(Limits.uidBytesMax)]
            ),
        ]
    )
    func refused(text: String, code: String, values: [String]) async throws {
        try await TestServer.runSignedIn { visitor in
            let response = try await visitor.request(
                .put,
                visitor.events + "one",
                text,
                headers: ["If-None-Match": "*"]
            )
            guard case .array(let problems)? = try response.json["problems"] else {
                Issue.record("no problems are listed")
                return
            }
            #expect(problems.map { $0["code"]?.text } == [code])
            #expect(problems.first?["values"] == .array(values.map(JSONValue.string)))
        }
    }

    @Test("A UID may be as long as the limit, in bytes")
    func longestUID() throws {
        let uid = String(repeating: "ü", count: Limits.uidBytesMax / 2)
        #expect(try ObjectReader.draft(of: Array(event(uid).utf8)).uid == uid)
    }

    @Test(
        "Whoever is invited is found, however the line is written",
        arguments: [
            ("ATTENDEE:mailto:ben@example.org", true), ("attendee:mailto:ben@example.org", true),
            ("ATTEN\r\n DEE:mailto:ben@example.org", true), ("SUMMARY:ATTENDEE", false),
        ]
    )
    func attendees(line: String, isFound: Bool) throws {
        let text = event("one", more: line)
        #expect(try ObjectReader.draft(of: Array(text.utf8)).hasAttendees == isFound)
    }

    @Test(
        "An event has at most so many components, lines and dates",
        arguments: [
            (Part.components, Limits.objectComponentsMax - 2),
            (Part.lines, Limits.objectLinesMax - 7), (Part.dates, Limits.objectDatesMax),
            (Part.controls, Limits.objectControlsMax),
        ]
    )
    func parts(part: Part, max: Int) throws {
        for count in [max, max + 1] {
            let text = event("one", more: part.lines(count))
            let refused = Result { try ObjectReader.draft(of: Array(text.utf8)) }
            guard count > max else {
                _ = try refused.get()
                continue
            }
            let error = try #require(throws: ServerError.self) { try refused.get() }
            guard case .notValid(let problems) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(problems.map(\.code) == ["too-many-\(part)"])
        }
    }

    /// What an event can have too many of.
    enum Part: String, CustomStringConvertible {
        case components, lines, dates, controls

        var description: String { rawValue }

        /// Lines with so many of it.
        func lines(_ count: Int) -> String {
            let date = "20260102T090000Z"
            let lines =
                switch self {
                case .components: Array(repeating: "BEGIN:X-PART\r\nEND:X-PART", count: count)
                case .lines: Array(repeating: "X-LINE:1", count: count)
                case .controls: ["X-LINE:" + String(repeating: "\u{1}", count: count)]
                case .dates:
                    [
                        "EXDATE:" + date,
                        "RDATE:" + Array(repeating: date, count: count - 1).joined(separator: ","),
                    ]
                }
            return lines.joined(separator: "\r\n")
        }
    }

    @Test("Octets that aren't UTF-8 are refused with a code")
    func notUTF8() throws {
        let error = try #require(throws: ServerError.self) { try ObjectReader.draft(of: [0xFF]) }
        guard case .notValid(let problems) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(problems.map(\.code) == ["not-text"])
    }

    @Test("A body that isn't one complete object is refused", arguments: broken)
    func notValid(text: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let response = try await visitor.request(
                .put,
                visitor.events + "one",
                text,
                headers: ["If-None-Match": "*"]
            )
            #expect(response.status == .unprocessableContent)
            #expect(response.problem == "/problems/not-valid")
            guard case .array(let problems)? = try response.json["problems"] else {
                Issue.record("no problems are listed")
                return
            }
            #expect(problems.first?["message"]?.text?.isEmpty == false)
            #expect(try await visitor.request(.get, "/api/v1/sync").lines.count == 3)
        }
    }

    @Test(
        "An event can be as large as the limit, and no larger",
        arguments: [(0, HTTPResponse.Status.created), (1, .contentTooLarge)]
    )
    func size(excess: Int, status: HTTPResponse.Status) async throws {
        try await TestServer.runSignedIn { visitor in
            // Folded at 70 octets, so that no line is too long.
            func text(_ lines: Int, _ rest: Int) -> String {
                let line = "\r\n " + String(repeating: "x", count: 69)
                let note =
                    "DESCRIPTION:" + String(repeating: line, count: lines)
                    + "\r\n " + String(repeating: "x", count: rest)
                return event("one", more: note)
            }
            let lines = (Limits.objectBytesMax - text(0, 0).utf8.count - 100) / 72
            let rest = Limits.objectBytesMax - text(lines, 0).utf8.count + excess
            let body = text(lines, rest)
            #expect(body.utf8.count == Limits.objectBytesMax + excess)
            let response = try await visitor.request(
                .put,
                visitor.events + "one",
                body,
                headers: ["If-None-Match": "*"]
            )
            #expect(response.status == status)
        }
    }

    @Test(
        "An invalid href isn't found",
        arguments: ["..", ".hidden", "a%2Fb", "%2e%2e", String(repeating: "x", count: 201)]
    )
    func hrefs(name: String) async throws {
        try await TestServer.runSignedIn { visitor in
            let response = try await visitor.request(
                .put,
                visitor.events + name,
                event("one"),
                headers: ["If-None-Match": "*"]
            )
            #expect(response.status == .notFound)
        }
    }

    @Test("Events of other accounts aren't found")
    func otherAccount() async throws {
        try await TestServer.run { server, client in
            let anna = try await server.visitor(client)
            let ben = try await server.visitor(client, email: "ben@example.org")
            try await anna.create("one")
            for method in [HTTPRequest.Method.get, .delete, .put] {
                let response = try await ben.request(
                    method,
                    anna.events + "one",
                    method == .put ? event("one") : nil,
                    headers: ["If-Match": "*"]
                )
                #expect(response.status == .notFound)
            }
        }
    }
}

@Suite("Calendars over HTTP")
struct CalendarTests {
    @Test("A calendar is created, changed and deleted, but not the last one")
    func wholeLife() async throws {
        try await TestServer.runSignedIn { visitor in
            let created = try await visitor.request(
                .post,
                "/api/v1/calendars",
                #"{"name":" Work ","color":"red"}"#
            )
            #expect(created.status == .created)
            #expect(try created.json["name"]?.text == "Work")
            let id = try #require(try created.json["id"]?.text)
            let path = "/api/v1/calendars/" + id
            let edited = try await visitor.request(.patch, path, #"{"default":true}"#)
            #expect(try edited.json["default"] == .bool(true))
            #expect(try edited.json["color"]?.text == "red")
            #expect(try await visitor.request(.delete, path).status == .noContent)
            let last = try await visitor.request(
                .delete,
                "/api/v1/calendars/" + visitor.calendar
            )
            #expect(last.status == .conflict)
            #expect(last.problem == "/problems/last-calendar")
        }
    }

    @Test(
        "A calendar needs a name within the limit and a known colour",
        arguments: [
            (#"{"name":"","color":"red"}"#, HTTPResponse.Status.unprocessableContent),
            (#"{"name":"   ","color":"red"}"#, .unprocessableContent),
            (##"{"name":"Work","color":"#ff0000"}"##, .unprocessableContent),
            (#"{"name":"\#(String(repeating: "n", count: 200))"}"#, .created),
            (#"{"name":"\#(String(repeating: "n", count: 201))"}"#, .unprocessableContent),
            (#"{"name":5}"#, .badRequest), ("", .badRequest), ("[]", .badRequest),
            (#"{"name":"\#(String(repeating: "n", count: 65_537))"}"#, .contentTooLarge),
        ]
    )
    func fields(form: String, status: HTTPResponse.Status) async throws {
        try await TestServer.runSignedIn { visitor in
            let response = try await visitor.request(.post, "/api/v1/calendars", form)
            #expect(response.status == status)
        }
    }
}
