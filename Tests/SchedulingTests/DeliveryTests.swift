import CivilTime
import ICalendar
import Scheduling
import Testing

/// How a delivered message changes the recipient's copy of the event.
@Suite("Delivery")
struct DeliveryTests {
    static let start = "DTSTART:20260105T090000Z"
    static let daily = "RRULE:FREQ=DAILY;COUNT=10"
    static let asked = "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:b@example.com"
    static let comes = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:b@example.com"
    static let declines = "ATTENDEE;PARTSTAT=DECLINED:mailto:b@example.com"
    static let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM"]

    static func override(_ day: String, _ lines: [String]) -> [String] {
        ["BEGIN:VEVENT", "UID:meeting", "RECURRENCE-ID:202601\(day)T090000Z"]
            + ["DTSTART:202601\(day)T090000Z", organizedByAnna] + lines + ["END:VEVENT"]
    }

    private func delivered(
        _ message: [String],
        to copy: [String],
        _ method: SchedulingMessage.Method = .request,
        isInOrder: Bool = true
    ) throws -> Component? {
        InvitationDelivery(
            of: try object(message, method: method.rawValue),
            to: copy.isEmpty ? nil : try object(copy),
            of: Person.bernd,
            isInOrder: isInOrder
        ).result(of: method)
    }

    @Test("A first invitation becomes the copy, without METHOD")
    func first() throws {
        let message = event(Self.start, "X-A:1", organizedByAnna, Self.asked)
        #expect(try delivered(message, to: []) == calendar(message))
    }

    @Test("A copy that was declined and removed comes back only when asked again")
    func removed() throws {
        let message = event(Self.start, organizedByAnna, Self.declines)
        #expect(try delivered(message, to: []) == nil)
    }

    @Test("An update keeps the attendee's own properties")
    func update() throws {
        let copy = event(
            Self.start,
            "SUMMARY:Old",
            "SEQUENCE:1",
            "TRANSP:TRANSPARENT",
            "COLOR:red",
            "X-MOZ-LASTACK:1",
            "ORGANIZER;SCHEDULE-STATUS=1.2:mailto:a@example.com",
            Self.comes,
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "TRIGGER:-PT5M",
            "END:VALARM"
        )
        let message = event(
            Self.start,
            "SUMMARY:New",
            "SEQUENCE:1",
            organizedByAnna,
            Self.asked
        )
        let lines = try #require(try delivered(message, to: copy)).lines
        for line in [
            "SUMMARY:New", "TRANSP:TRANSPARENT", "COLOR:red", "X-MOZ-LASTACK:1", Self.comes,
            "TRIGGER:-PT5M", "ORGANIZER;SCHEDULE-STATUS=1.2:mailto:a@example.com",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(!lines.contains("SUMMARY:Old"))
    }

    @Test("A significant change asks again")
    func rescheduled() throws {
        let undelivered = "ORGANIZER;SCHEDULE-AGENT=SERVER;SCHEDULE-STATUS=5.1:mailto:a@example.com"
        let copy = event(Self.start, "SEQUENCE:1", undelivered, Self.comes)
        let message = event(
            "DTSTART:20260105T110000Z",
            "SEQUENCE:2",
            organizedByAnna,
            Self.asked
        )
        let result = try #require(try delivered(message, to: copy))
        #expect(result.lines("ATTENDEE") == [Self.asked])
        // The delivery status of the answer to the old time says nothing about the new time.
        #expect(
            result.lines("ORGANIZER") == ["ORGANIZER;SCHEDULE-AGENT=SERVER:mailto:a@example.com"]
        )
    }

    @Test(
        "A message that is older than the copy is left out",
        arguments: [
            (1, "20260101T000000Z", 2, "20250101T000000Z", false),
            (2, "20250101T000000Z", 1, "20260101T000000Z", true),
            (2, "20250101T000000Z", 2, "20260101T000000Z", false),
            (2, "20260101T000000Z", 2, "20250101T000000Z", true),
        ]
    )
    func order(number: Int, stamp: String, own: Int, ownStamp: String, isTaken: Bool) throws {
        let copy = event(
            "DTSTAMP:\(ownStamp)",
            Self.start,
            "SEQUENCE:\(own)",
            organizedByAnna,
            Self.asked
        )
        let message = event(
            "DTSTAMP:\(stamp)",
            Self.start,
            "SUMMARY:New",
            "SEQUENCE:\(number)",
            organizedByAnna,
            Self.asked
        )
        let taken = try delivered(message, to: copy, isInOrder: false)
        #expect((taken != nil) == isTaken)
    }

