import HTTPTypes
import Testing

@testable import Server
@testable import Store

/// Members answer proposals in their calendar programs.
@Suite("Answering proposals in calendar programs")
struct ProposalAnswerTests {
    /// A candidate as a member's program has it.
    private struct Copy {
        let family: Family
        let client: DAVTests.Client
        let path: String
        let href: String
        let text: String
        let etag: String

        func put(_ text: String, headers: [String: String] = [:]) async throws -> TestResponse {
            try await client.request("PUT", path, text, headers: headers)
        }

        /// What is stored, unfolded, as another member sees it in the page.
        func stored() async throws -> String {
            try await family.ben.request(.get, family.events + href).text
                .replacing("\r\n ", with: "")
        }
    }

    /// Runs a body with a proposal of Cleo's, and Anna's program.
    private static func run(
        _ times: [String] = [ProposalTests.time],
        more: String = "",
        _ body: @escaping @Sendable (Copy) async throws -> Void
    ) async throws {
        try await Family.run { family in
            let made = try await ProposalTests.propose(
                family,
                by: family.cleo,
                ProposalTests.form(times: times, more: more)
            )
            let client = try await family.anna.calendarProgram()
            let path = client.home + family.calendar + "/" + made.hrefs[0]
            let read = try await client.request("GET", path)
            #expect(read.status == .ok)
            try await body(
                Copy(
                    family: family,
                    client: client,
                    path: path,
                    href: made.hrefs[0],
                    text: read.text.replacing("\r\n ", with: ""),
                    etag: try #require(read.headers[.eTag])
                )
            )
        }
    }

    /// The text with another line for a member.
    private static func text(
        _ copy: Copy,
        saying partStat: String,
        for member: Visitor,
        as address: String? = nil
    ) -> String {
        let own = "urn:uuid:" + member.account.id.text
        return copy.text.split(separator: "\r\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("ATTENDEE"), line.hasSuffix(own) else { return String(line) }
            return "ATTENDEE;PARTSTAT=\(partStat);CN=Anna:" + (address ?? own)
        }.joined(separator: "\r\n")
    }

    /// The answer of a member in a text.
    private static func answer(_ text: String, of member: Visitor) -> [String] {
        text.split(separator: "\r\n").filter {
            $0.hasPrefix("ATTENDEE") && $0.hasSuffix("urn:uuid:" + member.account.id.text)
        }.map { line in
            line.split(whereSeparator: { ";:".contains($0) })
                .first { $0.hasPrefix("PARTSTAT=") }.map { String($0.dropFirst(9)) } ?? ""
        }
    }

    @Test("A proposal stands in the group's calendar as a tentative event with its people")
    func standing() async throws {
        try await Self.run { copy in
            #expect(copy.text.contains("STATUS:TENTATIVE"))
            #expect(copy.text.contains("ORGANIZER"))
            #expect(copy.text.matches(of: /\r\nATTENDEE/).count == 3)
            #expect(Self.answer(copy.text, of: copy.family.anna) == ["NEEDS-ACTION"])
        }
    }

    @Test(
        "A changed PARTSTAT is an answer, at once in the page",
        arguments: [
            ("ACCEPTED", "yes"), ("TENTATIVE", "maybe"), ("DECLINED", "no"), ("accepted", "yes"),
        ]
    )
    func answering(partStat: String, choice: String) async throws {
        try await Self.run { copy in
            let start = try await copy.family.ben.server.backend.store.changes.latest().number
            let put = try await copy.put(
                Self.text(copy, saying: partStat, for: copy.family.anna),
                headers: ["If-Match": copy.etag]
            )
            #expect(put.status == .noContent, "\(put.text)")
            #expect(put.headers[.eTag] == nil, "it isn't stored as it was sent")
            let stored = try await copy.stored()
            #expect(Self.answer(stored, of: copy.family.anna) == [partStat.uppercased()])
            #expect(stored.contains("X-MEANTIME-PROPOSAL"))
            for visitor in [copy.family.anna, copy.family.ben] {
                let told = try await visitor.told(since: start)
                #expect(told.contains("PARTSTAT=\(partStat.uppercased())"))
            }
            let again = try await copy.put(
                Self.text(copy, saying: "DECLINED", for: copy.family.anna),
                headers: ["If-Match": copy.etag]
            )
            #expect(again.status == .preconditionFailed)
        }
    }

