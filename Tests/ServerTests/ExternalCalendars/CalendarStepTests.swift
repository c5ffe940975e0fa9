import HTTPTypes
import Testing

@testable import ExternalCalendars
@testable import Server
@testable import ServerBase

@Suite("Calendars of an account at another service")
struct CalendarStepTests {
    private static func lookUp(_ visitor: Visitor, _ body: String) async throws -> TestResponse {
        try await visitor.request(.post, "/api/v1/sources/look-up", body)
    }

    private static let account = """
        {"address":"other.example","user":"bob@example.org","password":"correct horse"}
        """

    @Test("An account's calendars are found, and those that are here already are said to be")
    func lookUp() async throws {
        try await AccountElsewhere.run { other in
            func found() async throws -> [JSONValue] {
                let answer = try await Self.lookUp(other.anna, Self.account)
                #expect(answer.status == .ok, "\(answer.text)")
                guard case .array(let found)? = try answer.json["calendars"] else { return [] }
                return found
            }
            let first = try #require(try await found().first)
            #expect(first["address"]?.text == other.place(of: other.bob.calendar))
            #expect(first["writable"] == .bool(true))
            #expect(first["calendar"] == nil)
            let calendar = try await other.connect()
            #expect(try await found().first?["calendar"]?.text == calendar)
        }
    }

    @Test("A wrong password is said, and an e-mail address is a name as well")
    func credentials() async throws {
        try await AccountElsewhere.run { other in
            let wrong = Self.account.replacing("correct horse", with: "wrong")
            let refused = try await Self.lookUp(other.anna, wrong)
            #expect(refused.status == .unprocessableContent)
            #expect(try refused.json["reason"]?.text == "not-allowed")
            let nameless = #"{"address":"other.example","password":"correct horse"}"#
            #expect(try await Self.lookUp(other.anna, nameless).status == .unprocessableContent)
            let email = #"{"address":"bob@other.example","password":"correct horse"}"#
            // That's the name of nobody there.
            #expect(try await Self.lookUp(other.anna, email).json["reason"]?.text == "not-allowed")
        }
    }

