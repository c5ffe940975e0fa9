import HTTPTypes
import Testing

@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Calendars read from elsewhere")
struct ExternalCalendarRouteTests {
    private static let two = ClubFeed.calendar(["a": "Training", "b": "Match"])

    /// Subscribes somebody to the feed, and returns the calendar's ID.
    private static func subscribe(
        _ visitor: Visitor,
        to feed: ClubFeed,
        _ more: String = ""
    ) async throws -> String {
        let answer = try await visitor.request(
            .post,
            "/api/v1/sources",
            #"{"address":"\#(feed.address)"\#(more)}"#
        )
        #expect(answer.status == .created, "\(answer.text)")
        return try #require(answer.json["calendar"]?["id"]?.text)
    }

    private static func refresh(
        _ calendar: String,
        of visitor: Visitor
    ) async throws -> [String: JSONValue] {
        visitor.server.clock.advance(seconds: 60)
        return try await visitor.request(.post, "/api/v1/sources/\(calendar)/refresh").json
    }

    /// The texts of the events of a calendar, by their titles.
    private static func titles(_ calendar: String, of visitor: Visitor) async throws -> [String] {
        try await visitor.request(.get, "/api/v1/sync").lines
            .filter { $0["type"]?.text == "event" && $0["calendar"]?.text == calendar }
            .compactMap { $0["ical"]?.text }
            .compactMap { text in
                text.split(separator: "\r\n").first { $0.hasPrefix("SUMMARY:") }
                    .map { String($0.dropFirst(8)) }
            }
            .sorted()
    }

    /// How many changes of events are in the log.
    private static func eventChangeCount(_ visitor: Visitor) async throws -> Int64? {
        try await visitor.server.database.read(as: .server(.changeLog)) {
            try $0.row("SELECT count(*) FROM changes WHERE href IS NOT NULL")?.integer(0)
        }
    }