    @Test("An occurrence that the attendee removed stays out until the series is moved")
    func takenOut() throws {
        let copy = event(
            Self.start,
            Self.daily,
            "EXDATE:20260106T090000Z",
            organizedByAnna,
            Self.comes
        )
        let series = event(Self.start, Self.daily, "SUMMARY:New", organizedByAnna, Self.comes)
        let kept = try delivered(series + Self.override("06", [Self.declines]), to: copy)
        #expect(kept?.lines("EXDATE") == ["EXDATE:20260106T090000Z"])
        #expect(kept?.lines("RECURRENCE-ID") == [])
        let moved = event(
            "DTSTART:20260105T100000Z",
            Self.daily,
            "SEQUENCE:1",
            organizedByAnna,
            Self.asked
        )
        #expect(try delivered(moved, to: copy)?.lines("EXDATE") == [])
    }

    @Test("A reminder for one occurrence stays with it")
    func ownOverride() throws {
        let copy =
            event(Self.start, Self.daily, organizedByAnna, Self.comes)
            + Self.override("07", [Self.comes] + Self.alarm)
            + Self.override("08", [Self.comes])
        let message = event(Self.start, Self.daily, "SUMMARY:New", organizedByAnna, Self.comes)
        let lines = try #require(try delivered(message, to: copy)).lines
        #expect(lines.filter { $0 == "SUMMARY:New" }.count == 2)
        #expect(lines.contains("RECURRENCE-ID:20260107T090000Z"))
        #expect(lines.contains("TRIGGER:-PT5M"))
    }

    @Test("An invitation to one occurrence joins those that are there")
    func merged() throws {
        let copy = Self.override("07", [Self.comes])
        let message = Self.override("08", [Self.asked])
        let names = try delivered(message, to: copy)?.lines("RECURRENCE-ID")
        #expect(names == ["RECURRENCE-ID:20260107T090000Z", "RECURRENCE-ID:20260108T090000Z"])
    }

    @Test("A cancelled event stays in the calendar as cancelled")
    func cancelled() throws {
        let copy = event(Self.start, "SUMMARY:Tea", organizedByAnna, Self.comes)
        let message = event(
            Self.start,
            "SEQUENCE:1",
            "STATUS:CANCELLED",
            organizedByAnna,
            Self.comes
        )
        let lines = try #require(try delivered(message, to: copy, .cancel)).lines
        #expect(lines.contains("STATUS:CANCELLED"))
        #expect(lines.contains("SUMMARY:Tea"))
        #expect(lines.contains("SEQUENCE:1"))
        #expect(try delivered(message, to: [], .cancel) == nil)
    }

    @Test("A cancelled occurrence is removed, and its override too")
    func cancelledOccurrence() throws {
        let copy =
            event(Self.start, Self.daily, organizedByAnna, Self.comes)
            + Self.override("07", [Self.comes])
        let message = Self.override("07", ["STATUS:CANCELLED", Self.comes])
        let result = try #require(try delivered(message, to: copy, .cancel))
        #expect(result.lines("EXDATE") == ["EXDATE:20260107T090000Z"])
        #expect(result.lines("RECURRENCE-ID") == [])
    }

    @Test("ADD gives the series another date")
    func added() throws {
        let copy = event(Self.start, Self.daily, organizedByAnna, Self.comes)
        let message = event(
            "DTSTART:20260301T090000Z",
            "SEQUENCE:1",
            organizedByAnna,
            Self.asked
        )
        let result = try #require(try delivered(message, to: copy, .add))
        #expect(result.lines("RDATE") == ["RDATE:20260301T090000Z"])
        #expect(result.lines("RECURRENCE-ID") == ["RECURRENCE-ID:20260301T090000Z"])
    }

    // MARK: Replies

    private func answered(_ reply: [String], _ meeting: [String]) throws -> Component? {
        try ReplyDelivery(
            of: try object(reply, method: "REPLY"),
            to: try object(meeting),
            from: Person.bernd
        ).result()
    }

