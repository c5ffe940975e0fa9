import HTTPTypes
import Testing

@testable import Server

/// What somebody else's invitations may do to one's own calendar.
@Suite("Invitations that nobody asked for")
struct StrangersInvitationTests {
    typealias Person = SchedulingTests.Person

    static let anna = "ATTENDEE;RSVP=TRUE:mailto:anna@example.org"

    /// An event to which somebody invites Anna.
    static func party(
        _ uid: String,
        by host: Person,
        _ lines: [String] = [],
        overrides: [[String]] = []
    ) -> String {
        let organizer = "ORGANIZER:mailto:\(host.visitor.account.email)"
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//T//T//EN", "BEGIN:VEVENT", "UID:\(uid)",
            "DTSTAMP:20260101T000000Z", "DTSTART:20260312T100000Z", "DTEND:20260313T100000Z",
            "SUMMARY:\(uid)", organizer, anna,
        ]
        let more = overrides.flatMap { times in
            ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z"] + times
                + ["SUMMARY:\(uid)", organizer, anna, "END:VEVENT"]
        }
        return (head + lines + ["END:VEVENT"] + more + ["END:VCALENDAR", ""])
            .joined(separator: "\r\n")
    }

    /// Anna, and two who invite her: Ben of her group, and Dan, a stranger.
    private func run(
        _ body: @escaping @Sendable (_ anna: Person, _ hosts: [Person], Family) async throws -> Void
    ) async throws {
        try await Family.run { family in
            try await body(
                Person(family.anna),
                [Person(family.ben), Person(family.dan)],
                family
            )
        }
    }

    private static let minutes = (0..<2_000).map { index in
        "20260312T\(two(index / 60 % 24))\(two(index % 60))\(two(index / 1_440))Z"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// What no proposal may have either, and of the same kind.
    static let tooOften: [([String], [[String]])] = [
        (["RRULE:FREQ=MINUTELY"], []),
        (["RRULE:FREQ=SECONDLY;INTERVAL=2"], []),
        (["RRULE:FREQ=YEARLY", "RRULE:FREQ=SECONDLY"], []),
        (["RDATE:" + minutes.joined(separator: ",")], []),
        (
            ["RRULE:FREQ=DAILY"],
            (10..<40).map { index in
                [
                    "RECURRENCE-ID:2026\(index < 30 ? "04" : "05")\(two(index % 20 + 1))T100000Z",
                    "DTSTART:\(minutes[index])", "DURATION:P1D",
                ]
            }
        ),
        (
            ["RRULE:FREQ=DAILY"],
            [["RECURRENCE-ID:20260313T100000Z", "DTSTART:20260313T110000Z", "RRULE:FREQ=SECONDLY"]]
        ),
    ]

    @Test("What happens too often isn't delivered, and its host is told", arguments: tooOften)
    func refused(lines: [String], overrides: [[String]]) async throws {
        try await run { anna, hosts, _ in
            for (index, host) in hosts.enumerated() {
                let text = Self.party("party\(index)", by: host, lines, overrides: overrides)
                let made = try await host.client.put("party.ics", text)
                #expect(made.status == .created, "\(made.text)")
                #expect(try await anna.objects().isEmpty)
                #expect(try await anna.messages().isEmpty)
                let own = try #require(try await host.objects().first)
                #expect(own.contains("SCHEDULE-STATUS=5.1") && own.contains(lines[0].prefix(40)))
            }
        }
    }

    @Test("A harmless invitation can't become one later", arguments: tooOften)
    func changed(lines: [String], overrides: [[String]]) async throws {
        try await run { anna, hosts, _ in
            for (index, host) in hosts.enumerated() {
                _ = try await host.client.put("party.ics", Self.party("party\(index)", by: host))
                #expect(try await anna.objects().count == index + 1)
                let before = try await anna.objects()
                let messages = try await anna.messages()
                let text = Self.party("party\(index)", by: host, lines, overrides: overrides)
                #expect(try await host.client.put("party.ics", text).status == .noContent)
                #expect(try await anna.objects() == before)
                #expect(try await anna.messages() == messages)
                #expect(try await host.objects().first?.contains("SCHEDULE-STATUS=5.1") == true)
                // That it's off is delivered however often it would have been.
                let gone = try await host.client.request(
                    "DELETE",
                    host.client.calendar + "party.ics"
                )
                #expect(gone.status == .noContent)
                let left = try await anna.objects().filter { $0.contains("UID:party\(index)") }
                #expect(left.allSatisfy { $0.contains("STATUS:CANCELLED") } && left.count == 1)
            }
        }
    }

    @Test("Single dates of a series can't be laid on one day, one after the other")
    func singleDates() async throws {
        try await run { anna, hosts, _ in
            let host = hosts[0]
            let organizer = "ORGANIZER:mailto:\(host.visitor.account.email)"
            var overrides: [[String]] = []
            for day in 1...30 {
                overrides.append([
                    "RECURRENCE-ID:202604\(Self.two(day))T100000Z",
                    "DTSTART:20260312T10\(Self.two(day))00Z", "DURATION:PT1H",
                ])
                let text = Self.party("party", by: host, ["RRULE:FREQ=DAILY"], overrides: overrides)
                    .replacing(
                        organizer + "\r\n" + Self.anna + "\r\nRRULE",
                        with: organizer + "\r\nRRULE"
                    )
                let written = try await host.client.put("party.ics", text)
                #expect(written.status == (day == 1 ? .created : .noContent), "\(written.text)")
            }
            let copy = try #require(try await anna.objects().first)
            #expect(copy.split(separator: "BEGIN:VEVENT").count - 1 == 24)
        }
    }

    @Test("A program may invite to something by the hour")
    func hourly() async throws {
        try await run { anna, hosts, _ in
            let text = Self.party("watch", by: hosts[1], ["RRULE:FREQ=HOURLY"])
            let made = try await hosts[1].client.put("watch.ics", text)
            #expect(made.status == .created)
            let copies = try await anna.objects()
            #expect(copies.count == 1)
        }
    }
}