    @Test("All ways of writing one's own address count")
    func addresses() async throws {
        try await Self.run { copy in
            let id = copy.family.anna.account.id.text
            let addresses = [
                "mailto:anna@example.org", "MAILTO:Anna@Example.org", "URN:UUID:\(id)",
                "/dav/principals/\(id)/", "/dav/principals/anna%40example.org",
            ]
            for (index, address) in addresses.enumerated() {
                let word = index.isMultiple(of: 2) ? "ACCEPTED" : "DECLINED"
                let text = Self.text(copy, saying: word, for: copy.family.anna, as: address)
                let put = try await copy.put(text)
                #expect(put.status == .noContent, "\(address) \(put.text)")
                let stored = try await copy.stored()
                #expect(Self.answer(stored, of: copy.family.anna) == [word], "\(address)")
                #expect(stored.matches(of: /\r\nATTENDEE/).count == 3)
            }
            // A program that doesn't know the other address adds its own.
            let added = copy.text.replacing(
                "END:VEVENT",
                with: "ATTENDEE;PARTSTAT=TENTATIVE:mailto:anna@example.org\r\nEND:VEVENT"
            )
            #expect(try await copy.put(added).status == .noContent)
            let stored = try await copy.stored()
            #expect(Self.answer(stored, of: copy.family.anna) == ["TENTATIVE"])
        }
    }

