import CivilTime
import ICalendar
import Scheduling
import Testing

@Suite("Free and busy times")
struct FreeBusyTests {
    private static func question(
        _ people: Int = 1,
        from: String = "20260101T000000Z",
        to: String = "20260102T000000Z"
    ) -> [String] {
        ["BEGIN:VFREEBUSY", "UID:q", "DTSTAMP:20260101T000000Z", "DTSTART:\(from)", "DTEND:\(to)"]
            + [organizedByAnna] + (0..<people).map { "ATTENDEE:mailto:p\($0)@example.com" }
            + ["END:VFREEBUSY"]
    }

    private func request(_ lines: [String], method: String? = "REQUEST") throws -> FreeBusyRequest {
        try FreeBusyRequest(calendar(lines, method: method))
    }

    @Test("A request is read, and its answer has the spans")
    func answer() throws {
        let request = try request(Self.question())
        let attendee = try #require(request.attendees.first)
        let from = request.span.lowerBound
        let period = CalendarPeriod(
            start: .utc(from),
            end: .time(.utc(from.adding(seconds: 3_600)))
        )
        let reply = request.reply(about: attendee, [VFreeBusy.Span(period)], now: now)
        #expect(
            reply.lines == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Meantime//Meantime//EN",
                "METHOD:REPLY", "BEGIN:VFREEBUSY", "UID:q", "DTSTAMP:20260101T000000Z",
                "DTSTART:20260101T000000Z", "DTEND:20260102T000000Z", organizedByAnna,
                "ATTENDEE:mailto:p0@example.com",
                "FREEBUSY;FBTYPE=BUSY:20260101T000000Z/20260101T010000Z", "END:VFREEBUSY",
                "END:VCALENDAR",
            ]
        )
    }

    @Test("100 people can be asked about, one more can't")
    func people() throws {
        #expect(try request(Self.question(100)).attendees.count == 100)
        #expect(throws: FreeBusyRequest.Problem.tooManyAttendees(max: 100)) {
            try request(Self.question(101))
        }
        #expect(throws: FreeBusyRequest.Problem.notARequest) { try request(Self.question(0)) }
    }

    @Test("400 days can be asked for, but not a second more, and not an empty span")
    func span() throws {
        let max = Int64(400 * 86_400)
        #expect(
            try request(Self.question(to: "20270205T000000Z")).attendees.count == 1
        )
        for end in ["20270205T000001Z", "20260101T000000Z", "20250101T000000Z"] {
            #expect(throws: FreeBusyRequest.Problem.span(secondsMax: max)) {
                try request(Self.question(to: end))
            }
        }
    }

    @Test("Local times are read in the zone of the person who asks")
    func clock() throws {
        let request = try request(Self.question(from: "20260101T000000", to: "20260102T000000"))
        #expect(request.span.lowerBound == now)
        #expect(throws: FreeBusyRequest.Problem.notARequest) {
            try self.request(Self.question(from: "20260101", to: "20260102"))
        }
    }

    @Test("Anything else isn't a request", arguments: [nil, "REPLY", "PUBLISH"])
    func method(method: String?) {
        #expect(throws: FreeBusyRequest.Problem.notARequest) {
            try request(Self.question(), method: method)
        }
        #expect(throws: FreeBusyRequest.Problem.notARequest) {
            try request(event("DTSTART:20260101T000000Z", organizedByAnna, berndIsAsked))
        }
    }

    @Test(
        "Outside of working hours people are unavailable",
        arguments: [
            (
                540, 1_020,
                ["20260101T000000Z/20260101T090000Z", "20260101T170000Z/20260102T000000Z"]
            ),
            (0, 0, []),
            (1_320, 360, ["20260101T060000Z/20260101T220000Z"]),
            (0, 1_440, []),
        ]
    )
    func hours(from: Int, to: Int, busy: [String]) throws {
        let week = WorkWeek(everyDay: WorkHours(fromMinute: from, toMinute: to))
        let hours = try #require(WeeklyAvailability(zone: .utc, week: week))
        let spans = hours.unavailable(in: now..<now.adding(seconds: 86_400))
        #expect(spans.map { "\($0.lowerBound.basicText)/\($0.upperBound.basicText)" } == busy)
    }

    @Test("Working hours are a VAVAILABILITY")
    func availability() throws {
        let usual = WorkHours(fromMinute: 540, toMinute: 1_020)
        let hours = try #require(
            WeeklyAvailability(zone: .utc, week: WorkWeek(everyDay: usual))
        )
        let lines = hours.availability(uid: "u", now: now).lines
        #expect(lines.contains("BUSYTYPE:BUSY-UNAVAILABLE"))
        #expect(lines.contains("DTSTART;TZID=UTC:20000103T090000"))
        #expect(lines.contains("RRULE:FREQ=DAILY"))
        for wrong in [
            WorkHours(fromMinute: -1, toMinute: 0), WorkHours(fromMinute: 0, toMinute: 1_441),
        ] {
            #expect(WeeklyAvailability(zone: .utc, week: WorkWeek(everyDay: wrong)) == nil)
        }
    }

    @Test("Weekdays with the same hours are one AVAILABLE, and a day off is none")
    func byWeekday() throws {
        let usual = WorkHours(fromMinute: 540, toMinute: 1_020)
        let short = WorkHours(fromMinute: 480, toMinute: 780)
        let week = try #require(WorkWeek([usual, usual, usual, usual, short, nil, nil]))
        let hours = try #require(WeeklyAvailability(zone: .utc, week: week))
        let lines = hours.availability(uid: "u", now: now).lines
        let rules = lines.filter { $0.hasPrefix("RRULE:") }
        #expect(rules == ["RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH", "RRULE:FREQ=WEEKLY;BYDAY=FR"])
        #expect(lines.contains("DTSTART;TZID=UTC:20000107T080000"))
        // 1 January 2026 is a Thursday.
        let spans = hours.unavailable(in: now..<now.adding(seconds: 5 * 86_400))
        #expect(
            spans.map { "\($0.lowerBound.basicText)/\($0.upperBound.basicText)" } == [
                "20260101T000000Z/20260101T090000Z", "20260101T170000Z/20260102T080000Z",
                "20260102T130000Z/20260105T090000Z", "20260105T170000Z/20260106T000000Z",
            ]
        )
    }
}