    @Test("Who asks too often isn't read for at the next look either")
    func throttled() async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(Self.two)
            let calendar = try await Self.subscribe(anna, to: feed)
            for _ in 1..<Limits.externalRequestsMax {
                _ = try await anna.request(.post, "/api/v1/sources/\(calendar)/refresh")
            }
            let source = "/api/v1/sources/\(calendar)"
            let refused = [
                try await anna.request(.post, source + "/refresh"),
                try await anna.request(.patch, source, #"{"reminders":true}"#),
            ]
            #expect(refused.map(\.status) == [.tooManyRequests, .tooManyRequests])
            let due = try await anna.server.backend.store.externalCalendars.due(
                nowSecond: anna.server.clock.nowSecond,
                perAccountMax: 2
            )
            #expect(due.isEmpty)
        }
    }

    @Test("A long feed stays as it is there, whatever changes in it", arguments: 1...4)
    func longFeed(seed: UInt64) async throws {
        try await ClubFeed.run { feed, anna in
            var random = TwoSidesTests.Dice(state: seed)
            var titles = Dictionary(uniqueKeysWithValues: (0..<60).map { ("u\($0)", "t\($0)") })
            func say() {
                var text = ClubFeed.calendar([:])
                for (uid, title) in titles.shuffled(using: &random) {
                    let stamp = "20260101T0000\(Int.random(in: 10...59, using: &random))Z"
                    let event = ClubFeed.calendar([uid: title], stamp: stamp, head: [])
                        .split(separator: "BEGIN:VEVENT")[1].split(separator: "END:VCALENDAR")[0]
                    text.replace("END:VCALENDAR", with: "BEGIN:VEVENT\(event)END:VCALENDAR")
                }
                feed.say(text)
            }
            say()
            let calendar = try await Self.subscribe(anna, to: feed)
            for step in 0..<12 {
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let uid = "u\(Int.random(in: 0..<70, using: &random))"
                    titles[uid] = Bool.random(using: &random) ? "changed \(step)" : nil
                }
                if step == 5 { feed.fail(.internalServerError) } else { say() }
                _ = try await Self.refresh(calendar, of: anna)
                guard step != 5 else { continue }
                #expect(try await Self.titles(calendar, of: anna) == titles.values.sorted())
            }
        }
    }

    @Test("It isn't given out by a secret address")
    func secretAddress() async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(Self.two)
            let calendar = try await Self.subscribe(anna, to: feed)
            let answer = try await anna.askForSecretAddress(of: "calendar", calendar)
            #expect(answer.status == .notFound)
        }
    }

    @Test("How many events couldn't be read is said for as long as that is so")
    func dropped() async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(Self.two)
            let calendar = try await Self.subscribe(anna, to: feed)
            let broken = Self.two.replacing("DTSTART:20260302T180000Z", with: "DTSTART:soon")
            feed.say(broken)
            #expect(try await Self.refresh(calendar, of: anna)["dropped"] == .number(2))
            feed.say(Self.two)
            #expect(try await Self.refresh(calendar, of: anna)["dropped"] == nil)
        }
    }

    @Test("A feed becomes a calendar of its own name, which stays as the feed is")
    func follows() async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(Self.two)
            let calendar = try await Self.subscribe(anna, to: feed)
            let records = try await anna.request(.get, "/api/v1/sync").lines
            let record = try #require(records.first { $0["id"]?.text == calendar })
            #expect(record["name"]?.text == "Club")
            #expect(record["level"]?.text == "subscribed")
            #expect(try await Self.titles(calendar, of: anna) == ["Match", "Training"])
            feed.say(ClubFeed.calendar(["b": "Final", "c": "Party"]))
            let source = try await Self.refresh(calendar, of: anna)
            #expect(source["failure"] == nil)
            #expect(try await Self.titles(calendar, of: anna) == ["Final", "Party"])
        }
    }

    @Test("Its events can't be written, and its reminders are left out unless they are wanted")
    func readOnly() async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(Self.two)
            let calendar = try await Self.subscribe(anna, to: feed)
            let path = "/api/v1/calendars/\(calendar)/events/mine"
            let written = try await anna.request(
                .put,
                path,
                event("mine"),
                headers: ["If-None-Match": "*"]
            )
            #expect(written.status == .notFound)
            #expect(try await !anna.request(.get, "/api/v1/sync").text.contains("VALARM"))
            let answer = try await anna.request(
                .patch,
                "/api/v1/sources/\(calendar)",
                #"{"reminders":true}"#
            )
            #expect(answer.status == .ok)
            _ = try await Self.refresh(calendar, of: anna)
            #expect(try await anna.request(.get, "/api/v1/sync").text.contains("VALARM"))
        }
    }

    @Test(
        "Nothing changes when a feed says the same with other stamps, or even other UIDs",
        arguments: [["a", "b"], ["x1", "x2"]]
    )
    func noFlicker(uids: [String]) async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(Self.two)
            let calendar = try await Self.subscribe(anna, to: feed)
            _ = try await Self.refresh(calendar, of: anna)
            let before = try await Self.eventChangeCount(anna)
            feed.say(
                ClubFeed.calendar(
                    [uids[0]: "Training", uids[1]: "Match"],
                    stamp: "20260105T000000Z"
                )
            )
            _ = try await Self.refresh(calendar, of: anna)
            let after = try await Self.eventChangeCount(anna)
            #expect(after == before)
            #expect(try await Self.titles(calendar, of: anna) == ["Match", "Training"])
        }
    }

    @Test("A feed that knows its own state isn't sent again")
    func notModified() async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(Self.two, etag: "\"7\"")
            let calendar = try await Self.subscribe(anna, to: feed)
            let source = try await Self.refresh(calendar, of: anna)
            #expect(source["failure"] == nil)
            #expect(feed.asked.map { $0[.ifNoneMatch] } == [nil, "\"7\""])
            #expect(try await Self.titles(calendar, of: anna) == ["Match", "Training"])
        }
    }

    @Test(
        "What was read before stays while a feed is broken",
        arguments: [
            (HTTPResponse.Status.notFound, "", "not-found"),
            (.gone, "", "not-found"),
            (.forbidden, "", "not-allowed"),
            (.internalServerError, "", "answered"),
            (.ok, "<!DOCTYPE html><title>Gone</title>", "not-calendar"),
            (.ok, "", "not-calendar"),
            (.ok, String(two.dropLast(40)), "cut-short"),
        ]
    )
    func broken(status: HTTPResponse.Status, text: String, word: String) async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(Self.two)
            let calendar = try await Self.subscribe(anna, to: feed)
            feed.fail(status, text)
            let source = try await Self.refresh(calendar, of: anna)
            #expect(source["failure"]?.text == word)
            #expect(try await Self.titles(calendar, of: anna) == ["Match", "Training"])
            let records = try await anna.request(.get, "/api/v1/calendars").text
            #expect(records.contains(#""failure":"\#(word)""#))
            feed.say(Self.two)
            #expect(try await Self.refresh(calendar, of: anna)["failure"] == nil)
        }
    }

    @Test("An address without a calendar is refused, and nothing is left of it")
    func refused() async throws {
        try await ClubFeed.run { feed, anna in
            feed.fail(.ok, "<html></html>")
            for (address, word) in [
                (feed.address, "not-calendar"), ("https://10.0.0.1/x.ics", "address-not-public"),
                ("ftp://example.org/x.ics", "address-not-valid"), ("", "address-not-valid"),
            ] {
                let answer = try await anna.request(
                    .post,
                    "/api/v1/sources",
                    #"{"address":"\#(address)"}"#
                )
                #expect(answer.status == .unprocessableContent, "\(address)")
                #expect(answer.problem == "/problems/source-not-read", "\(address)")
                #expect(try answer.json["reason"]?.text == word, "\(address)")
            }
            #expect(
                try await anna.server.backend.store.externalCalendars.all(of: anna.account.id)
                    .isEmpty
            )
        }
    }

    @Test("A source that is due is read by itself, and a paused one isn't")
    func runner() async throws {
        try await ClubFeed.run(interval: .milliseconds(20)) { feed, anna in
            feed.say(Self.two)
            let calendar = try await Self.subscribe(anna, to: feed)
            feed.say(ClubFeed.calendar(["a": "Moved"]))
            try await eventually {
                anna.server.clock.advance(seconds: 600)
                return try await Self.titles(calendar, of: anna) == ["Moved"]
            }
            _ = try await anna.request(
                .patch,
                "/api/v1/sources/\(calendar)",
                #"{"paused":true}"#
            )
            // An earlier fetch may still be running.
            try await eventually { await anna.server.backend.externalCalendars.queue.isEmpty }
            feed.say(Self.two)
            let count = feed.asked.count
            let other = try await Self.subscribe(anna, to: feed)
            feed.say(ClubFeed.calendar(["a": "Other"]))
            try await eventually {
                anna.server.clock.advance(seconds: 600)
                return try await Self.titles(other, of: anna) == ["Other"]
            }
            #expect(feed.asked.count > count)
            #expect(try await Self.titles(calendar, of: anna) == ["Moved"])
        }
    }

    @Test("The address is sealed in the database, and only its owner sees it")
    func secret() async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(Self.two)
            let calendar = try await Self.subscribe(anna, to: feed)
            let stored = try await anna.server.backend.store.externalCalendars.all(
                of: anna.account.id
            )
            #expect(stored.count == 1)
            #expect(!stored[0].address.contains("127.0.0.1"))
            let listed = try await anna.request(.get, "/api/v1/sources")
            #expect(listed.text.contains(feed.address))
            let ben = try await anna.server.visitor(anna.client, email: "ben@example.org")
            #expect(
                try await ben.request(.post, "/api/v1/sources/\(calendar)/refresh").status
                    == .notFound
            )
            #expect(try await !ben.request(.get, "/api/v1/sources").text.contains("127.0.0.1"))
        }
    }

    @Test("It's exported by itself, but isn't part of everything")
    func export() async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(Self.two)
            let calendar = try await Self.subscribe(anna, to: feed)
            try await anna.create("mine", title: "Mine")
            let all = try await anna.request(.get, "/api/v1/export").text
            #expect(all.contains("Mine") && !all.contains("Training"))
            let one = try await anna.request(.get, "/api/v1/calendars/\(calendar)/export").text
            #expect(one.contains("Training"))
        }
    }

    @Test("A source that is gone leaves nothing behind")
    func removal() async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(Self.two)
            let calendar = try await Self.subscribe(anna, to: feed)
            let answer = try await anna.request(.delete, "/api/v1/calendars/\(calendar)")
            #expect(answer.status == .noContent)
            #expect(try await Self.titles(calendar, of: anna).isEmpty)
            #expect(
                try await anna.request(.post, "/api/v1/sources/\(calendar)/refresh").status
                    == .notFound
            )
        }
    }
}
