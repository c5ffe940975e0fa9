import Foundation
import HTTPTypes
import Testing
import WebDAV

@testable import Server

/// What answers become when the host writes the event again, over HTTP; the rules have tests of their own.
@Suite("Answers and later changes")
struct EarlierAnswerTests {
    typealias Person = SchedulingTests.Person

    private static let daily = "RRULE:FREQ=DAILY;COUNT=5"

    /// Ben answers the series with yes and one date with no, in the page.
    private func answer(_ ben: Person, no date: String) async throws {
        let name = try #require(try await ben.path().split(separator: "/").last)
        for form in [#"{"answer":"no","occurrence":"\#(date)"}"#, #"{"answer":"yes"}"#] {
            let given = try await ben.visitor.request(
                .put,
                ben.visitor.events + name + "/answer",
                form
            )
            #expect(given.status == .ok, "\(given.text)")
        }
    }

    /// Ben's answers in a text: `series ACCEPTED`, `20260314T100000Z DECLINED`.
    private static func answers(_ text: String) -> Set<String> {
        let events = text.replacing("\r\n ", with: "").components(separatedBy: "BEGIN:VEVENT")
        return Set(
            events.dropFirst().map { event in
                let lines = event.split(separator: "\r\n")
                let name = lines.first { $0.hasPrefix("RECURRENCE-ID") }?.split(separator: ":").last
                let line = lines.first {
                    $0.hasPrefix("ATTENDEE") && $0.lowercased().contains("ben@")
                }
                let answer = line?.firstRange(of: "PARTSTAT=").map { line?[$0.upperBound...] ?? "" }
                    .map { $0.prefix { $0 != ";" && $0 != ":" } }
                return "\(name ?? "series") \(answer ?? "NEEDS-ACTION")"
            }
        )
    }

