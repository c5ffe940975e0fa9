import ICalendar
import Testing

@testable import ExternalCalendars
@testable import Server
@testable import Store

/// Feeds of few events whose UIDs are shared, swapped, missing and written in several ways.
private struct RandomFeed {
    var random: TwoSidesTests.Dice
    /// The events of the feed that was made last.
    private var events: [[String]] = []

    init(seed: UInt64) { random = TwoSidesTests.Dice(state: seed) }

    /// Another feed that has most of the events of the one before.
    mutating func next() -> String {
        events.removeAll { _ in Int.random(in: 0..<6, using: &random) == 0 }
        for place in events.indices where Int.random(in: 0..<8, using: &random) == 0 {
            let other = Int.random(in: events.indices, using: &random)
            // Two events swap their UIDs.
            (events[place][0], events[other][0]) = (events[other][0], events[place][0])
        }
        for place in events.indices where Int.random(in: 0..<8, using: &random) == 0 {
            events[place] = event(uid: events[place][0])
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) where events.count < 16 {
            events.append(event(uid: uid()))
        }
        if Int.random(in: 0..<3, using: &random) == 0 { events.shuffle(using: &random) }
        let lines = events.flatMap { ["BEGIN:VEVENT"] + $0.filter { !$0.isEmpty } + ["END:VEVENT"] }
        return
            (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Club//EN"] + lines
            + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    private mutating func uid() -> String {
        let own = Int.random(in: 0..<6, using: &random)
        let usual = (0..<12).map { _ in "UID:own\(own)" }
        let unusual = [
            "", "UID:same", "UID:same", "uid:same", "UID:sa\r\n me", "UID;X-A=1:own\(own)",
        ]
        return (usual + unusual).randomElement(using: &random) ?? ""
    }

    private mutating func event(uid: String) -> [String] {
        let day = Int.random(in: 10...14, using: &random)
        let stamp = "DTSTAMP:20260101T0000\(Int.random(in: 10...12, using: &random))Z"
        let number = "SEQUENCE:\(Int.random(in: 0...1, using: &random))"
        let title = "SUMMARY:t\(Int.random(in: 0..<8, using: &random))"
        let start = "DTSTART:202603\(day)T180000Z"
        let kinds = [
            [start, title, stamp], [start, title, stamp, number],
            [start, title, stamp, "RRULE:FREQ=DAILY;COUNT=5"],
            [start, title, stamp, "RECURRENCE-ID:202603\(day)T180000Z"],
            [start, title, stamp, "RECURRENCE-ID;VALUE=DATE-TIME:202603\(day)T180000Z", number],
        ]
        return [uid] + (kinds.randomElement(using: &random) ?? [])
    }
}

@Suite("Feeds that change at random")
struct RandomFeedTests {
    /// What events say, by their digests, without what changes at every reading.
    private static func digests(_ texts: [String]) -> [String] {
        texts.compactMap { text in
            CalendarText.parse(text).components.first.flatMap(CalendarObject.init)
                .flatMap { FeedObject($0, keepsReminders: false)?.digest }
        }.sorted()
    }

    private static func texts(_ calendar: String, of visitor: Visitor) async throws -> [String] {
        try await visitor.request(.get, "/api/v1/sync").lines
            .filter { $0["type"]?.text == "event" && $0["calendar"]?.text == calendar }
            .compactMap { $0["ical"]?.text }
    }

    @Test("After each reading a calendar is what a fresh one would be", arguments: 1...24)
    func asFresh(seed: UInt64) async throws {
        try await ClubFeed.run { feed, anna in
            var random = RandomFeed(seed: seed)
            feed.say(random.next())
            let made = try await anna.request(
                .post,
                "/api/v1/sources",
                #"{"address":"\#(feed.address)"}"#
            )
            let calendar = try #require(made.json["calendar"]?["id"]?.text)
            for step in 0..<16 {
                let text = random.next()
                feed.say(text)
                anna.server.clock.advance(seconds: 60)
                try await anna.request(.post, "/api/v1/sources/\(calendar)/refresh")
                let fresh = try await FeedContents(
                    Array(text.utf8),
                    keepsReminders: false,
                    zones: anna.server.backend.zones
                )
                let here = try await Self.texts(calendar, of: anna)
                #expect(
                    Self.digests(here) == fresh.objects.map(\.digest).sorted(),
                    "seed \(seed), step \(step): \(text)"
                )
            }
        }
    }

    @Test("Events that share a UID go when they go in the feed")
    func shared() async throws {
        try await ClubFeed.run { feed, anna in
            func text(_ days: Range<Int>) -> String {
                let events = days.map { day in
                    "BEGIN:VEVENT\r\nUID:same\r\nDTSTAMP:20260101T0000\(day)Z\r\nSUMMARY:\(day)\r\n"
                        + "DTSTART:202603\(day)T180000Z\r\nEND:VEVENT\r\n"
                }
                return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n"
            }
            feed.say(text(10..<15))
            let body = #"{"address":"\#(feed.address)"}"#
            let made = try await anna.request(.post, "/api/v1/sources", body)
            let calendar = try #require(made.json["calendar"]?["id"]?.text)
            for first in 11...22 {
                feed.say(text(first..<first + 5))
                anna.server.clock.advance(seconds: 60)
                try await anna.request(.post, "/api/v1/sources/\(calendar)/refresh")
                #expect(try await Self.texts(calendar, of: anna).count == 5)
            }
        }
    }

    @Test("An own and a subscribed event with one UID are two in a file of both")
    func exported() async throws {
        try await ClubFeed.run { feed, anna in
            feed.say(ClubFeed.calendar(["a": "Theirs", "b": "Other"]))
            let body = #"{"address":"\#(feed.address)"}"#
            let made = try await anna.request(.post, "/api/v1/sources", body)
            let club = try #require(made.json["calendar"]?["id"]?.text)
            try await anna.create("a", title: "Mine")
            let path = "/api/v1/export?calendar=\(club)&calendar=\(anna.calendar)"
            let file = try await anna.request(.get, path).text
            let events = try #require(CalendarText.parse(file).components.first)
                .components(named: "VEVENT")
            var titles: [String: String] = [:]
            for event in events {
                titles[try #require(event.first("UID")?.rawValue)] =
                    event.first("SUMMARY")?.rawValue
            }
            #expect(events.count == 3 && titles.count == 3, "\(titles)")
            // What can be had again elsewhere gets another UID.
            #expect(titles["a"] == "Mine" && titles["b"] == "Other")
            let again = try await anna.request(
                .post,
                "/api/v1/calendars/\(anna.calendar)/import",
                file
            )
            #expect(try again.lines.last?["updated"] == .number(0))
        }
    }
}
