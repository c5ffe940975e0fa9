import HTTPTypes
import Testing

@testable import Server
@testable import Writing

/// The UID of an event is no secret: whoever sends it first in an invitation of their own keeps nobody out.
@Suite("Invitations with another event's UID")
struct TakenUIDTests {
    typealias Person = SchedulingTests.Person
    typealias Party = StrangersInvitationTests

    private func run(
        _ place: StrangersInvitations,
        _ body:
            @escaping @Sendable (_ anna: Person, _ ben: Person, _ dan: Person) async throws -> Void
    ) async throws {
        let settings: @Sendable (inout ServerSettings) -> Void = { $0.strangersInvitations = place }
        try await Family.run(settings: settings) { family in
            let (anna, ben, dan) = try await (
                Person(family.anna), Person(family.ben), Person(family.dan)
            )
            // Dan, a stranger, invites Anna with the UID of another event.
            let made = try await dan.client.put("squat.ics", Party.party("real", by: dan))
            #expect(made.status == .created)
            #expect(try await dan.objects()[0].contains("SCHEDULE-STATUS=1.2"))
            try await body(anna, ben, dan)
        }
    }

    private static func waitingCount(_ person: Person) async throws -> Int {
        let answer = try await person.visitor.request(.get, "/api/v1/account/invitations")
        return answer.text.split(separator: #""ical""#).count - 1
    }

    @Test(
        "A fellow member's invitation takes the place of a stranger's",
        arguments: StrangersInvitations.allCases
    )
    func fellow(place: StrangersInvitations) async throws {
        try await run(place) { anna, ben, dan in
            let text = Party.party("real", by: ben, ["LOCATION:Ben's"])
            #expect(try await ben.client.put("real.ics", text).status == .created)
            #expect(try await ben.objects()[0].contains("SCHEDULE-STATUS=1.2"))
            let copies = try await anna.objects()
            #expect(copies.count == 1 && copies[0].contains("LOCATION:Ben's"))
            #expect(try await Self.waitingCount(anna) == 0)
            // The stranger's changes and their end have no effect on it.
            let moved = Party.party("real", by: dan, ["LOCATION:Dan's"])
            _ = try await dan.client.put("squat.ics", moved)
            _ = try await dan.client.request("DELETE", dan.client.calendar + "squat.ics")
            #expect(try await anna.objects() == copies)
        }
    }

    @Test("A stranger's that was called off keeps no other stranger out")
    func calledOff() async throws {
        try await TestServer.run { server, client in
            let anna = try await Person(server.visitor(client))
            let dan = try await Person(server.visitor(client, email: "dan@example.org"))
            let eve = try await Person(server.visitor(client, email: "eve@example.org"))
            _ = try await dan.client.put("squat.ics", Party.party("real", by: dan))
            let text = Party.party("real", by: eve, ["LOCATION:Eve's"])
            #expect(try await eve.client.put("real.ics", text).status == .created)
            #expect(try await eve.objects()[0].contains("SCHEDULE-STATUS=5.1"), "the first stays")
            _ = try await dan.client.request("DELETE", dan.client.calendar + "squat.ics")
            let again = Party.party("real", by: eve, ["LOCATION:Eve's", "PRIORITY:1"])
            _ = try await eve.client.put("real.ics", again)
            _ = try await eve.client.request("DELETE", eve.client.calendar + "real.ics")
            #expect(try await eve.client.put("real2.ics", text).status == .created)
            let copies = try await anna.objects()
            #expect(copies.count == 1 && copies[0].contains("LOCATION:Eve's"), "\(copies)")
        }
    }

    @Test("One's own event always has room", arguments: StrangersInvitations.allCases)
    func own(place: StrangersInvitations) async throws {
        for way in ["PUT", "page", "hosted", "import"] {
            try await run(place) { anna, _, _ in
                let plain = DAVTests.event("real", "DTSTART:20260312T100000Z\r\nLOCATION:Mine")
                let hosted = Party.party("real", by: anna, ["LOCATION:Mine"])
                switch way {
                case "PUT":
                    let put = try await anna.client.put("mine.ics", plain)
                    #expect(put.status == .created, "\(put.text)")
                case "hosted":
                    let put = try await anna.client.put("mine.ics", hosted)
                    #expect(put.status == .created, "\(put.text)")
                case "page":
                    let put = try await anna.visitor.request(
                        .put,
                        "/api/v1/calendars/\(anna.visitor.calendar)/events/mine.ics",
                        plain,
                        headers: ["If-None-Match": "*"]
                    )
                    #expect(put.status == .created, "\(put.text)")
                default:
                    let done = try await anna.visitor.request(
                        .post,
                        "/api/v1/calendars/\(anna.visitor.calendar)/import",
                        plain,
                        headers: ["Content-Type": "text/calendar"]
                    )
                    #expect(done.status == .ok, "\(done.text)")
                }
                let copies = try await anna.objects()
                #expect(copies.count == 1 && copies[0].contains("LOCATION:Mine"), "\(way)")
                #expect(try await Self.waitingCount(anna) == 0, "\(way)")
            }
        }
    }
}
