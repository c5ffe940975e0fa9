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

    static let secondlyAlarm = """
        BEGIN:VEVENT
        UID:1
        DTSTART:20260101T000000Z
        RRULE:FREQ=SECONDLY
        BEGIN:VALARM
        TRIGGER:-P1000W
        END:VALARM
        END:VEVENT
        """

    static let tenYears = #"start="20260101T000000Z" end="20360101T000000Z""#

    @Test("An event each second is found at once, and isn't written out for ten years")
    func secondly() throws {
        let event = try object(Self.secondly)
        let filter = try FilterTests.filter(
            "<comp-filter name=\"VEVENT\"><time-range \(Self.tenYears)/></comp-filter>"
        )
        var context = reportContext()
        #expect(try filter.matches(event, &context))
        #expect(context.stepsLeft > Limits.stepsOfObjectMax - 1_000)
        let request = try CalendarDataRequest(
            element("<calendar-data><expand \(Self.tenYears)/></calendar-data>")
        )
        #expect(throws: QueryError.tooManyInstances) {
            try request.text(of: event, &context)
        }
    }

    /// The text of an object with its instances in some seconds from 2026 on.
    static func expanded(
        _ event: ParsedObject,
        seconds: Int,
        _ context: inout ReportContext
    ) throws -> [UInt8] {
        let end = instant("20260101T000000Z").adding(seconds: Int64(seconds)).basicText
        let request = try CalendarDataRequest(
            element(
                "<calendar-data><expand start=\"20260101T000000Z\" end=\"\(end)\"/></calendar-data>"
            )
        )
        return try request.text(of: event, &context)
    }

    @Test("Instances of an object are written up to the limit, and not one more")
    func instances() throws {
        let event = try object(Self.secondly)
        var context = reportContext()
        let max = Limits.instancesOfObjectMax
        #expect(try Self.expanded(event, seconds: max, &context).count > max * 50)
        #expect(throws: QueryError.tooManyInstances) {
            try Self.expanded(event, seconds: max + 1, &context)
        }
    }

    @Test("Objects with too many instances fail alone, however many there are")
    func ownInstances() throws {
        let event = try object(Self.secondly)
        var context = reportContext()
        for _ in 0..<10 {
            #expect(throws: QueryError.tooManyInstances) {
                try Self.expanded(event, seconds: 1_000_000, &context)
            }
        }
        // The shared allowance is used up, but each object has its own as well.
        _ = try Self.expanded(event, seconds: Limits.instancesOwn, &context)
        #expect(throws: QueryError.tooManyInstances) {
            try Self.expanded(event, seconds: Limits.instancesOwn + 1, &context)
        }
        _ = try Self.expanded(event, seconds: Limits.instancesOwn, &context)
    }

    @Test("Beyond their own allowance, objects use the shared one")
    func allowance() {
        var work = WorkAllowance(own: 10, objectMax: 50, shared: 60)
        #expect(work.left == 50)
        var outcomes = [work.take(50), work.take(1)]
        work.beginObject()
        // Of the 60 shared, 40 are used.
        #expect(work.left == 30)
        outcomes += [work.take(31)]
        #expect(work.left == 0)
        work.beginObject()
        #expect(work.left == 10)
        outcomes += [work.take(10), work.take(1)]
        work.beginObject()
        #expect(work.left == 10)
        #expect(outcomes == [true, false, false, true, false])
    }

    @Test("A search without an end is refused, and doesn't give a wrong answer")
    func endless() throws {
        // The alarm of any second in some twenty years might go off in the range.
        let event = try object(Self.secondlyAlarm)
        let filter = try FilterTests.filter(
            """
            <comp-filter name="VEVENT"><comp-filter name="VALARM">
            <time-range start="20200101T000000Z" end="20200101T000001Z"/></comp-filter></comp-filter>
            """
        )
        var context = reportContext()
        #expect(throws: QueryError.tooMuchWork) { try filter.matches(event, &context) }
        // The quick test keeps the event, so that it can still be looked at in full.
        #expect(filter.mayMatch(event, &context))
    }

    @Test("Objects that can't be decided don't keep others from being looked at")
    func ownSteps() throws {
        let dense = try object(Self.secondlyAlarm)
        let daily = try object(
            Self.secondly.replacing("SECONDLY", with: "DAILY")
        )
        let filter = try FilterTests.filter(
            """
            <comp-filter name="VEVENT"><prop-filter name="DTSTART"><time-range
            start="20260101T000000Z"/></prop-filter><comp-filter name="VALARM">
            <time-range start="20200101T000000Z" end="20200101T000001Z"/></comp-filter></comp-filter>
            """
        )
        let year = try FilterTests.filter(
            """
            <comp-filter name="VEVENT">
            <time-range start="20270101T000001Z" end="20270102T000000Z"/></comp-filter>
            """
        )
        var context = reportContext()
        for _ in 0..<10 {
            #expect(throws: QueryError.tooMuchWork) { try filter.matches(dense, &context) }
        }
        #expect(try !year.matches(daily, &context))
        #expect(context.stepsLeft < Limits.stepsOwn)
    }

    @Test("An event each second takes all of ten years, and the day on which it is")
    func busySeconds() throws {
        let begun = "FREEBUSY;FBTYPE=BUSY:20260101T000000Z/20360101T000000Z"
        let rows = [
            (Self.secondly, Self.tenYears, [begun]),
            (
                Self.secondly, #"start="20260201T000000Z" end="20260201T001000Z""#,
                ["FREEBUSY;FBTYPE=BUSY:20260201T000000Z/20260201T001000Z"]
            ),
            (
                Self.secondly.replacing("UID:1", with: "UID:1\nSTATUS:TENTATIVE"), Self.tenYears,
                [begun.replacing("BUSY:", with: "BUSY-TENTATIVE:")]
            ),
            (
                Self.secondly.replacing("UID:1", with: "UID:1\nTRANSP:TRANSPARENT"), Self.tenYears,
                []
            ),
        ]
        for (text, range, expected) in rows {
            var times = try BusyTimes(element("<q><time-range \(range)/></q>"))
            var context = reportContext()
            times.add(try object(text), &context)
            let answer = String(
                decoding: times.text(now: instant("20260101T000000Z")),
                as: UTF8.self
            )
            let lines = answer.replacing("\r\n ", with: "").split(separator: "\r\n")
            #expect(lines.filter { $0.hasPrefix("FREEBUSY") } == expected.map { $0[...] })
        }
    }

    @Test("The steps of an object are all that it takes")
    func stepsOfObject() throws {
        let filter = try FilterTests.filter(
            #"<comp-filter name="VEVENT"><time-range start="20270101T000000Z"/></comp-filter>"#
        )
        let event = try object(Self.secondly)
        var context = reportContext()
        #expect(try filter.matches(event, &context))
        let steps = Limits.stepsOfObjectMax - context.stepsLeft
        var enough = ReportContext(stepsOfObjectMax: steps) { _ in nil }
        #expect(try filter.matches(event, &enough))
        var tooFew = ReportContext(stepsOfObjectMax: steps - 1) { _ in nil }
        #expect(throws: QueryError.tooMuchWork) { try filter.matches(event, &tooFew) }
    }

    @Test("Before an object is parsed, the first eight texts of a filter are looked for")
    func wordsMax() throws {
        func mayMatch(_ count: Int) throws -> Bool {
            let conditions = (1...count).map { number in
                let text = number == count ? "missing" : "there"
                return "<prop-filter name=\"X\"><text-match>\(text)</text-match></prop-filter>"
            }
            let filter = try FilterTests.filter(
                "<comp-filter name=\"VEVENT\">\(conditions.joined())</comp-filter>"
            )
            return filter.mayMatch(Array("X:THERE".utf8))
        }
        #expect(try !mayMatch(Limits.wordsMax))
        #expect(try mayMatch(Limits.wordsMax + 1))
    }

    @Test("Comparing characters, parameters and many lines costs steps for each condition")
    func comparedSteps() throws {
        let long = String(repeating: "x", count: 100 * Limits.octetsPerStep)
        let lines = String(repeating: "Y:1\n", count: 10 * Limits.nodesPerStep)
        let event = try object(
            "BEGIN:VEVENT\nUID:1\nDTSTART:20260101T000000Z\nX;P=\(long):\(long)\n\(lines)END:VEVENT"
        )
        func steps(_ content: String) throws -> Int {
            let filter = try FilterTests.filter(
                "<comp-filter name=\"VEVENT\">\(content)</comp-filter>"
            )
            var context = reportContext()
            _ = try filter.matches(event, &context)
            return Limits.stepsOfObjectMax - context.stepsLeft
        }
        func match(_ collation: String) -> String {
            "<prop-filter name=\"X\"><text-match collation=\"\(collation)\">x</text-match></prop-filter>"
        }
        let none = try steps("")
        #expect(try steps(match("i;octet")) - none >= 100)
        #expect(try steps(match("i;unicode-casemap")) - none >= 100 * Limits.unicodeStepsFactor)
        let parameter = "<param-filter name=\"P\"><text-match>x</text-match></param-filter>"
        #expect(
            try steps("<prop-filter name=\"X\">\(parameter)\(parameter)</prop-filter>") - none
                >= 200 * Limits.unicodeStepsFactor
        )
        let absent = "<prop-filter name=\"Z\"><is-not-defined/></prop-filter>"
        #expect(try steps(String(repeating: absent, count: 20)) - none >= 200)
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
        var context = reportContext()
        #expect(try filter.matches(event, &context))
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
        var context = reportContext()
        #expect(try filter.matches(event, &context))
    }
}
