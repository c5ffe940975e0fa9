import Recurrence
import Testing

@testable import ICalendar

@Suite("Codes of problems")
struct ProblemCodeTests {
    @Test(
        "say the cause as a word, and what the message names in its order",
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
        // Whoever words it otherwise knows all that the message knows.
        var rest = problem.message[...]
        for value in values {
            let place = rest.firstRange(of: value)
            #expect(place != nil)
            if let place { rest = rest[place.upperBound...] }
        }
    }

    @Test("cut the texts of a file as the messages do")
    func excerpts() {
        let name = String(repeating: "x", count: Limits.excerptOctetsMax)
        let problem = Problem(line: 1, kind: .unknownZone(name: name))
        #expect(problem.values == [name])
        let longer = Problem(line: 1, kind: .unknownZone(name: name + "y"))
        #expect(longer.values == [name + "…"])
    }
}