    @Test("A reply becomes the answer, with its comment")
    func reply() throws {
        let meeting = event(Self.start, organizedByAnna, annaComes, berndIsAsked)
        let reply = event(Self.start, "COMMENT:Late", organizedByAnna, Self.comes)
        let result = try #require(try answered(reply, meeting))
        #expect(
            result.lines("ATTENDEE") == [
                annaComes,
                "ATTENDEE;PARTSTAT=ACCEPTED;SCHEDULE-STATUS=2.0;X-MEANTIME-COMMENT=Late:"
                    + "mailto:b@example.com",
            ]
        )
    }

    @Test("A reply to one occurrence makes an override of it")
    func replyToOccurrence() throws {
        let meeting = event(
            Self.start,
            "DTEND:20260105T100000Z",
            Self.daily,
            "SUMMARY:Tea",
            organizedByAnna,
            annaComes,
            berndIsAsked
        )
        let result = try #require(try answered(Self.override("07", [Self.declines]), meeting))
        let override = try #require(result.components(named: .event).last)
        #expect(override.lines("DTSTART") == ["DTSTART:20260107T090000Z"])
        #expect(override.lines("DTEND") == ["DTEND:20260107T100000Z"])
        #expect(override.lines("RRULE") == [])
        #expect(override.lines("SUMMARY") == ["SUMMARY:Tea"])
        #expect(override.lines("ATTENDEE").last?.contains("PARTSTAT=DECLINED") == true)
        let known = try #require(SchedulingObject(result, zones: ZoneCatalogue()))
        let again = try object(Self.override("07", [Self.comes]))
        let second = try #require(
            try ReplyDelivery(of: again, to: known, from: Person.bernd).result()
        )
        #expect(second.components(named: .event).count == 2)
    }

    @Test(
        "Replies that don't fit are left out",
        arguments: [
            event(start, organizedByAnna, "ATTENDEE;PARTSTAT=ACCEPTED:mailto:stranger@example.com"),
            event(start, "SEQUENCE:0", organizedByAnna, comes),
            override("29", ["SEQUENCE:1", comes]),
        ]
    )
    func refused(reply: [String]) throws {
        let meeting = event(
            Self.start,
            Self.daily,
            "SEQUENCE:1",
            organizedByAnna,
            annaComes,
            berndIsAsked
        )
        #expect(try answered(reply, meeting) == nil)
    }

    @Test("A date names the occurrence of that day, in any zone")
    func names() throws {
        let meeting = event(Self.start, Self.daily, organizedByAnna, berndIsAsked)
        let reply = event(
            "RECURRENCE-ID;VALUE=DATE:20260107",
            Self.start,
            organizedByAnna,
            Self.declines
        )
        let result = try #require(try answered(reply, meeting))
        #expect(result.lines("RECURRENCE-ID") == ["RECURRENCE-ID:20260107T090000Z"])
    }

    // MARK: Other messages

    @Test("A counterproposal is declined politely")
    func counter() throws {
        let counter = try calendar(
            event("DTSTART:20260105T120000Z", organizedByAnna, Self.comes),
            method: "COUNTER"
        )
        let answer = try #require(
            SchedulingMessage.refusal(
                of: counter,
                by: Person.organizer,
                zones: ZoneCatalogue(),
                now: now
            )
        )
        #expect(answer.summary == "DECLINECOUNTER b@example.com series")
        let request = try calendar(event(Self.start), method: "REQUEST")
        #expect(
            SchedulingMessage.refusal(
                of: request,
                by: Person.organizer,
                zones: ZoneCatalogue(),
                now: now
            ) == nil
        )
    }

    @Test("An attendee who asks for the invitation again gets it")
    func refresh() throws {
        let meeting = try object(event(Self.start, organizedByAnna, berndIsAsked))
        let again = SchedulingMessage.refreshed(
            meeting,
            for: Person.bernd,
            by: Person.organizer,
            now: now
        )
        #expect(again?.summary == "REQUEST b@example.com series")
        #expect(
            SchedulingMessage.refreshed(meeting, for: Person.carla, by: Person.organizer, now: now)
                == nil
        )
    }
}
