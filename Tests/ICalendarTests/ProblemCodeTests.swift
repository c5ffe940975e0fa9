import Recurrence
import Testing

@testable import ICalendar

@Suite("Codes of problems")
struct ProblemCodeTests {
    @Test(
        "A code names the cause, and the values are those in the message, in order",
        arguments: [
            (.notACalendar, "not-a-calendar", []),
            (.lineTooLong(octetsMax: 7), "line-too-long", ["7"]),
            (.unknownZone(name: "Mars"), "unknown-zone", ["Mars"]),
            (
                .missingProperty("DTSTAMP", component: "VEVENT"), "missing-property",
                ["VEVENT", "DTSTAMP"]
            ),
            (.invalidJSON(.tooDeep(max: 9)), "invalid-json:too-deep", ["9"]),
            (.invalidRule(.missingFrequency), "invalid-rule:missing-frequency", []),
            (
                .looseRule(.invalidValue(part: "BYDAY", value: "XX", offset: 0)),
                "loose-rule:invalid-value", ["BYDAY", "XX"]
            ),
            (.more(count: 3), "more", ["3"]),
        ] as [(Problem.Kind, String, [String])]
    )
    func codes(kind: Problem.Kind, code: String, values: [String]) {
        let problem = Problem(line: 1, kind: kind)
        #expect(problem.code == code)
        #expect(problem.values == values)
        // The message mentions every value, in the same order.
        var rest = problem.message[...]
        for value in values {
            let place = rest.firstRange(of: value)
            #expect(place != nil)
            if let place { rest = rest[place.upperBound...] }
        }
    }

    @Test("Values are cut as in the message")
    func excerpts() {
        let name = String(repeating: "x", count: Limits.excerptOctetsMax)
        let problem = Problem(line: 1, kind: .unknownZone(name: name))
        #expect(problem.values == [name])
        let longer = Problem(line: 1, kind: .unknownZone(name: name + "y"))
        #expect(longer.values == [name + "…"])
    }
}
