import CivilTime
import ICalendar
import Scheduling
import Testing

/// What one write may cost, whatever it holds.
@Suite("Limits of scheduling")
struct SchedulingLimitTests {
    @Test("200 people can be invited, one more can't")
    func attendees() throws {
        let people = (1...201).map { "ATTENDEE:mailto:p\($0)@example.com" }
        let head = ["BEGIN:VEVENT", "UID:meeting", OrganizerTests.start, organizedByAnna]
        let most = try change([], head + people.prefix(200) + ["END:VEVENT"])
        #expect(most.messages.count == 200)
        #expect(throws: SchedulingError.tooManyAttendees(max: 200)) {
            try change([], head + people + ["END:VEVENT"])
        }
    }

    @Test("One write doesn't send more than 32 MB")
    func octets() throws {
        let people = (1...200).map { "ATTENDEE:mailto:p\($0)@example.com" }
        let head = ["BEGIN:VEVENT", "UID:meeting", OrganizerTests.start, organizedByAnna]
        let text = "DESCRIPTION:" + String(repeating: "a", count: 300_000)
        #expect(throws: SchedulingError.tooMuchToSend(octetsMax: 33_554_432)) {
            try change([], head + people + [text, "END:VEVENT"])
        }
    }

    @Test("If an event came with more than 200 people, nobody is told about its removal")
    func removalWithMany() throws {
        let people = (1...201).map { "ATTENDEE:mailto:p\($0)@example.com" }
        let head = ["BEGIN:VEVENT", "UID:meeting", OrganizerTests.start, organizedByAnna]
        let most = head + people.prefix(200) + ["END:VEVENT"]
        #expect(try change(most, []).messages.count == 200)
        #expect(try change(head + people + ["END:VEVENT"], []).messages.isEmpty)
        #expect(try change(head + people + ["END:VEVENT"], most).messages.count == 200)
    }

    @Test("When a large event is removed, as many people are told as fit into 32 MB")
    func largeRemoval() throws {
        let people = (1...200).map { "ATTENDEE:mailto:p\($0)@example.com" }
        let head = ["BEGIN:VEVENT", "UID:meeting", OrganizerTests.start, organizedByAnna]
        let text = "DESCRIPTION:" + String(repeating: "a", count: 300_000)
        let messages = try change(head + people + [text, "END:VEVENT"], []).messages
        #expect((100..<200).contains(messages.count))
        #expect(messages.reduce(0) { $0 + $1.text.count } <= 33_554_432)
    }

    @Test("The worst object that fits is told within the limits")
    func worst() throws {
        let people = (1...199).map { "ATTENDEE:mailto:p\($0)@example.com" }
        let master =
            [
                "BEGIN:VEVENT", "UID:meeting", OrganizerTests.start, "RRULE:FREQ=SECONDLY",
                organizedByAnna,
            ]
            + people + ["END:VEVENT"]
        let overrides = (0..<1_000).flatMap { number in
            let second = CivilDateTime(secondsSinceEpoch: now.secondsSinceEpoch + Int64(number))
            return [
                "BEGIN:VEVENT", "UID:meeting", "RECURRENCE-ID:\(second.basicText)Z",
                "DTSTART:\(second.basicText)Z", organizedByAnna, berndIsAsked, "END:VEVENT",
            ]
        }
        let change = try change([], master + overrides)
        #expect(change.messages.count == 200)
        #expect(try self.change(master + overrides, master + overrides).messages.isEmpty)
    }

    @Test("A reply names 500 occurrences; one more isn't reported")
    func manyOccurrences() throws {
        let start = try #require(CivilDate(year: 2_026, month: 1, day: 5))
        let series = event(
            AttendeeTests.start,
            AttendeeTests.end,
            "RRULE:FREQ=DAILY;COUNT=600",
            organizedByAnna,
            AttendeeTests.asked
        )
        for (count, told) in [(500, 500), (501, 500)] {
            let dates = (0..<count).map { start.adding(days: $0).basicText + "T090000Z" }
            let without = event(
                AttendeeTests.start,
                AttendeeTests.end,
                "RRULE:FREQ=DAILY;COUNT=600",
                "EXDATE:" + dates.joined(separator: ","),
                organizedByAnna,
                AttendeeTests.asked
            )
            let reply = try AttendeeChange(
                from: object(series),
                to: object(without),
                by: Person.guest,
                now: now
            ).reply
            #expect(reply?.calendar.components.count == told)
        }
    }

    @Test("500 days are cancelled one by one; with one more, the whole series is sent again")
    func manyDaysCalledOff() throws {
        let start = try #require(CivilDate(year: 2_026, month: 1, day: 5))
        let head = [
            "BEGIN:VEVENT", "UID:meeting", OrganizerTests.start, "RRULE:FREQ=DAILY",
            organizedByAnna, berndIsAsked,
        ]
        for (count, told) in [
            (500, "CANCEL b@example.com \(500)"), (501, "REQUEST b@example.com \(1)"),
        ] {
            let dates = (0..<count).map { start.adding(days: $0).basicText + "T090000Z" }
            let without = ["EXDATE:" + dates.joined(separator: ","), "END:VEVENT"]
            let messages = try change(head + ["END:VEVENT"], head + without).messages
            let summaries = messages.map { message in
                let address = message.summary.split(separator: " ").prefix(2)
                return address.joined(separator: " ") + " \(message.calendar.components.count)"
            }
            #expect(summaries == [told])
        }
    }

    private func change(_ before: [String], _ after: [String]) throws -> OrganizerChange {
        try OrganizerChange(
            from: before.isEmpty ? nil : object(before),
            to: after.isEmpty ? nil : object(after),
            by: Person.organizer,
            now: now
        )
    }
}
