import Agenda
import CivilTime
import Foundation
import ICalendar
import Testing

@Suite("Answers to invitations")
struct InvitationAnswerTests {
    private static let lunch = """
        DTSTART;TZID=Europe/Berlin:20261121T120000
        DTEND;TZID=Europe/Berlin:20261121T130000
        SUMMARY:Lunch
        """

    private static func agenda(_ events: [String]) throws -> Agenda {
        var agenda = try Sample.agenda(events)
        agenda.setAccount("me")
        agenda.setHost(Guest(email: "me@example.org", name: "Me"))
        return agenda
    }

    /// An invitation by Eva, with the viewer as a guest under some address.
    private static func invited(as address: String, _ more: String = "") -> String {
        """
        \(lunch)
        ORGANIZER;CN=Eva:mailto:eva@example.org
        ATTENDEE;CN=Eva;PARTSTAT=ACCEPTED:mailto:eva@example.org
        ATTENDEE;RSVP=TRUE;PARTSTAT=TENTATIVE:\(address)\(more)
        """
    }

    @Test(
        "An invitation is answered in one's own calendar, by whatever address one is invited",
        arguments: ["mailto:me@example.org", "MAILTO:Me@Example.org", "urn:uuid:me"]
    )
    func answered(address: String) throws {
        let agenda = try Self.agenda([Self.invited(as: address)])
        let key = try Sample.key(agenda, "2026-11-21", "2026-11-22")
        let answered = try agenda.answering(
            key,
            .no,
            isForAll: true,
            comment: "Ill",
            now: Sample.now
        )
        #expect(answered.earlier == .maybe)
        #expect(answered.occurrence == nil)
        let text = String(decoding: answered.text, as: UTF8.self).replacing("\r\n ", with: "")
        let line = "ATTENDEE;PARTSTAT=DECLINED;X-MEANTIME-COMMENT=Ill:\(address)"
        #expect(text.contains(line), "\(text)")
        #expect(text.contains("ATTENDEE;CN=Eva;PARTSTAT=ACCEPTED:mailto:eva@example.org"))
    }

    @Test("One date of an invitation is answered by itself")
    func answeredOnce() throws {
        let agenda = try Self.agenda([
            Self.invited(as: "mailto:me@example.org", "\nRRULE:FREQ=DAILY;COUNT=3")
        ])
        let key = try Sample.key(agenda, "2026-11-22", "2026-11-23")
        let answered = try agenda.answering(key, .yes, isForAll: false, now: Sample.now)
        #expect(answered.occurrence == "20261122T120000")
        let text = String(decoding: answered.text, as: UTF8.self)
        #expect(text.components(separatedBy: "PARTSTAT=TENTATIVE").count == 2)
        #expect(text.contains("RECURRENCE-ID;TZID=Europe/Berlin:20261122T120000"))
    }

    @Test("Neither one's own event nor one that asks somebody else is answered")
    func notAsked() throws {
        let own = "\(Self.lunch)\nORGANIZER:mailto:me@example.org\nATTENDEE:mailto:me@example.org"
        let others = Self.invited(as: "mailto:somebody@example.org")
        let agenda = try Self.agenda([own, others, Self.lunch])
        let days = try #require(CivilDate("2026-11-21"))..<(try #require(CivilDate("2026-11-22")))
        for (href, error) in [
            ("e1.ics", ProposalError.notAProposal), ("e2.ics", .notAMember),
            ("e3.ics", .notAProposal),
        ] {
            let id = ObjectID(calendar: Sample.home, href: href)
            let found = agenda.occurrences(in: days).first { $0.key.object == id }
            let key = try #require(found).key
            #expect(throws: error, "\(href)") {
                try agenda.answering(key, .yes, isForAll: true, now: Sample.now)
            }
        }
    }
}