    @Test("A program saves what it read before by its tag, and an answer to one date stays")
    func staleText() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            let text = SchedulingTests.meeting("tea", Self.daily, SchedulingTests.ben)
            let made = try await anna.client.put("tea.ics", text)
            let name = try #require(HTTPField.Name("Schedule-Tag"))
            let tag = try #require(made.headers[name])
            try await answer(ben, no: "20260314T100000Z")
            let saved = try await anna.client.put(
                "tea.ics",
                text.replacing("SUMMARY:", with: "LOCATION:Attic\r\nSUMMARY:"),
                headers: ["If-Schedule-Tag-Match": tag]
            )
            #expect(saved.status == .noContent, "\(saved.text)")
            #expect(saved.headers[.eTag] == nil, "more is stored than was sent")
            for person in [anna, ben] {
                let stored = try #require(try await person.objects().first)
                #expect(Self.answers(stored) == ["series ACCEPTED", "20260314T100000Z DECLINED"])
                #expect(stored.components(separatedBy: "LOCATION:Attic").count == 3)
            }
        }
    }

    @Test("A series that moves asks again, a declined date with it")
    func movedSeries() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            let text = SchedulingTests.meeting("tea", Self.daily, SchedulingTests.ben)
            _ = try await anna.client.put("tea.ics", text)
            try await answer(ben, no: "20260314T100000Z")
            let moved = try await anna.edit {
                $0.replacing("T110000Z", with: "T120000Z").replacing("T100000Z", with: "T110000Z")
            }
            #expect(moved.status == .noContent, "\(moved.text)")
            for person in [anna, ben] {
                let stored = try #require(try await person.objects().first)
                #expect(
                    Self.answers(stored) == [
                        "series NEEDS-ACTION", "20260314T110000Z NEEDS-ACTION",
                    ]
                )
            }
        }
    }

    @Test(
        "A guest who is let in again hears of it by a higher number than that they were taken out"
    )
    func letInAgain() async throws {
        try await SchedulingTests.run { anna, ben, family in
            let cleo = "ATTENDEE;RSVP=TRUE:mailto:cleo@example.org"
            func put(_ guests: String...) async throws {
                let text = SchedulingTests.meeting(
                    "tea",
                    Self.daily,
                    guests.joined(separator: "\r\n")
                )
                #expect(try await anna.client.put("tea.ics", text).status.code < 300)
            }
            func number(_ text: String?) throws -> Int {
                let line = text?.split(separator: "\r\n").first { $0.hasPrefix("SEQUENCE:") }
                return Int(line?.dropFirst(9) ?? "0") ?? 0
            }
            let guest = try await Person(family.cleo)
            try await put(SchedulingTests.ben, cleo)
            try await answer(guest, no: "20260314T100000Z")
            for _ in 1...2 {
                try await put(cleo)
                let cancelled = try await ben.messages().last
                #expect(cancelled?.contains("METHOD:CANCEL") == true)
                try await put(SchedulingTests.ben, cleo)
                let invited = try await ben.messages().last
                #expect(invited?.contains("METHOD:REQUEST") == true)
                #expect(try number(invited) > number(cancelled))
                let copy = try #require(try await ben.objects().first)
                #expect(!copy.contains("CANCELLED"))
                #expect(Self.answers(copy).allSatisfy { $0.hasSuffix(" NEEDS-ACTION") }, "\(copy)")
                #expect(try number(try await anna.objects().first) == number(invited))
            }
            // Others aren't asked again by that.
            let others = try #require(try await guest.objects().first)
            #expect(others.contains("PARTSTAT=ACCEPTED") && others.contains("PARTSTAT=DECLINED"))
        }
    }

    @Test("In a group's calendar nobody is asked, and the text says so of each guest")
    func groupCalendar() async throws {
        try await SchedulingTests.run { anna, ben, family in
            let group = anna.client.home + family.calendar + "/"
            let answered = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elsewhere@example.org"
            let ours = "ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:dan@example.org"
            let asked = [SchedulingTests.ben, "ATTENDEE:mailto:nobody@example.org"]
            let lines = (asked + [answered, ours]).joined(separator: "\r\n")
            let path = group + "tea.ics"
            let text = SchedulingTests.meeting("tea", lines)
            let made = try await anna.client.request("PUT", path, text)
            let name = try #require(HTTPField.Name("Schedule-Tag"))
            #expect(made.status == .created)
            #expect(made.headers[name] == nil && made.headers[.eTag] == nil)
            let read = try await anna.client.request("GET", path)
            #expect(read.headers[name] == nil)
            let stored = read.text.replacing("\r\n ", with: "").split(separator: "\r\n")
                .filter { $0.hasPrefix("ATTENDEE") }.map(String.init)
            #expect(stored.count == 4)
            for line in stored {
                let isToldOf = line.contains("Ben@") || line.contains("nobody@")
                #expect(line.contains("SCHEDULE-STATUS=5.2") == isToldOf, "\(line)")
            }
            #expect(try await ben.messages().isEmpty)
            #expect(try await ben.objects().isEmpty)
            // Saved again it stays, and in one's own calendar they are asked.
            let again = try await anna.client.request("PUT", path, read.text)
            #expect(again.headers[.eTag] == read.headers[.eTag])
            let moved = try await anna.client.request(
                "MOVE",
                path,
                headers: ["Destination": anna.client.calendar + "tea.ics"]
            )
            #expect(moved.status == .created)
            #expect(try await ben.objects().count == 1)
            let own = try #require(try await anna.objects().first)
            #expect(own.contains("SCHEDULE-STATUS=1.2") && !own.contains("SCHEDULE-STATUS=5.2"))
            let back = try await anna.client.request(
                "MOVE",
                anna.client.calendar + "tea.ics",
                headers: ["Destination": path]
            )
            #expect(back.status == .created)
            let there = try await anna.client.request("GET", path).text
            #expect(there.contains("SCHEDULE-STATUS=5.2") && !there.contains("=1.2"))
        }
    }
}
