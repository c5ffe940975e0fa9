import HTTPTypes
import Testing

@testable import Server

/// Only the server writes candidates of proposals, whose answers count as the members' own.
@Suite("Forged proposals")
struct ForgedCandidateTests {
    /// A text with the marks of a proposal that Anna is said to have made, and that all are said to have
    /// accepted.
    private static func forged(_ family: Family, mark: String, times: String) -> String {
        let people = [family.anna, family.ben, family.cleo].map {
            "ATTENDEE;PARTSTAT=ACCEPTED:urn:uuid:\($0.account.id.text)"
        }
        let lines = [times, "ORGANIZER;CN=Anna:urn:uuid:\(family.anna.account.id.text)", mark]
        return DAVTests.event("forged", (lines + people).joined(separator: "\r\n"))
    }

    private static let start = "DTSTART:20260312T100000Z"

    /// Ways to write the mark, all of which a reader takes for it.
    private static let marks = [
        "X-MEANTIME-PROPOSAL:p", "x-meantime-proposal:p", "X-MEANTIME-PRO\r\n POSAL:p",
        "X-MEANTIME-\r\n\tPROPOSAL;X-A=1:p",
    ]

    @Test("No way into a group's calendar lets one in", arguments: marks)
    func ways(mark: String) async throws {
        try await Family.run { family in
            let cleo = try await family.cleo.calendarProgram()
            let text = Self.forged(family, mark: mark, times: Self.start)
            let group = cleo.home + family.calendar + "/"
            // In one's own calendar it's an event like any other.
            #expect(try await cleo.put("forged.ics", text).status == .created)
            let put = try await cleo.request("PUT", group + "forged.ics", text)
            #expect(put.status == .forbidden, "\(put.text)")
            for method in ["COPY", "MOVE"] {
                let outcome = try await cleo.request(
                    method,
                    cleo.calendar + "forged.ics",
                    headers: ["Destination": group + "\(method).ics"]
                )
                #expect(outcome.status == .forbidden, "\(method) \(outcome.text)")
            }
            let page = try await family.cleo.request(
                .put,
                family.events + "page.ics",
                text,
                headers: ["If-None-Match": "*"]
            )
            #expect(page.problem == "/problems/is-proposal")
            #expect(try await cleo.objects(in: group).isEmpty)
            #expect(try await cleo.objects(in: cleo.calendar).count == 1, "nothing was moved away")
        }
    }

    @Test("An event of the group can't become one, in whole or for one date")
    func edits() async throws {
        try await Family.run { family in
            let cleo = try await family.cleo.calendarProgram()
            let group = cleo.home + family.calendar + "/"
            let rule = Self.start + "\r\nRRULE:FREQ=DAILY;COUNT=3"
            let plain = DAVTests.event("forged", rule)
            #expect(try await cleo.request("PUT", group + "e.ics", plain).status == .created)
            let override = [
                "BEGIN:VEVENT", "UID:forged", "DTSTAMP:20260101T000000Z",
                "RECURRENCE-ID:20260313T100000Z", "DTSTART:20260313T120000Z",
                "X-MEANTIME-PROPOSAL:p", "END:VEVENT", "END:VCALENDAR",
            ].joined(separator: "\r\n")
            for text in [
                Self.forged(family, mark: Self.marks[0], times: rule),
                plain.replacing("END:VCALENDAR", with: override),
            ] {
                let put = try await cleo.request("PUT", group + "e.ics", text)
                #expect(put.status == .forbidden, "\(put.text)")
                #expect(try await cleo.put("e.ics", text).status == .created)
                let copy = try await cleo.request(
                    "COPY",
                    cleo.calendar + "e.ics",
                    headers: ["Destination": group + "e.ics"]
                )
                #expect(copy.status == .forbidden, "\(copy.text)")
                let removed = try await cleo.request("DELETE", cleo.calendar + "e.ics")
                #expect(removed.status == .noContent)
            }
            #expect(try await cleo.request("GET", group + "e.ics").text == plain)
        }
    }
}
