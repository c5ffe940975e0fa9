import Foundation
import HTTPTypes
import Testing
import WebDAV

@testable import Server

/// What people hear when an event with guests is copied or moved, when its calendar is removed, and
/// when it comes back from the bin.
@Suite("Scheduling by copying, moving, removing and restoring")
struct SchedulingMethodTests {
    typealias Person = SchedulingTests.Person

    private static func meeting(_ uid: String, _ lines: String...) -> String {
        SchedulingTests.meeting(uid, ([SchedulingTests.ben] + lines).joined(separator: "\r\n"))
    }

    private func send(
        _ method: String,
        _ person: Person,
        _ source: String,
        to destination: String
    ) async throws -> TestResponse {
        try await person.client.request(method, source, headers: ["Destination": destination])
    }

    private func tag(_ person: Person, _ path: String) async throws -> String? {
        let name = try #require(HTTPField.Name("Schedule-Tag"))
        return try await person.client.request("GET", path).headers[name]
    }

    private func text(_ uid: String, of person: Person) async throws -> String {
        try await person.objects().first { $0.contains("UID:\(uid)\r\n") } ?? ""
    }

    // MARK: Copying and moving

    @Test("A move between one's own calendars is none to the guests, and keeps the tag")
    func moving() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            let other = anna.client.home + (try await anna.visitor.makeCalendar("Other")) + "/"
            let old = anna.client.calendar + "tea.ics"
            _ = try await anna.client.put("tea.ics", Self.meeting("tea"))
            _ = try await ben.edit { $0.replacing("RSVP=TRUE", with: "PARTSTAT=ACCEPTED") }
            let before = try await anna.client.request("GET", old)
            let tag = try #require(try await tag(anna, old))
            #expect(tag != before.headers[.eTag], "the answer changed the text alone")

            let moved = try await send("MOVE", anna, old, to: other + "moved.ics")
            #expect(moved.status == .created)
            #expect(try await self.tag(anna, other + "moved.ics") == tag)
            let renamed = try await send("MOVE", anna, other + "moved.ics", to: other + "tea.ics")
            #expect(renamed.status == .created)
            #expect(try await self.tag(anna, other + "tea.ics") == tag)
            let after = try await anna.client.request("GET", other + "tea.ics")
            #expect(after.text == before.text)
            #expect(try await ben.messages().count == 1)
            #expect(try await ben.objects().first?.contains("STATUS:CANCELLED") == false)

