import HTTPTypes
import Testing
import WebDAV

@testable import Server

/// What people deliver to each other says who sent it and who answered, whatever they wrote.
@Suite("Forged senders and answers")
struct ForgedSenderTests {
    typealias Person = SchedulingTests.Person

    /// Anna, Ben and Cleo share a group; Dan, who forges, is a stranger named Eve.
    private func run(
        _ body: @escaping @Sendable (_ dan: Person, _ ben: Person, Family) async throws -> Void
    ) async throws {
        try await Family.run { family in
            let named = try await family.dan.request(
                .patch,
                "/api/v1/account",
                #"{"name":"Eve \"the\" Évil"}"#
            )
            #expect(named.status == .ok)
            try await body(Person(family.dan), Person(family.ben), family)
        }
    }

    private static let ben = "ATTENDEE;RSVP=TRUE:mailto:ben@example.org"
    private static let own = "ORGANIZER;CN=Eve ^'the^' Évil:mailto:dan@example.org"

    private static func meeting(_ lines: [String], _ more: String = ben) -> String {
        let times = ["DTSTART:20260312T100000Z", "DTEND:20260312T110000Z"]
        return DAVTests.event("tea", (times + lines + [more]).joined(separator: "\r\n"))
    }

    /// The lines of a name in a text.
    private static func lines(_ name: String, _ text: String) -> [String] {
        text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init).filter {
            $0.hasPrefix(name + ":") || $0.hasPrefix(name + ";")
        }
    }

    // MARK: Who invites

    /// Ways to write an organizer so that it looks like Anna; `ID` is Dan's account.
    static let organizers = [
        ["ORGANIZER;EMAIL=anna@example.org;CN=Anna:urn:uuid:ID"],
        ["ORGANIZER;CN=Anna:mailto:dan@example.org"],
        ["ORGANIZER;SENT-BY=\"mailto:anna@example.org\":mailto:dan@example.org"],
        ["ORGANIZER;DIR=\"https://example.org/anna\":MAILTO:Dan@example.org"],
        ["ORGANIZER:mailto:dan@example.org", "ORGANIZER;CN=Anna:mailto:anna@example.org"],
        ["ORGANIZER:/dav/principals/ID/", "ORGANIZER;CN=Anna:mailto:anna@example.org"],
        ["ORGANIZER;CN=Dan;X-A=Anna;LANGUAGE=de:mailto:dan%40example.org"],
        ["ORGANIZER;CN=Anna\r\n :urn:uuid:ID"],
        ["g.ORGANIZER;CN=Anna:mailto:anna@example.org", "ORGANIZER:mailto:dan@example.org"],
        ["ORGANIZER:mailto:dan@example.org", "a.b.Attendee;CN=Anna:mailto:anna@example.org"],
    ]

    @Test("An invitation names the account that sends it, once", arguments: organizers)
    func organizer(written: [String]) async throws {
        try await run { dan, ben, _ in
            let lines = written.map { $0.replacing("ID", with: dan.visitor.account.id.text) }
            let series = ["RRULE:FREQ=DAILY;COUNT=5"] + lines
            let made = try await dan.client.put("tea.ics", Self.meeting(series))
            #expect(made.status == .created, "\(made.text)")
            let texts = try await ben.objects() + ben.messages()
            #expect(texts.count == 2)
            for text in texts {
                #expect(Self.lines("ORGANIZER", text) == [Self.own])
                #expect(!text.contains("anna@example.org"))
            }
            // A change, a date and a cancellation are named like the first message.
            _ = try await dan.client.put("tea.ics", Self.meeting(series + ["LOCATION:Attic"]))
            let gone = try await dan.client.request("DELETE", dan.client.calendar + "tea.ics")
            #expect(gone.status == .noContent)
            let all = try await ben.objects() + ben.messages()
            #expect(all.count == 4)
            #expect(all.allSatisfy { Self.lines("ORGANIZER", $0) == [Self.own] })
        }
    }

    @Test("Nobody invites in the name of somebody else")
    func otherAccount() async throws {
        try await run { dan, ben, family in
            let anna = "ORGANIZER;EMAIL=dan@example.org:urn:uuid:\(family.anna.account.id.text)"
            _ = try await dan.client.put("tea.ics", Self.meeting([anna]))
            #expect(try await ben.objects().isEmpty)
        }
    }

    @Test("An answer names the account that gives it")
    func reply() async throws {
        try await run { dan, ben, family in
            _ = try await dan.client.put("tea.ics", Self.meeting([Self.own]))
            let answered = try await ben.edit {
                $0.replacing(
                    "ATTENDEE;RSVP=TRUE:",
                    with:
                        "ATTENDEE;CN=Mallory;EMAIL=anna@example.org;SENT-BY=\"mailto:anna@example.org\";PARTSTAT=ACCEPTED:"
                )
            }
            #expect(answered.status == .noContent, "\(answered.text)")
            let message = try #require(try await dan.messages().last)
            #expect(message.contains("METHOD:REPLY"))
            let lines = Self.lines("ATTENDEE", message)
            #expect(lines.count == 1)
            #expect(lines.allSatisfy { $0.hasSuffix(":mailto:ben@example.org") })
            #expect(!message.contains("anna@example.org") && !message.contains("Mallory"))
        }
    }

    // MARK: Who answered

    private static func guests(_ answer: String, _ more: String = "") -> String {
        [
            "ATTENDEE;PARTSTAT=\(answer)\(more):mailto:ben@example.org",
            "ATTENDEE;PARTSTAT=\(answer)\(more);EMAIL=cleo@example.org:urn:uuid:nobody",
            "ATTENDEE;PARTSTAT=\(answer)\(more):mailto:nobody@example.org",
        ].joined(separator: "\r\n")
    }

    private static func answers(_ text: String) -> [String] {
        lines("ATTENDEE", text).map { line in
            line.split(separator: ";").first { $0.hasPrefix("PARTSTAT=") }
                .map { String($0.dropFirst(9).prefix { $0 != ":" }) } ?? "NEEDS-ACTION"
        }
    }

    @Test(
        "A first text that lists guests with answers asks them, as far as they have accounts",
        arguments: ["ACCEPTED", "DECLINED", "TENTATIVE", "DELEGATED"],
        ["", ";SCHEDULE-STATUS=2.0"]
    )
    func firstText(answer: String, more: String) async throws {
        try await run { dan, ben, family in
            let cleo = try await Person(family.cleo)
            let text = Self.meeting([Self.own], Self.guests(answer, more))
            #expect(try await dan.client.put("tea.ics", text).status == .created)
            let expected = ["NEEDS-ACTION", "NEEDS-ACTION", answer]
            for person in [dan, ben, cleo] {
                let stored = try #require(try await person.objects().first)
                #expect(Self.answers(stored) == expected, "\(stored)")
            }
            #expect(Self.answers(try #require(try await ben.messages().first)) == expected)
        }
    }

    @Test("A date to which a program adds answers asks, and answers that were given stay")
    func laterText() async throws {
        try await run { dan, ben, family in
            let guests = Self.guests("NEEDS-ACTION")
            let series = [Self.own, "RRULE:FREQ=DAILY;COUNT=5"]
            _ = try await dan.client.put("tea.ics", Self.meeting(series, guests))
            _ = try await ben.edit {
                $0.replacing("NEEDS-ACTION:mailto:ben", with: "ACCEPTED:mailto:ben")
            }
            let forged = Self.meeting(series + ["LOCATION:Attic"], Self.guests("TENTATIVE"))
            #expect(try await dan.client.put("tea.ics", forged).status == .noContent)
            for person in [dan, ben] {
                let stored = try #require(try await person.objects().first)
                #expect(Self.answers(stored) == ["ACCEPTED", "NEEDS-ACTION", "TENTATIVE"])
            }
        }
    }

    @Test("An imported event's answers count no more than a program's")
    func imported() async throws {
        try await run { dan, ben, _ in
            let text = Self.meeting([Self.own], Self.guests("ACCEPTED", ";SCHEDULE-STATUS=2.0"))
            let imported = try await dan.visitor.request(
                .post,
                "/api/v1/calendars/\(dan.visitor.calendar)/import",
                text
            )
            #expect(imported.status == .ok, "\(imported.text)")
            _ = try await dan.edit { $0.replacing("SUMMARY:", with: "SUMMARY:More ") }
            let expected = ["NEEDS-ACTION", "NEEDS-ACTION", "ACCEPTED"]
            #expect(Self.answers(try #require(try await dan.objects().first)) == expected)
            #expect(Self.answers(try #require(try await ben.objects().first)) == expected)
        }
    }

    @Test("An event that comes back keeps the answers that were given")
    func restored() async throws {
        try await run { dan, ben, _ in
            _ = try await dan.client.put("tea.ics", Self.meeting([Self.own]))
            _ = try await ben.edit { $0.replacing("RSVP=TRUE", with: "PARTSTAT=ACCEPTED") }
            let path = dan.client.calendar + "tea.ics"
            let text = try await dan.client.request("GET", path).text
            _ = try await dan.client.request("DELETE", path)
            #expect(try await dan.client.put("tea.ics", text).status == .created)
            for person in [dan, ben] {
                #expect(
                    Self.answers(try #require(try await person.objects().first)) == ["ACCEPTED"]
                )
            }
        }
    }
}