    @Test("A comment comes with the answer, and an answer can be taken back")
    func comment() async throws {
        try await Self.run { copy in
            let text = Self.text(copy, saying: "DECLINED", for: copy.family.anna)
                .replacing("END:VEVENT", with: "COMMENT:Too late\r\nEND:VEVENT")
            #expect(try await copy.put(text).status == .noContent)
            let stored = try await copy.stored()
            #expect(stored.contains("X-MEANTIME-COMMENT=Too late"), "\(stored)")
            #expect(!stored.contains("\r\nCOMMENT"))
            let none = Self.text(copy, saying: "NEEDS-ACTION", for: copy.family.anna)
            #expect(try await copy.put(none).status == .noContent)
            #expect(
                Self.answer(try await copy.stored(), of: copy.family.anna) == ["NEEDS-ACTION"]
            )
            let long = text.replacing("Too late", with: String(repeating: "x", count: 501))
            let refused = try await copy.put(long)
            #expect(refused.status == .forbidden)
            #expect(refused.text.contains("valid-calendar-object-resource"))
        }
    }

    @Test("An override with RECURRENCE-ID answers one date alone")
    func oneDate() async throws {
        try await Self.run([ProposalTests.weekly]) { copy in
            let master = try #require(
                copy.text.firstMatch(of: /BEGIN:VEVENT\r\n[^\0]*?END:VEVENT\r\n/)
            )
            let override = Self.text(copy, saying: "DECLINED", for: copy.family.anna)
                .firstMatch(of: /BEGIN:VEVENT\r\n[^\0]*?END:VEVENT\r\n/).map { String($0.0) }
            let dated = try #require(override)
                .replacing(/RRULE[^\r]*\r\n/, with: "")
                .replacing(/DTSTART[^\r]*\r\n/, with: "DTSTART;VALUE=DATE:20260319\r\n")
                .replacing(/DTEND[^\r]*\r\n/, with: "DTEND;VALUE=DATE:20260320\r\n")
                .replacing(
                    "BEGIN:VEVENT\r\n",
                    with: "BEGIN:VEVENT\r\nRECURRENCE-ID;VALUE=DATE:20260319\r\n"
                )
            let whole = copy.text.replacing(String(master.0), with: String(master.0) + dated)
            let put = try await copy.put(whole)
            #expect(put.status == .noContent, "\(put.text) \(whole)")
            let stored = try await copy.stored()
            #expect(
                Self.answer(stored, of: copy.family.anna).sorted() == ["DECLINED", "NEEDS-ACTION"]
            )
            #expect(stored.contains("RECURRENCE-ID;VALUE=DATE:20260319"))
            // A date that the rule doesn't have.
            let other = whole.replacing("20260319", with: "20260320")
                .replacing("20260320\r\nDTEND", with: "20260320\r\nDTEND")
            #expect(try await copy.put(other).status == .forbidden)
        }
    }

    /// Changes that aren't an answer.
    private static let refused: [@Sendable (Copy) -> String] = [
        { $0.text },
        { text($0, saying: "ACCEPTED", for: $0.family.anna).replacing("Dinner", with: "Supper") },
        { $0.text.replacing("Dinner", with: "Supper") },
        {
            text($0, saying: "ACCEPTED", for: $0.family.anna)
                .replacing("20260311T190000", with: "20260311T183000")
        },
        { text($0, saying: "ACCEPTED", for: $0.family.ben) },
        { text($0, saying: "DELEGATED", for: $0.family.anna) },
        { text($0, saying: "ACCEPTED", for: $0.family.anna, as: "mailto:dan@example.org") },
        {
            text($0, saying: "ACCEPTED", for: $0.family.anna)
                .replacing("STATUS:TENTATIVE", with: "STATUS:CONFIRMED")
        },
        {
            text($0, saying: "ACCEPTED", for: $0.family.anna)
                .replacing("END:VEVENT", with: "ATTENDEE:mailto:eve@example.org\r\nEND:VEVENT")
        },
        {
            text($0, saying: "ACCEPTED", for: $0.family.anna)
                .replacing(/ORGANIZER[^\r]*\r\n/, with: "")
        },
        { copy in
            copy.text.replacing(/X-MEANTIME-PROPOSAL[^\r]*\r\n/, with: "")
                .replacing("Dinner", with: "Supper")
        },
        { _ in event("other") },
    ]

    @Test("Any other change of a proposal is refused, and changes nothing")
    func otherChanges() async throws {
        try await Self.run { copy in
            let before = try await copy.stored()
            for (index, change) in Self.refused.enumerated() {
                let put = try await copy.put(change(copy))
                let missing = try DAVTests.Client.missingPrivilege(put)
                #expect(missing?.name == "write-content", "\(index): \(put.status) \(put.text)")
                #expect(missing?.href == copy.path, "\(index)")
            }
            let removed = try await copy.client.request("DELETE", copy.path)
            #expect(try DAVTests.Client.missingPrivilege(removed) != nil)
            let moved = try await copy.client.request(
                "MOVE",
                copy.path,
                headers: ["Destination": copy.client.calendar + "mine.ics"]
            )
            #expect(try DAVTests.Client.missingPrivilege(moved) != nil)
            let elsewhere = try await copy.client.request(
                "PUT",
                copy.client.home + copy.family.calendar + "/new.ics",
                copy.text.replacing(/UID:[^\r]*/, with: "UID:new")
            )
            #expect(try DAVTests.Client.missingPrivilege(elsewhere) != nil)
            #expect(try await copy.stored() == before)
        }
    }

    @Test("What a program notes beside its answer isn't stored for everybody")
    func ownNotes() async throws {
        try await Self.run { copy in
            let alarm =
                "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nDESCRIPTION:x\r\nEND:VALARM"
            let text = Self.text(copy, saying: "ACCEPTED", for: copy.family.anna)
                .replacing(
                    "END:VEVENT",
                    with: "X-MOZ-GENERATION:1\r\nTRANSP:TRANSPARENT\r\n\(alarm)\r\nEND:VEVENT"
                )
                .replacing(/X-MEANTIME[^\r]*\r\n/, with: "")
            #expect(try await copy.put(text).status == .noContent)
            let stored = try await copy.stored()
            #expect(Self.answer(stored, of: copy.family.anna) == ["ACCEPTED"])
            for word in ["VALARM", "X-MOZ", "TRANSPARENT"] { #expect(!stored.contains(word)) }
            #expect(stored.contains("X-MEANTIME-PROPOSAL"))
        }
    }

    @Test("After the deadline an answer is refused with the reason")
    func deadline() async throws {
        try await Self.run(more: #","deadline":"2026-01-02T00:00:00Z""#) { copy in
            copy.family.anna.server.clock.advance(seconds: 2 * 86_400)
            try await copy.family.anna.signInAgain()
            let put = try await copy.put(
                Self.text(copy, saying: "ACCEPTED", for: copy.family.anna)
            )
            #expect(try DAVTests.Client.missingPrivilege(put) != nil)
            #expect(put.text.contains("2026-01-02T00:00:00Z"))
        }
    }
}
