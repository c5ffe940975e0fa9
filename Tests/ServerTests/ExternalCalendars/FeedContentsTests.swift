import Testing

@testable import ExternalCalendars
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Feeds")
struct FeedContentsTests {
    private static func contents(
        _ text: String,
        keepsReminders: Bool = false
    ) async throws -> FeedContents {
        try await FeedContents(
            Array(text.utf8),
            keepsReminders: keepsReminders,
            zones: ZoneFiles(root: "/usr/share/zoneinfo")
        )
    }

    private static func digests(_ text: String) async throws -> [String] {
        try await contents(text).objects.map(\.digest)
    }

    @Test(
        "A feed says how often it's worth reading again",
        arguments: [
            (["REFRESH-INTERVAL;VALUE=DURATION:PT2H"], 7200), (["X-PUBLISHED-TTL:P1D"], 86_400),
            (["X-PUBLISHED-TTL:P1D", "REFRESH-INTERVAL;VALUE=DURATION:PT5M"], 300),
            (["REFRESH-INTERVAL:soon"], nil), ([], nil),
        ] as [([String], Int64?)]
    )
    func interval(head: [String], seconds: Int64?) async throws {
        let text = ClubFeed.calendar(["a": "Training"], head: head)
        #expect(try await Self.contents(text).refreshSeconds == seconds)
    }

    @Test(
        "A feed gives its calendar a name and a colour",
        arguments: [
            (["X-WR-CALNAME:Club"], "Club", nil), (["NAME:  Club\\, new "], "Club, new", nil),
            (["NAME: "], nil, nil), (["COLOR:red"], nil, "red"),
            (["X-APPLE-CALENDAR-COLOR:#D92D20FF"], nil, "red"),
        ] as [([String], String?, String?)]
    )
    func looks(head: [String], name: String?, color: String?) async throws {
        let contents = try await Self.contents(
            ClubFeed.calendar(["a": "Training"], head: head)
        )
        #expect(contents.name == name)
        #expect(contents.color == color)
    }

