import CivilTime
import Testing

@testable import WebDAV

@Suite("Limits of queries")
struct QueryLimitTests {
    static let secondly = """
        BEGIN:VEVENT
        UID:1
        DTSTART:20260101T000000Z
        DURATION:PT1S
        RRULE:FREQ=SECONDLY
        END:VEVENT
        """

    static let tenYears = #"start="20260101T000000Z" end="20360101T000000Z""#

    @Test("An event each second is found at once, and isn't written out for ten years")
    func secondly() throws {
        let event = try object(Self.secondly)
        let filter = try FilterTests.filter(
            "<comp-filter name=\"VEVENT\"><time-range \(Self.tenYears)/></comp-filter>"
        )
        var run = queryRun()
        #expect(try filter.matches(event, &run))
        #expect(run.stepsLeft > Limits.stepsMax - 1_000)
        let request = try CalendarDataRequest(
            element("<calendar-data><expand \(Self.tenYears)/></calendar-data>")
        )
        #expect(throws: QueryError.tooManyInstances(max: Limits.instancesMax)) {
            try request.text(of: event, &run)
        }
    }

    @Test("Instances are written up to the limit of a report, and not one more")
    func instances() throws {
        let event = try object(Self.secondly)
        func text(_ seconds: Int, _ run: inout QueryRun) throws -> [UInt8] {
            let end = instant("20260101T000000Z").adding(seconds: Int64(seconds)).basicText
            let request = try CalendarDataRequest(
                element(
                    "<calendar-data><expand start=\"20260101T000000Z\" end=\"\(end)\"/></calendar-data>"
                )
            )
            return try request.text(of: event, &run)
        }
        var run = queryRun()
        let whole = try text(Limits.instancesMax, &run)
        #expect(run.instancesLeft == 0)
        #expect(whole.count > Limits.instancesMax * 50)
        var another = queryRun()
        #expect(throws: QueryError.tooManyInstances(max: Limits.instancesMax)) {
            try text(Limits.instancesMax + 1, &another)
        }
        // All objects of a report share the limit.
        #expect(throws: QueryError.tooManyInstances(max: Limits.instancesMax)) { try text(1, &run) }
    }

    @Test("A search without an end is refused, and doesn't give a wrong answer")
    func endless() throws {
        // The alarm of every second of some twenty years might go off in the range.
        let event = try object(
            """
            BEGIN:VEVENT
            UID:1
            DTSTART:20260101T000000Z
            RRULE:FREQ=SECONDLY
            BEGIN:VALARM
            TRIGGER:-P1000W
            END:VALARM
            END:VEVENT
            """
        )
        let filter = try FilterTests.filter(
            """
            <comp-filter name="VEVENT"><comp-filter name="VALARM">
            <time-range start="20200101T000000Z" end="20200101T000001Z"/></comp-filter></comp-filter>
            """
        )
        var run = queryRun()
        let took = ContinuousClock().measure {
            #expect(throws: QueryError.tooMuchWork) { try filter.matches(event, &run) }
        }
        // A build without optimisation takes ten times as long as one with it.
        #expect(took < .seconds(10))
    }

    @Test("Busy times of an event each second are refused for ten years, and found for a day")
    func busySeconds() throws {
        let event = try object(Self.secondly)
        var whole = try BusyTimes(element("<q><time-range \(Self.tenYears)/></q>"))
        var run = queryRun()
        #expect(throws: QueryError.tooMuchWork) { try whole.add(event, &run) }
        var day = try BusyTimes(
            element("<q><time-range start=\"20260201T000000Z\" end=\"20260202T000000Z\"/></q>")
        )
        run = queryRun()
        try day.add(event, &run)
        let text = String(decoding: day.text(now: instant("20260101T000000Z")), as: UTF8.self)
        #expect(text.contains(":20260201T000000Z/20260202T000000Z\r\n"))
    }

    @Test("The steps of a report are all that it takes")
    func stepsMax() throws {
        let filter = try FilterTests.filter(#"<comp-filter name="VEVENT"/>"#)
        let event = try object(Self.secondly)
        var run = queryRun()
        let before = run.stepsLeft
        _ = try filter.matches(event, &run)
        let steps = before - run.stepsLeft
        var enough = QueryRun(stepsMax: steps) { _ in nil }
        #expect(try filter.matches(event, &enough))
        var tooFew = QueryRun(stepsMax: steps - 1) { _ in nil }
        #expect(throws: QueryError.tooMuchWork) { try filter.matches(event, &tooFew) }
    }

    @Test("What others wrote doesn't use up the steps by its length alone")
    func steps() throws {
        let filter = try FilterTests.filter(#"<comp-filter name="VEVENT"/>"#)
        let event = try object(Self.secondly)
        var run = queryRun()
        for _ in 0..<10_000 { _ = try filter.matches(event, &run) }
        #expect(run.stepsLeft > Limits.stepsMax / 2)
    }

    @Test("Ten thousand rules are read, and a few of them followed")
    func manyRules() throws {
        let rules = (1...10_000).map { "RRULE:FREQ=YEARLY;INTERVAL=\($0)" }.joined(separator: "\n")
        let event = try object(
            "BEGIN:VEVENT\nUID:1\nDTSTART:20260101T000000Z\n\(rules)\nEND:VEVENT"
        )
        let filter = try FilterTests.filter(
            #"<comp-filter name="VEVENT"><time-range start="20270101T000000Z"/></comp-filter>"#
        )
        var run = queryRun()
        #expect(try filter.matches(event, &run))
    }

    @Test("An alarm that repeats for ever is found or refused, but not looked at one by one")
    func alarms() throws {
        let event = try object(
            """
            BEGIN:VEVENT
            UID:1
            DTSTART:20260101T000000Z
            BEGIN:VALARM
            TRIGGER:PT0S
            REPEAT:999999999
            DURATION:P9999W
            END:VALARM
            BEGIN:VALARM
            TRIGGER:PT0S
            REPEAT:999999999
            DURATION:PT1S
            END:VALARM
            END:VEVENT
            """
        )
        let filter = try FilterTests.filter(
            """
            <comp-filter name="VEVENT"><comp-filter name="VALARM">
            <time-range start="20270101T000000Z" end="20270101T000001Z"/>
            </comp-filter></comp-filter>
            """
        )
        var run = queryRun()
        #expect(try filter.matches(event, &run))
    }
}
