import HTTPTypes
import Outgoing
import Testing

@testable import Server

/// Servers that don't do as the standards say, or do it in another way than most.
@Suite("Calendars at servers with ways of their own")
struct OtherServersTests {
    /// Anna and Bob change different fields of the event that both have.
    private static func changeBoth(_ other: AccountElsewhere, _ calendar: String) async throws {
        try await other.anna.rewrite("one", in: calendar) {
            $0.replacing("SUMMARY:Lunch", with: "SUMMARY:Late lunch")
        }
        try await other.bob.rewrite("one", in: other.bob.calendar) {
            $0.replacing("SUMMARY:Lunch", with: "SUMMARY:Lunch\r\nLOCATION:Kitchen")
        }
    }

    private static func expectBoth(_ other: AccountElsewhere, _ calendar: String) async throws {
        let here = try #require(try await other.anna.objects(in: calendar)["one"]?.text)
        let there = try await other.bob.objects(in: other.bob.calendar)["one"]?.text
        #expect(here == there)
        #expect(here.value(of: "SUMMARY") == "Late lunch")
        #expect(here.value(of: "LOCATION") == "Kitchen")
        #expect(try await other.source(calendar)["waiting"] == .number(0))
        #expect(try await other.source(calendar)["failure"] == nil)
    }

    @Test("Weak ETags, and none after a change, lose nothing")
    func weakTags() async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            other.rewrite("getetag>(&quot;|\")", "getetag>W/$1", without: "ETag")
            let calendar = try await other.connect()
            try await Self.changeBoth(other, calendar)
            try await other.step(calendar)
            // Bob's server takes no weak one: it's the ETag that is read before that counts.
            try await other.step(calendar)
            try await Self.expectBoth(other, calendar)
        }
    }

    @Test("A ctag that never changes hides nothing")
    func constantTag() async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            other.rewrite("getctag>[^<]*<", "getctag>always<")
            let calendar = try await other.connect()
            try await other.bob.create("two", title: "News")
            try await other.step(calendar, isWanted: false)
            #expect(try await other.anna.titles(in: calendar) == ["Lunch", "News"])
        }
    }

    @Test("A server without a list of changes is read as well")
    func noSync() async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            try await other.bob.create("two", title: "Gone")
            other.decide { request in
                let body = String(decoding: request.body ?? [], as: UTF8.self)
                return body.contains("sync-collection") ? .status(501) : .answered
            }
            let calendar = try await other.connect()
            try await Self.changeBoth(other, calendar)
            try await other.bob.remove("two", from: other.bob.calendar)
            try await other.step(calendar)
            #expect(try await other.anna.titles(in: calendar) == ["Late lunch"])
            try await Self.expectBoth(other, calendar)
        }
    }

    @Test("What a list leaves out isn't gone while it's still there")
    func emptyList() async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            let calendar = try await other.connect()
            other.decide { request in
                let body = String(decoding: request.body ?? [], as: UTF8.self)
                return body.contains("sync-collection") ? .status(501) : .answered
            }
            other.rewrite { request, answer in
                let isList = request.headers.contains { $0.name == "Depth" && $0.value == "1" }
                guard request.method == "PROPFIND", isList else { return answer }
                let text = #"<d:multistatus xmlns:d="DAV:"/>"#
                return OutgoingResponse(status: 207, octets: Array(text.utf8))
            }
            try await other.step(calendar)
            #expect(try await other.anna.titles(in: calendar) == ["Lunch"])
        }
    }

    @Test(
        "A page to sign in, to which a change is led, hasn't taken it",
        arguments: [302, 303, 307]
    )
    func signInPage(status: Int) async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            let calendar = try await other.connect()
            try await other.anna.rewrite("one", in: calendar) {
                $0.replacing("SUMMARY:Lunch", with: "SUMMARY:Ours")
            }
            other.decide { $0.method == "PUT" ? .status(status) : .answered }
            other.lead(to: "https://login.example/")
            try await other.step(calendar)
            #expect(try await other.source(calendar)["waiting"] == .number(1))
            other.decide { _ in .answered }
            try await other.step(calendar)
            #expect(try await other.bob.titles(in: other.bob.calendar) == ["Ours"])
        }
    }

    @Test("One event that the other server can't digest doesn't hold up the others")
    func oneFails() async throws {
        try await AccountElsewhere.run { other in
            let calendar = try await other.connect()
            for uid in ["bad", "good"] {
                try await other.anna.add(event(uid, title: uid), uid, to: calendar)
            }
            try await other.bob.create("theirs", title: "theirs")
            other.decide { $0.address.hasSuffix("bad.ics") ? .status(500) : .answered }
            try await other.step(calendar)
            #expect(try await other.bob.titles(in: other.bob.calendar) == ["good", "theirs"])
            #expect(try await other.anna.titles(in: calendar) == ["bad", "good", "theirs"])
            #expect(try await other.source(calendar)["failure"]?.text == "not-taken")
            other.decide { _ in .answered }
            // It's tried again by itself.
            try await other.step(calendar, isWanted: false)
            #expect(
                try await other.bob.titles(in: other.bob.calendar) == ["bad", "good", "theirs"]
            )
            #expect(try await other.source(calendar)["failure"] == nil)
        }
    }

    @Test("An event that can't be read now is read the next time")
    func untold() async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            let calendar = try await other.connect()
            try await other.bob.create("two", title: "News")
            other.rewrite { request, answer in
                let body = String(decoding: request.body ?? [], as: UTF8.self)
                guard body.contains("multiget") else { return answer }
                let text = #"<d:multistatus xmlns:d="DAV:"/>"#
                return OutgoingResponse(status: 207, octets: Array(text.utf8))
            }
            try await other.step(calendar)
            #expect(try await other.anna.titles(in: calendar) == ["Lunch"])
            other.rewrite { $1 }
            try await other.step(calendar, isWanted: false)
            #expect(try await other.anna.titles(in: calendar) == ["Lunch", "News"])
        }
    }

    @Test("A wrong password isn't tried again because something is written")
    func leftAlone() async throws {
        try await AccountElsewhere.run { other in
            let calendar = try await other.connect()
            other.decide { _ in .status(401) }
            try await other.step(calendar)
            #expect(try await other.source(calendar)["failure"]?.text == "not-allowed")
            try await other.anna.add(event("one"), "one", to: calendar)
            let externalCalendars = other.anna.server.backend.store.externalCalendars
            let due = try await externalCalendars.due(
                nowSecond: other.anna.server.clock.nowSecond + 60,
                perAccountMax: 2
            )
            #expect(due.isEmpty)
        }
    }

    @Test("A calendar of an account can't be led elsewhere")
    func otherAddress() async throws {
        try await AccountElsewhere.run { other in
            let calendar = try await other.connect()
            let answer = try await other.anna.request(
                .patch,
                "/api/v1/sources/\(calendar)",
                #"{"address":"https://else.example/"}"#
            )
            #expect(answer.status == .unprocessableContent)
        }
    }
}