    @Test(
        "Whoever opens the page has calendars read that were read a minute ago, unless they failed"
    )
    func freshness() async throws {
        try await AccountElsewhere.run { other in
            let calendar = try await other.connect()
            let (server, clock) = (other.anna.server, other.anna.server.clock)
            let account = try #require(
                try await server.backend.store.identities.account(email: TestServer.email)
            ).account.id
            func dueCount() async throws -> Int {
                try await server.backend.store.externalCalendars.freshen(
                    of: account,
                    nowSecond: clock.nowSecond,
                    ageSeconds: Limits.foreignFreshSeconds
                )
                return try await server.backend.store.externalCalendars
                    .due(nowSecond: clock.nowSecond, perAccountMax: 2).count
            }
            clock.advance(seconds: 59)
            #expect(try await dueCount() == 0)
            clock.advance(seconds: 1)
            #expect(try await dueCount() == 1)
            other.decide { _ in .status(500) }
            _ = try await other.anna.request(.post, "/api/v1/sources/\(calendar)/refresh")
            clock.advance(seconds: 120)
            #expect(try await dueCount() == 0)
        }
    }

    @Test("The same calendar isn't added twice")
    func twice() async throws {
        try await AccountElsewhere.run { other in
            _ = try await other.connect()
            let again = try await other.anna.request(
                .post,
                "/api/v1/sources",
                """
                {"kind":"caldav","address":"\(other.place(of: other.bob.calendar))",\
                "user":"bob@example.org","password":"correct horse"}
                """
            )
            #expect(try again.json["reason"]?.text == "already-here")
        }
    }

    @Test("Its events are here, its level says that it can be written, its password isn't told")
    func connects() async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Training")
            let calendar = try await other.connect()
            #expect(try await other.anna.titles(in: calendar) == ["Training"])
            let records = try await other.anna.request(.get, "/api/v1/sync").lines
            let record = try #require(records.first { $0["id"]?.text == calendar })
            #expect(record["level"]?.text == "connected")
            let source = try await other.source(calendar)
            #expect(source["user"]?.text == AccountElsewhere.bobsEmail)
            #expect(source["host"]?.text == "other.example")
            #expect(source["writable"] == .bool(true))
            #expect(source["waiting"] == .number(0))
            #expect(source["address"]?.text == other.place(of: other.bob.calendar))
        }
    }

    @Test("Nothing is asked for but the state while nothing changes")
    func unchanged() async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one")
            let calendar = try await other.connect()
            let before = try await other.anna.server.backend.store.changes.latest()
            _ = other.asked
            try await other.step(calendar, isWanted: false)
            #expect(other.asked == ["PROPFIND"])
            #expect(try await other.anna.server.backend.store.changes.latest() == before)
        }
    }

    @Test("What is added, changed and removed there is here")
    func reads() async throws {
        try await AccountElsewhere.run { other in
            for uid in ["one", "two"] { try await other.bob.create(uid, title: uid) }
            let calendar = try await other.connect()
            let bobs = other.bob.calendar
            try await other.bob.create("three", title: "three")
            try await other.bob.rewrite("one", in: bobs) {
                $0.replacing("SUMMARY:one", with: "SUMMARY:1")
            }
            try await other.bob.remove("two", from: bobs)
            try await other.step(calendar)
            #expect(try await other.anna.titles(in: calendar) == ["1", "three"])
            #expect(try await other.bob.titles(in: bobs) == ["1", "three"])
        }
    }

    @Test("What is added, changed and removed here is there, octet for octet")
    func sends() async throws {
        try await AccountElsewhere.run { other in
            for uid in ["one", "two"] { try await other.bob.create(uid, title: uid) }
            let calendar = try await other.connect()
            try await other.anna.add(event("three@x", title: "three"), "three", to: calendar)
            try await other.anna.rewrite("one", in: calendar) {
                $0.replacing("SUMMARY:one", with: "X-OF-OURS:kept\r\nSUMMARY:1")
            }
            try await other.anna.remove("two", from: calendar)
            #expect(try await other.source(calendar)["waiting"] == .number(3))
            try await other.step(calendar)
            #expect(try await other.source(calendar)["waiting"] == .number(0))
            let here = try await other.anna.objects(in: calendar)
            let there = try await other.bob.objects(in: other.bob.calendar)
            #expect(here.mapValues(\.text) == there.mapValues(\.text))
            #expect(Set(there.keys) == ["one", "three@x"])
            #expect(there["one"]?.text.contains("X-OF-OURS:kept") == true)
            _ = other.asked
            try await other.step(calendar, isWanted: false)
            #expect(other.asked == ["PROPFIND"])
        }
    }

    @Test("A change here makes the calendar due at once")
    func due() async throws {
        try await AccountElsewhere.run { other in
            let calendar = try await other.connect()
            let externalCalendars = other.anna.server.backend.store.externalCalendars
            func due() async throws -> Int {
                try await externalCalendars.due(
                    nowSecond: other.anna.server.clock.nowSecond,
                    perAccountMax: 2
                ).count
            }
            #expect(try await due() == 0)
            try await other.anna.add(event("one"), "one", to: calendar)
            #expect(try await due() == 1)
        }
    }

    @Test("What was changed on both sides is merged by field, and nobody's change is lost")
    func merges() async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            let calendar = try await other.connect()
            try await other.anna.rewrite("one", in: calendar) {
                $0.replacing("SUMMARY:Lunch", with: "SUMMARY:Late lunch")
            }
            try await other.bob.rewrite("one", in: other.bob.calendar) {
                $0.replacing("SUMMARY:Lunch", with: "SUMMARY:Lunch\r\nLOCATION:Kitchen")
            }
            try await other.step(calendar)
            let here = try #require(try await other.anna.objects(in: calendar)["one"]?.text)
            let there = try await other.bob.objects(in: other.bob.calendar)["one"]?.text
            #expect(here == there)
            #expect(here.value(of: "SUMMARY") == "Late lunch")
            #expect(here.value(of: "LOCATION") == "Kitchen")
            #expect(try await other.source(calendar)["waiting"] == .number(0))
        }
    }

    @Test("Where both changed the same field, the other service has the last word")
    func sameField() async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            let calendar = try await other.connect()
            try await other.anna.rewrite("one", in: calendar) {
                $0.replacing("SUMMARY:Lunch", with: "SUMMARY:Ours")
            }
            try await other.bob.rewrite("one", in: other.bob.calendar) {
                $0.replacing("SUMMARY:Lunch", with: "SUMMARY:Theirs")
            }
            try await other.step(calendar)
            let here = try #require(try await other.anna.objects(in: calendar)["one"])
            #expect(here.text.value(of: "SUMMARY") == "Theirs")
            #expect(try await other.bob.titles(in: other.bob.calendar) == ["Theirs"])
            let history = try await other.anna.request(
                .get,
                "/api/v1/calendars/\(calendar)/events/\(here.href)/history"
            )
            #expect(history.status == .ok)
            guard case .array(let versions)? = try history.json["versions"] else {
                Issue.record("\(history.text)")
                return
            }
            // Bob's first, ours, and Bob's second.
            #expect(versions.count == 3, "\(history.text)")
        }
    }

    @Test("A change on one side outlives a removal on the other", arguments: [true, false])
    func removal(here: Bool) async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            let calendar = try await other.connect()
            let bobs = other.bob.calendar
            let (remover, removed) = here ? (other.anna, calendar) : (other.bob, bobs)
            let (changer, changed) = here ? (other.bob, bobs) : (other.anna, calendar)
            try await remover.remove("one", from: removed)
            try await changer.rewrite("one", in: changed) {
                $0.replacing("SUMMARY:Lunch", with: "SUMMARY:Kept")
            }
            for _ in 1...2 { try await other.step(calendar) }
            #expect(try await other.anna.titles(in: calendar) == ["Kept"])
            #expect(try await other.bob.titles(in: bobs) == ["Kept"])
        }
    }

    @Test("What is removed there is in the bin here")
    func bin() async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            let calendar = try await other.connect()
            try await other.bob.remove("one", from: other.bob.calendar)
            try await other.step(calendar)
            let bin = try await other.anna.request(.get, "/api/v1/bin/events").text
            #expect(bin.contains("Lunch"))
        }
    }

    @Test("While the other service is away, changes wait; then it has them, once")
    func away() async throws {
        try await AccountElsewhere.run { other in
            let calendar = try await other.connect()
            try await other.anna.add(event("one", title: "Lunch"), "one", to: calendar)
            other.decide { _ in .lost }
            try await other.step(calendar)
            #expect(try await other.source(calendar)["failure"]?.text == "too-slow")
            #expect(try await other.source(calendar)["waiting"] == .number(1))
            other.decide { $0.method == "PUT" ? .unanswered : .answered }
            try await other.step(calendar)
            #expect(try await other.bob.titles(in: other.bob.calendar) == ["Lunch"])
            other.decide { _ in .answered }
            for _ in 1...2 { try await other.step(calendar) }
            #expect(try await other.source(calendar)["failure"] == nil)
            #expect(try await other.source(calendar)["waiting"] == .number(0))
            #expect(try await other.anna.titles(in: calendar) == ["Lunch"])
            #expect(try await other.bob.titles(in: other.bob.calendar) == ["Lunch"])
        }
    }

    @Test("A change that the other service refuses stays here, and is said", arguments: [403, 507])
    func refused(status: Int) async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            let calendar = try await other.connect()
            try await other.anna.rewrite("one", in: calendar) {
                $0.replacing("SUMMARY:Lunch", with: "SUMMARY:Ours")
            }
            other.decide { $0.method == "PUT" ? .status(status) : .answered }
            try await other.bob.create("two", title: "News")
            try await other.step(calendar)
            #expect(try await other.source(calendar)["failure"]?.text == "not-taken")
            #expect(try await other.source(calendar)["waiting"] == .number(1))
            // What is new there is read all the same.
            #expect(try await other.anna.titles(in: calendar) == ["News", "Ours"])
        }
    }

    @Test("A new password is that of all calendars of the account")
    func password() async throws {
        try await AccountElsewhere.run { other in
            let second = try await other.bob.request(
                .post,
                "/api/v1/calendars",
                #"{"name":"Club","color":"red"}"#
            )
            let club = try #require(try second.json["id"]?.text)
            let calendars = [try await other.connect(), try await other.connect(club)]
            other.decide { request in
                let basic = ExternalCalendarAddress.Credentials(
                    user: AccountElsewhere.bobsEmail,
                    password: "new"
                )?.basic
                let isNew = request.headers.contains { $0.value == basic }
                return isNew ? .status(503) : .status(401)
            }
            for calendar in calendars {
                try await other.step(calendar)
                #expect(try await other.source(calendar)["failure"]?.text == "not-allowed")
            }
            let answer = try await other.anna.request(
                .patch,
                "/api/v1/sources/\(calendars[0])",
                #"{"password":"new"}"#
            )
            #expect(answer.status == .ok, "\(answer.text)")
            for calendar in calendars {
                try await other.step(calendar)
                #expect(try await other.source(calendar)["failure"]?.text == "answered")
            }
        }
    }

    @Test("The password of a feed can't be changed")
    func passwordOfFeed() async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(ClubFeed.calendar(["a": "Training"]))
            let added = try await anna.request(
                .post,
                "/api/v1/sources",
                #"{"address":"\#(feed.address)"}"#
            )
            let calendar = try #require(try added.json["calendar"]?["id"]?.text)
            let answer = try await anna.request(
                .patch,
                "/api/v1/sources/\(calendar)",
                #"{"password":"new"}"#
            )
            #expect(answer.status == .unprocessableContent)
        }
    }

    @Test("Removing the calendar here leaves it there")
    func removingCalendar() async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            let calendar = try await other.connect()
            let answer = try await other.anna.request(.delete, "/api/v1/calendars/\(calendar)")
            #expect(answer.status == .noContent)
            #expect(try await other.bob.titles(in: other.bob.calendar) == ["Lunch"])
            let bin = try await other.anna.request(.get, "/api/v1/bin/events").text
            #expect(!bin.contains("Lunch"))
        }
    }
}