    @Test("What every event repeats of its time zone counts, up to a limit", arguments: [60, 80])
    func repeatedZones(count: Int) async throws {
        let comment = String(repeating: "x", count: 900_000)
        let zone = [
            "BEGIN:VTIMEZONE", "TZID:Club/Own", "COMMENT:\(comment)", "BEGIN:STANDARD",
            "DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD",
            "END:VTIMEZONE",
        ]
        let events = (1...count).flatMap { number in
            [
                "BEGIN:VEVENT", "UID:\(number)", "DTSTAMP:20260101T000000Z",
                "DTSTART;TZID=Club/Own:20260102T090000", "DURATION:PT1H", "END:VEVENT",
            ]
        }
        let lines = ["BEGIN:VCALENDAR", "VERSION:2.0"] + zone + events + ["END:VCALENDAR", ""]
        let text = lines.joined(separator: "\r\n")
        guard count * 900_000 > Limits.externalTextBytesMax else {
            #expect(try await Self.contents(text).objects.count == count)
            return
        }
        await #expect(throws: ExternalCalendarFailure.tooLarge) {
            _ = try await Self.contents(text)
        }
    }

    @Test("A control character in one event of a feed costs no other, and mostly not even that one")
    func controlCharacters() async throws {
        for character in ["\u{0}", "\u{8}", "\u{B}", "\u{1F}", "\u{7F}", "\u{FFFE}", "\u{FFFF}"] {
            let text = ClubFeed.calendar(["a": "Tra\(character)ining", "b": "Match"])
            let contents = try await Self.contents(text)
            let isKept = character != "\u{0}"
            #expect(contents.objects.map(\.draft.uid) == (isKept ? ["a", "b"] : ["b"]))
            #expect(contents.droppedCount == (isKept ? 0 : 1))
        }
    }

    @Test("Of two events with one UID, written in two ways, the first counts")
    func equalUIDs() async throws {
        let contents = try await Self.contents(
            ClubFeed.calendar(["a\\,b": "First", "a,b": "Second"])
        )
        #expect(contents.objects.count == 1)
        #expect(contents.droppedCount == 1)
    }

    @Test("UIDs are compared by their octets")
    func octetsOfUIDs() async throws {
        let text = ClubFeed.calendar(["caf\u{E9}": "First", "cafe\u{301}": "Second"])
        let found = try await Self.contents(text).objects
        #expect(found.count == 2)
        let stored = found.enumerated().map { number, object in
            ReadObject(
                href: Href(stored: "\(number)"),
                uid: object.draft.uid,
                digest: object.digest
            )
        }
        let comparison = FeedComparison(stored: stored, found: found)
        #expect(comparison.changed.isEmpty)
        #expect(comparison.removed.isEmpty)
    }

    @Test("A name has at most 200 octets, and ends with a whole character")
    func longName() async throws {
        let name = String(repeating: "é", count: 150)
        let contents = try await Self.contents(
            ClubFeed.calendar(["a": "Training"], head: ["NAME:" + name])
        )
        #expect(contents.name == String(repeating: "é", count: 100))
    }

    @Test("A digest is of what an event says, not of when it was written")
    func digest() async throws {
        let one = try await Self.digests(ClubFeed.calendar(["a": "Training"]))
        let renewed = ClubFeed.calendar(["z": "Training"], stamp: "20270101T000000Z")
        #expect(try await Self.digests(renewed) == one)
        let other = ClubFeed.calendar(["a": "Training with Ben"])
        #expect(try await Self.digests(other) != one)
    }

    @Test("Reminders are left out unless they are wanted")
    func reminders() async throws {
        let text = ClubFeed.calendar(["a": "Training"])
        #expect(try await !Self.contents(text).objects[0].draft.ical.contains("VALARM"))
        let kept = try await Self.contents(text, keepsReminders: true)
        #expect(kept.objects[0].draft.ical.contains("VALARM"))
    }

    @Test("An event that can't be read is counted, and the others are kept")
    func dropped() async throws {
        let broken = ClubFeed.calendar(["a": "Training", "b": "Match"])
            .replacing(
                "DTSTART:20260302T180000Z\r\nDTEND:20260302T190000Z",
                with: "X:y",
                maxReplacements: 1
            )
        let contents = try await Self.contents(broken)
        #expect(contents.objects.count == 1)
        #expect(contents.droppedCount == 1)
    }

    @Test("A calendar of a series with changed occurrences is one object")
    func series() async throws {
        let override = """
            BEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20260101T000000Z\r\nRECURRENCE-ID:20260303T180000Z\r
            DTSTART:20260303T200000Z\r\nSUMMARY:Later\r\nEND:VEVENT\r\nEND:VCALENDAR
            """
        let text = ClubFeed.calendar(["a": "Training"])
            .replacing("SUMMARY:", with: "RRULE:FREQ=DAILY;COUNT=5\r\nSUMMARY:")
            .replacing("END:VCALENDAR", with: override)
        let contents = try await Self.contents(text)
        #expect(contents.objects.count == 1)
        #expect(contents.objects[0].draft.ical.contains("Later"))
    }
}

@Suite("When sources are read again")
struct ReadingScheduleTests {
    /// A schedule whose random octets are all the same.
    private static func schedule(_ octet: UInt8 = 0) -> ReadingSchedule {
        ReadingSchedule(
            clockAndRandom: ClockAndRandom(
                nowSecond: { 1000 },
                randomOctets: { Array(repeating: octet, count: $0) }
            )
        )
    }

    @Test(
        "As often as the source suggests, between a quarter of an hour and a day",
        arguments: [
            (nil, 3600), (7200, 7200), (900, 900), (899, 900), (0, 900), (-5, 900),
            (86_400, 86_400), (86_401, 86_400), (Int64.max, 86_400),
        ] as [(Int64?, Int64)]
    )
    func success(suggested: Int64?, pause: Int64) {
        #expect(Self.schedule().next(afterSuccess: suggested) == 1000 + pause)
    }

    @Test(
        "After failures later and later, and not before the other side wants it",
        arguments: [
            (1, nil, 900), (2, nil, 1800), (3, nil, 3600), (7, nil, 57_600), (8, nil, 86_400),
            (1_000_000, nil, 86_400), (1, 5000, 5000), (1, 10, 900), (9, 604_799, 604_799),
            (1, Int64.max, 604_800),
        ] as [(Int64, Int64?, Int64)]
    )
    func failure(count: Int64, retryAfter: Int64?, pause: Int64) {
        #expect(
            Self.schedule().next(afterFailures: count, retryAfter: retryAfter) == 1000 + pause
        )
    }

    @Test("Up to a tenth later, so that not all are read together")
    func jitter() {
        #expect(Self.schedule(0xFF).next(afterSuccess: 3600) == 1000 + 3960)
    }
}