            _ = try await anna.client.request(
                "PUT",
                other + "tea.ics",
                after.text.replacing("DTSTAMP", with: "LOCATION:Attic\r\nDTSTAMP")
            )
            #expect(try await ben.objects().first?.contains("LOCATION:Attic") == true)
        }
    }

    @Test("An event with guests isn't copied within one's own calendars, any other is")
    func copying() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            let other = anna.client.home + (try await anna.visitor.makeCalendar("Other")) + "/"
            _ = try await anna.client.put("tea.ics", Self.meeting("tea"))
            let tea = anna.client.calendar + "tea.ics"
            let refused = try await send("COPY", anna, tea, to: other + "tea.ics")
            #expect(refused.status == .forbidden)
            #expect(refused.text.contains("unique-scheduling-object-resource"))
            #expect(try await ben.messages().count == 1)

            let foreign = Self.meeting("foreign").replacing("mailto:anna@", with: "mailto:x@")
            _ = try await anna.client.put("foreign.ics", foreign)
            let path = anna.client.calendar + "foreign.ics"
            #expect(try await send("COPY", anna, path, to: other + "f.ics").status == .created)
        }
    }

    @Test("What comes from a group's calendar invites, and what goes there is called off")
    func groups() async throws {
        try await SchedulingTests.run { anna, ben, family in
            let group = anna.client.home + family.calendar + "/"
            let own = anna.client.calendar
            for uid in ["tea", "cake"] {
                _ = try await anna.client.request("PUT", group + uid, Self.meeting(uid))
            }
            #expect(try await ben.objects().isEmpty)
            #expect(try await send("COPY", anna, group + "tea", to: own + "tea").status == .created)
            #expect(try await text("tea", of: ben).contains("ORGANIZER"))
            #expect(
                try await send("MOVE", anna, group + "cake", to: own + "cake").status == .created
            )
            #expect(try await !text("cake", of: ben).contains("STATUS:CANCELLED"))
            #expect(
                try await send("MOVE", anna, own + "cake", to: group + "cake").status == .created
            )
            #expect(try await text("cake", of: ben).contains("STATUS:CANCELLED"))
            #expect(try await !text("tea", of: ben).contains("STATUS:CANCELLED"))
        }
    }

    @Test("A move doesn't replace another event, so nobody hears that it's called off")
    func replaced() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            let own = anna.client.calendar
            for uid in ["tea", "cake"] { _ = try await anna.client.put(uid, Self.meeting(uid)) }
            let moved = try await send("MOVE", anna, own + "tea", to: own + "cake")
            #expect(moved.status == .conflict)
            #expect(moved.text.contains("no-uid-conflict"))
            #expect(try await anna.objects().count == 2)
            #expect(try await ben.messages().count == 2)
        }
    }

    @Test("A move takes the tag that stays when only answers change, as writing and removing do")
    func movingByTag() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            let other = anna.client.home + (try await anna.visitor.makeCalendar("Other")) + "/"
            let (tea, moved) = (anna.client.calendar + "tea.ics", other + "tea.ics")
            _ = try await anna.client.put("tea.ics", Self.meeting("tea"))
            let tag = try #require(try await tag(anna, tea))
            _ = try await ben.edit { $0.replacing("RSVP=TRUE", with: "PARTSTAT=ACCEPTED") }
            for (value, method, status) in [
                ("\"other\"", "MOVE", 412), ("\"other\"", "COPY", 412), (tag, "MOVE", 201),
            ] {
                let headers = ["Destination": moved, "If-Schedule-Tag-Match": value]
                let answer = try await anna.client.request(method, tea, headers: headers)
                #expect(answer.status.code == status, "\(method) \(value): \(answer.text)")
            }
            let headers = ["If-Schedule-Tag-Match": tag]
            let removed = try await anna.client.request("DELETE", moved, headers: headers)
            #expect(removed.status == .noContent)
        }
    }

    // MARK: Calendars and the bin

    @Test("A removed calendar calls off and declines what is in it, and coming back takes it back")
    func calendars() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            let calendar = try await anna.visitor.makeCalendar("Other")
            let other = anna.client.home + calendar + "/"
            _ = try await anna.client.request("PUT", other + "tea", Self.meeting("tea"))
            let bens = SchedulingTests.meeting("cake", "ATTENDEE;RSVP=TRUE:mailto:anna@example.org")
                .replacing("ORGANIZER:mailto:anna@", with: "ORGANIZER:mailto:ben@")
            _ = try await ben.client.put("cake", bens)
            _ = try await anna.edit { $0.replacing("RSVP=TRUE", with: "PARTSTAT=ACCEPTED") }
            let copy = try await anna.path()
            #expect(try await send("MOVE", anna, copy, to: other + "cake").status == .created)
            #expect(try await text("cake", of: ben).contains("PARTSTAT=ACCEPTED"))

            #expect(try await anna.client.request("DELETE", other).status == .noContent)
            let gone = try await text("tea", of: ben)
            #expect(gone.contains("STATUS:CANCELLED") && gone.contains("SEQUENCE:1"))
            #expect(try await text("cake", of: ben).contains("PARTSTAT=DECLINED"))

            let back = try await anna.visitor.request(.post, "/api/v1/bin/calendars/\(calendar)")
            #expect(back.status == .ok)
            #expect(try back.json["id"]?.text == calendar)
            let again = try await text("tea", of: ben)
            #expect(!again.contains("STATUS:CANCELLED") && again.contains("SEQUENCE:2"))
            #expect(try await text("cake", of: ben).contains("PARTSTAT=ACCEPTED"))
            let stored = try await anna.client.request("GET", other + "tea").text
            #expect(stored.contains("SEQUENCE:2") && stored.contains("SCHEDULE-STATUS=1.2"))
        }
    }

    @Test("What is written again after its removal has a higher number than the cancellation")
    func rewriting() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            let path = anna.client.calendar + "tea.ics"
            let rows = [("tea", 0, 2), ("tea", 0, 4), ("tea", 9, 9), ("tea", 1, 11)]
            for (uid, written, sent) in rows {
                let text = Self.meeting(uid, "SEQUENCE:\(written)")
                _ = try await anna.client.put("tea.ics", Self.meeting(uid))
                #expect(try await anna.client.request("DELETE", path).status == .noContent)
                let put = try await anna.client.put("tea.ics", text)
                #expect(put.status == .created)
                #expect(try await self.text(uid, of: anna).contains("SEQUENCE:\(sent)\r\n"))
                let copy = try await self.text(uid, of: ben)
                #expect(copy.contains("SEQUENCE:\(sent)\r\n") && !copy.contains("CANCELLED"))
            }
            // Without guests nobody was told, so the text stays as it is.
            let alone = SchedulingTests.meeting("alone")
            _ = try await anna.client.put("alone.ics", alone)
            _ = try await anna.client.request("DELETE", anna.client.calendar + "alone.ics")
            #expect(try await anna.client.put("alone.ics", alone).headers[.eTag] != nil)
        }
    }

    @Test("Undoing a removal in the page invites with a higher number")
    func undoing() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            let (event, text) = (anna.visitor.events + "tea", Self.meeting("tea"))
            let (new, any) = (["If-None-Match": "*"], ["If-Match": "*"])
            _ = try await anna.visitor.request(.put, event, text, headers: new)
            let gone = try await anna.visitor.request(.delete, event, headers: any)
            #expect(gone.status == .noContent)
            #expect(try await self.text("tea", of: ben).contains("SEQUENCE:1\r\n"))
            let put = try await anna.visitor.request(.put, event, text, headers: new)
            #expect(put.status == .created)
            #expect(try await self.text("tea", of: ben).contains("SEQUENCE:2\r\n"))
        }
    }

    @Test("A number never goes back, whatever a program writes")
    func lowerNumber() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            _ = try await anna.client.put("tea.ics", Self.meeting("tea", "SEQUENCE:3"))
            _ = try await anna.client.put("tea.ics", Self.meeting("tea", "LOCATION:Attic"))
            for person in [anna, ben] {
                let text = try await text("tea", of: person)
                #expect(text.contains("SEQUENCE:3\r\n") && text.contains("LOCATION:Attic"))
            }
        }
    }

    @Test("A program removes a calendar without declining what is in it if it says so")
    func quietRemoval() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            let other = ben.client.home + (try await ben.visitor.makeCalendar("Other")) + "/"
            _ = try await anna.client.put("tea", Self.meeting("tea"))
            _ = try await send("MOVE", ben, try await ben.path(), to: other + "tea")
            let removed = try await ben.client.request(
                "DELETE",
                other,
                headers: ["Schedule-Reply": "F"]
            )
            #expect(removed.status == .noContent)
            #expect(try await !text("tea", of: anna).contains("DECLINED"))
        }
    }

    @Test("A calendar with more guests than one transaction tells is removed and comes back whole")
    func manyGuests() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            let calendar = try await anna.visitor.makeCalendar("Other")
            let other = anna.client.home + calendar + "/"
            let crowd = (1...200).map { "ATTENDEE:mailto:p\($0)@nowhere.example" }
            _ = try await anna.client.request(
                "PUT",
                other + "a",
                SchedulingTests.meeting("crowd", crowd.joined(separator: "\r\n"))
            )
            _ = try await anna.client.request("PUT", other + "b", Self.meeting("tea"))
            #expect(try await anna.client.request("DELETE", other).status == .noContent)
            #expect(try await text("tea", of: ben).contains("STATUS:CANCELLED"))
            let back = try await anna.visitor.request(.post, "/api/v1/bin/calendars/\(calendar)")
            #expect(back.status == .ok)
            #expect(try await !text("tea", of: ben).contains("STATUS:CANCELLED"))
            #expect(try await anna.client.request("GET", other + "a").status == .ok)
        }
    }

    @Test(
        "An event that comes back from the bin invites again, above the number it was called off by"
    )
    func restored() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            _ = try await anna.client.put("tea", Self.meeting("tea", "SEQUENCE:4"))
            _ = try await anna.client.request("DELETE", anna.client.calendar + "tea")
            #expect(try await text("tea", of: ben).contains("SEQUENCE:5"))
            let list = try await anna.visitor.request(.get, "/api/v1/bin/events").json
            guard case .array(let events)? = list["events"], case .object(let event)? = events.first
            else {
                Issue.record("the bin is empty")
                return
            }
            let id = try #require(event["id"]?.text)
            let back = try await anna.visitor.request(.post, "/api/v1/bin/events/\(id)")
            #expect(back.status == .created)
            let copy = try await text("tea", of: ben)
            #expect(copy.contains("SEQUENCE:6") && !copy.contains("STATUS:CANCELLED"))
            #expect(try await ben.messages().last?.contains("METHOD:REQUEST") == true)
            let stored = try await anna.client.request("GET", anna.client.calendar + "tea")
            #expect(try back.json["etag"]?.text == stored.headers[.eTag])
            #expect(stored.text.contains("SCHEDULE-STATUS=1.2"))
        }
    }

    // MARK: Answers in the page

    private func answer(_ person: Person, _ form: String) async throws -> TestResponse {
        let name = try #require(try await person.path().split(separator: "/").last)
        return try await person.visitor.request(
            .put,
            person.visitor.events + name + "/answer",
            form
        )
    }

    @Test("An answer in the page reaches the host like one from a calendar program")
    func answers() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            _ = try await anna.client.put("tea", Self.meeting("tea"))
            for (word, partStat) in [
                ("yes", "ACCEPTED"), ("no", "DECLINED"), ("maybe", "TENTATIVE"),
            ] {
                let given = try await answer(
                    ben,
                    #"{"answer":"\#(word)","comment":"With \#(word)"}"#
                )
                #expect(given.status == .ok, "\(given.text)")
                let known = try await text("tea", of: anna)
                #expect(known.contains("PARTSTAT=\(partStat)"))
                #expect(known.contains("With \(word)"))
                #expect(try await ben.objects().first?.contains("PARTSTAT=\(partStat)") == true)
            }
            #expect(try await anna.messages().allSatisfy { $0.contains("METHOD:REPLY") })
            #expect(try await anna.messages().count == 3)
            #expect(try await answer(ben, #"{"answer":"none"}"#).status == .ok)
            #expect(try await text("tea", of: anna).contains("PARTSTAT=NEEDS-ACTION"))
            #expect(try await ben.objects().first?.contains("SCHEDULE-STATUS=1.2") == true)
        }
    }

    @Test("An answer to one date is for that date alone")
    func answerToOneDate() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            let series = Self.meeting("tea", "RRULE:FREQ=DAILY;COUNT=5")
            _ = try await anna.client.put("tea", series)
            let no = #"{"answer":"no","occurrence":"20260314T100000Z"}"#
            #expect(try await answer(ben, no).status == .ok)
            #expect(try await answer(ben, #"{"answer":"yes"}"#).status == .ok)
            for person in [anna, ben] {
                let events = try await text("tea", of: person).components(
                    separatedBy: "BEGIN:VEVENT"
                )
                #expect(events.count == 3)
                #expect(events[1].contains("PARTSTAT=ACCEPTED"))
                #expect(events[2].contains("RECURRENCE-ID:20260314T100000Z"))
                #expect(events[2].contains("PARTSTAT=DECLINED"))
            }
            let back = #"{"answer":"none","occurrence":"20260314T100000Z"}"#
            #expect(try await answer(ben, back).status == .ok)
            #expect(try await !text("tea", of: anna).contains("DECLINED"))
            let never = #"{"answer":"no","occurrence":"20260314T110000Z"}"#
            #expect(try await answer(ben, never).problem == "/problems/not-valid")
        }
    }

    @Test("A comment has 500 bytes at most")
    func longComment() async throws {
        try await SchedulingTests.run { anna, ben, _ in
            _ = try await anna.client.put("tea", Self.meeting("tea"))
            for (count, status) in [(500, 200), (501, 422)] {
                let comment = String(repeating: "a", count: count)
                let given = try await answer(ben, #"{"answer":"yes","comment":"\#(comment)"}"#)
                #expect(given.status.code == status, "\(given.text)")
            }
        }
    }
}
