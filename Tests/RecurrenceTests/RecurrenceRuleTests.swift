import CivilTime
import Recurrence
import Testing

@Suite("Rules as text")
struct RecurrenceRuleTests {
    @Test(
        "A rule's text has a fixed order and no defaults",
        arguments: [
            ("FREQ=DAILY", "FREQ=DAILY"),
            ("INTERVAL=1;FREQ=WEEKLY;WKST=MO", "FREQ=WEEKLY"),
            ("freq=weekly;byday=mo,+2TU,-1fr;wkst=su", "FREQ=WEEKLY;BYDAY=MO,2TU,-1FR;WKST=SU"),
            ("FREQ=DAILY;UNTIL=20261121;;", "FREQ=DAILY;UNTIL=20261121"),
            ("UNTIL=20261121T090000Z;FREQ=DAILY", "FREQ=DAILY;UNTIL=20261121T090000Z"),
            ("FREQ=DAILY;UNTIL=20261121T090000", "FREQ=DAILY;UNTIL=20261121T090000"),
            (
                "FREQ=YEARLY;COUNT=3;INTERVAL=2;BYSETPOS=1,-1;BYMONTH=1,12;BYWEEKNO=1,-1;"
                    + "BYYEARDAY=1,-366;BYMONTHDAY=1,-31;BYDAY=SU;BYHOUR=0,23;BYMINUTE=0,59;"
                    + "BYSECOND=0,60",
                "FREQ=YEARLY;COUNT=3;INTERVAL=2;BYSECOND=0,60;BYMINUTE=0,59;BYHOUR=0,23;BYDAY=SU;"
                    + "BYMONTHDAY=1,-31;BYYEARDAY=1,-366;BYWEEKNO=1,-1;BYMONTH=1,12;BYSETPOS=1,-1"
            ),
            ("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT", "FREQ=MONTHLY"),
            ("FREQ=MONTHLY;SKIP=forward", "FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=FORWARD"),
            (
                "RSCALE=gregorian;FREQ=YEARLY;SKIP=BACKWARD;WKST=SU",
                "FREQ=YEARLY;WKST=SU;RSCALE=GREGORIAN;SKIP=BACKWARD"
            ),
        ]
    )
    func text(written: String, expected: String) throws {
        #expect(try RecurrenceRule(parsing: written).text == expected)
    }

    /// A text that isn't a rule, and the error it gives.
    struct Fault: Sendable {
        let text: String
        let error: RuleError
    }

    @Test(
        "An error names the part, the value and the offset",
        arguments: [
            Fault(text: "", error: .missingFrequency),
            Fault(text: "COUNT=3", error: .missingFrequency),
            Fault(
                text: "FREQ=DAYLY",
                error: .invalidValue(part: "FREQ", value: "DAYLY", offset: 5)
            ),
            Fault(text: "FREQ=DAILY;COUNT", error: .malformedPart(part: "COUNT", offset: 11)),
            Fault(text: "FREQ=DAILY;=3", error: .malformedPart(part: "=3", offset: 11)),
            Fault(text: "FREQ=DAILY;BYEASTER=0", error: .unknownPart(part: "BYEASTER", offset: 11)),
            Fault(
                text: "FREQ=DAILY;COUNT=3;COUNT=4",
                error: .repeatedPart(part: "COUNT", offset: 19)
            ),
            Fault(text: "FREQ=DAILY;COUNT=3;UNTIL=20260101", error: .countAndUntil(offset: 19)),
            Fault(
                text: "FREQ=DAILY;COUNT=0",
                error: .invalidValue(part: "COUNT", value: "0", offset: 17)
            ),
            Fault(
                text: "FREQ=DAILY;INTERVAL=-1",
                error: .invalidValue(part: "INTERVAL", value: "-1", offset: 20)
            ),
            Fault(
                text: "FREQ=DAILY;INTERVAL=2147483648",
                error: .invalidValue(part: "INTERVAL", value: "2147483648", offset: 20)
            ),
            Fault(
                text: "FREQ=DAILY;BYHOUR=3,24",
                error: .invalidValue(part: "BYHOUR", value: "24", offset: 20)
            ),
            Fault(
                text: "FREQ=DAILY;BYMONTHDAY=0",
                error: .invalidValue(part: "BYMONTHDAY", value: "0", offset: 22)
            ),
            Fault(
                text: "FREQ=MONTHLY;BYDAY=MO,54TU",
                error: .invalidValue(part: "BYDAY", value: "54", offset: 22)
            ),
            Fault(
                text: "FREQ=MONTHLY;BYDAY=M",
                error: .invalidValue(part: "BYDAY", value: "M", offset: 19)
            ),
            Fault(
                text: "FREQ=DAILY;UNTIL=20260231",
                error: .invalidValue(part: "UNTIL", value: "20260231", offset: 17)
            ),
            Fault(
                text: "FREQ=DAILY;BYHOUR=1,,2",
                error: .invalidValue(part: "BYHOUR", value: "", offset: 20)
            ),
            Fault(
                text: "FREQ=DAILY;RSCALE=HEBREW",
                error: .unsupported(part: "RSCALE", value: "HEBREW", offset: 18)
            ),
            Fault(
                text: "FREQ=MONTHLY;SKIP=LATER",
                error: .invalidValue(part: "SKIP", value: "LATER", offset: 18)
            ),
        ]
    )
    func faults(fault: Fault) {
        #expect(throws: fault.error) { try RecurrenceRule(parsing: fault.text) }
    }

