import HTTPTypes
import Testing
import WebDAV

@testable import Server

/// In a group's calendar all members may change an event, but nobody answers for somebody else.
@Suite("Others' answers in a group's calendar")
struct GroupAnswerTests {
    /// An event in which Anna is said to invite, and Anna and Ben to have accepted with a comment.
    private static func forged(
        _ family: Family,
        byMail: Bool = false,
        organizer: String = "ORGANIZER"
    ) -> String {
        func line(_ name: String, _ visitor: Visitor, _ email: String) -> String {
            name + (byMail ? ":mailto:\(email)" : ":urn:uuid:\(visitor.account.id.text)")
        }
        let answer = "ATTENDEE;PARTSTAT=ACCEPTED;X-MEANTIME-COMMENT=\"I pay for all\""
        let lines = [
            "DTSTART:20260312T100000Z",
            line("\(organizer);CN=Anna", family.anna, "anna@example.org"),
            line(answer, family.anna, "anna@example.org"),
            line(answer, family.ben, "ben@example.org"),
            line(answer, family.cleo, "cleo@example.org"),
        ]
        return DAVTests.event("forged", lines.joined(separator: "\r\n"))
    }

    /// The lines of a name in a text, in their order.
    private static func lines(_ name: String, _ text: String) -> [String] {
        text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
            .filter { $0.hasPrefix(name) }
    }

    /// Whether only Cleo's own answer is in a text, and Anna isn't said to invite.
    private static func expectHonest(_ text: String, _ way: String) throws {
        let people = lines("ATTENDEE", text)
        #expect(people.count == 3, "\(way)")
        for (place, line) in people.enumerated() {
            let isCleo = place == 2
            #expect(line.contains("PARTSTAT=ACCEPTED") == isCleo, "\(way): \(line)")
            #expect(line.contains("I pay") == isCleo, "\(way): \(line)")
        }
        let organizer = try #require(lines("ORGANIZER", text).first)
        #expect(organizer.hasSuffix(":mailto:cleo@example.org"), "\(way): \(organizer)")
    }

    @Test("No way into it lets a forged answer or organizer in", arguments: [false, true])
    func ways(byMail: Bool) async throws {
        try await Family.run { family in
            let cleo = try await family.cleo.calendarProgram()
            let text = Self.forged(family, byMail: byMail)
            let group = cleo.home + family.calendar + "/"
            func stored() async throws -> String {
                let objects = try await cleo.objects(in: group)
                #expect(objects.count == 1)
                let path = group + "e.ics"
                return try await cleo.request("GET", path).text
            }
            func clear() async throws {
                #expect(try await cleo.request("DELETE", group + "e.ics").status == .noContent)
            }
            #expect(try await cleo.request("PUT", group + "e.ics", text).status == .created)
            try await Self.expectHonest(stored(), "PUT")
            #expect(try await cleo.request("PUT", group + "e.ics", text).status == .noContent)
            try await Self.expectHonest(stored(), "PUT over it")
            try await clear()
            // In one's own calendar it's an event like any other, at which Anna hears of nothing.
            let own = text.replacing("ORGANIZER", with: "X-ORGANIZER")
            for method in ["COPY", "MOVE"] {
                #expect(try await cleo.put("own.ics", own).status == .created)
                let outcome = try await cleo.request(
                    method,
                    cleo.calendar + "own.ics",
                    headers: ["Destination": group + "e.ics"]
                )
                #expect(outcome.status == .created, "\(method) \(outcome.text)")
                let people = try await Self.lines("ATTENDEE", stored())
                #expect(
                    people.map { $0.contains("ACCEPTED") } == [false, false, true],
                    "\(method)"
                )
                try await clear()
                if method == "COPY" {
                    let removed = try await cleo.request("DELETE", cleo.calendar + "own.ics")
                    #expect(removed.status == .noContent)
                }
            }
            let imported = try await family.cleo.request(
                .post,
                "/api/v1/calendars/\(family.calendar)/import",
                text,
                headers: ["Content-Type": "text/calendar"]
            )
            #expect(imported.status == .ok)
            let href = try #require(try await cleo.objects(in: group).keys.first)
            try Self.expectHonest(try await cleo.request("GET", href).text, "import")
        }
    }

    @Test("What somebody answered stays through others' changes, and only they change it")
    func kept() async throws {
        try await Family.run { family in
            let cleo = try await family.cleo.calendarProgram()
            let ben = try await family.ben.calendarProgram()
            let path = "\(family.calendar)/e.ics"
            let text = Self.forged(family)
            #expect(try await cleo.request("PUT", cleo.home + path, text).status == .created)
            let asked = try await ben.request("GET", ben.home + path).text
            // Ben declines with a comment.
            let line = try #require(Self.lines("ATTENDEE", asked).dropFirst().first)
            let declined = asked.replacing("\r\n ", with: "").replacing(
                line,
                with: line.replacing("PARTSTAT=NEEDS-ACTION", with: "PARTSTAT=DECLINED")
                    .replacing("ATTENDEE;", with: "ATTENDEE;X-MEANTIME-COMMENT=I cannot;")
            )
            #expect(try await ben.request("PUT", ben.home + path, declined).status == .noContent)
            func answer() async throws -> String? {
                let stored = try await cleo.request("GET", cleo.home + path).text
                return Self.lines("ATTENDEE", stored).dropFirst().first
            }
            #expect(try await answer()?.contains("DECLINED") == true)
            // Cleo writes what she wrote first, and another title.
            let changed = text.replacing("SUMMARY:", with: "SUMMARY:Changed ")
            #expect(try await cleo.request("PUT", cleo.home + path, changed).status == .noContent)
            let after = try #require(try await answer())
            #expect(after.contains("PARTSTAT=DECLINED") && after.contains("I cannot"), "\(after)")
            #expect(!after.contains("I pay"))
            // A new name in the same calendar loses nothing either.
            let moved = try await cleo.request(
                "MOVE",
                cleo.home + path,
                headers: ["Destination": cleo.home + "\(family.calendar)/f.ics"]
            )
            #expect(moved.status == .created)
            let stored = try await cleo.request("GET", cleo.home + "\(family.calendar)/f.ics").text
            #expect(Self.lines("ATTENDEE", stored).dropFirst().first == after)
        }
    }
}