    @Test(
        "Strict reading refuses what the RFCs forbid; lenient reading accepts it",
        arguments: [
            Fault(text: "FREQ=DAILY;;COUNT=2", error: .malformedPart(part: "", offset: 11)),
            Fault(
                text: "FREQ=DAILY;COUNT=3;X-FOO=1",
                error: .unknownPart(part: "X-FOO", offset: 19)
            ),
            Fault(
                text: "FREQ=DAILY; INTERVAL=2",
                error: .unknownPart(part: " INTERVAL", offset: 11)
            ),
            Fault(
                text: "FREQ=DAILY;COUNT= 3 ",
                error: .invalidValue(part: "COUNT", value: " 3 ", offset: 17)
            ),
            Fault(
                text: "FREQ=MONTHLY;BYWEEKNO=3",
                error: .misplaced(part: "BYWEEKNO", beside: "FREQ=MONTHLY", offset: 13)
            ),
            Fault(
                text: "BYYEARDAY=3;FREQ=DAILY",
                error: .misplaced(part: "BYYEARDAY", beside: "FREQ=DAILY", offset: 0)
            ),
            Fault(
                text: "FREQ=WEEKLY;BYMONTHDAY=3",
                error: .misplaced(part: "BYMONTHDAY", beside: "FREQ=WEEKLY", offset: 12)
            ),
            Fault(
                text: "FREQ=WEEKLY;BYDAY=2MO",
                error: .misplaced(part: "BYDAY", beside: "FREQ=WEEKLY", offset: 12)
            ),
            Fault(
                text: "FREQ=YEARLY;BYWEEKNO=3;BYDAY=2MO",
                error: .misplaced(part: "BYDAY", beside: "BYWEEKNO", offset: 23)
            ),
            Fault(
                text: "FREQ=YEARLY;BYSETPOS=1",
                error: .misplaced(part: "BYSETPOS", beside: "FREQ=YEARLY", offset: 12)
            ),
            Fault(
                text: "FREQ=MONTHLY;SKIP=FORWARD",
                error: .misplaced(part: "SKIP", beside: "FREQ=MONTHLY", offset: 13)
            ),
        ]
    )
    func strict(fault: Fault) throws {
        #expect(throws: fault.error) { try RecurrenceRule(parsing: fault.text, .strict) }
        _ = try RecurrenceRule(parsing: fault.text)
    }

    @Test("An error gives its part, value and offset, if it has them")
    func faultParts() {
        let error = RuleError.invalidValue(part: "COUNT", value: "0", offset: 17)
        #expect(error.part == "COUNT" && error.value == "0" && error.offset == 17)
        #expect(RuleError.tooLong.part == nil && RuleError.tooLong.offset == nil)
        #expect(RuleError.countAndUntil(offset: 3).offset == 3)
    }

    @Test("A list and a text at their limits are read; beyond them they're refused")
    func limits() throws {
        let ones = Array(repeating: "1", count: 1_000).joined(separator: ",")
        #expect(try RecurrenceRule(parsing: "FREQ=DAILY;BYMONTH=" + ones).byMonth.count == 1_000)
        #expect(throws: RuleError.tooLong) {
            try RecurrenceRule(parsing: "FREQ=DAILY;BYMONTH=1," + ones)
        }
        let padding = String(repeating: ";", count: 16_384 - 10)
        #expect(try RecurrenceRule(parsing: "FREQ=DAILY" + padding).frequency == .daily)
        #expect(throws: RuleError.tooLong) {
            try RecurrenceRule(parsing: "FREQ=DAILY;" + padding)
        }
    }
}
