import ICalendar
import Testing

@Suite("Round trips")
struct RoundTripTests {
    @Test("Generated calendars are read back the same", arguments: 0..<150 as Range<UInt64>)
    func generated(seed: UInt64) {
        var generator = CalendarGenerator(seed: seed)
        let components = generator.components(depth: 0)
        let written = CalendarText.write(components)
        let result = CalendarText.parse(written)
        #expect(result.problems == [], "seed \(seed)")
        #expect(result.components == components, "seed \(seed)")
        #expect(CalendarText.write(result.components) == written, "seed \(seed)")
    }

    @Test("Folding anywhere changes nothing", arguments: 0..<50 as Range<UInt64>)
    func foldedAnywhere(seed: UInt64) {
        var generator = CalendarGenerator(seed: seed)
        let components = generator.components(depth: 0)
        let folded = generator.folded(CalendarText.write(components))
        #expect(CalendarText.parse(folded).components == components, "seed \(seed)")
    }

    @Test("Values and parameters are read back the same", arguments: 0..<300 as Range<UInt64>)
    func values(seed: UInt64) {
        var generator = CalendarGenerator(seed: seed)
        let text = generator.text()
        let value = generator.text()
        let made = Property.text("X-A", text, parameters: [Parameter("X-P", value)])
        let octets = CalendarText.write([Component(name: "X-C", nodes: [.property(made)])])
        let read = CalendarText.parse(octets).components.first?.first("X-A")
        #expect(read?.textValue == text, "seed \(seed)")
        #expect(read?.parameter("X-P") == value, "seed \(seed)")
    }
}

/// Makes calendars of every shape, the same for the same seed.
struct CalendarGenerator {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func components(depth: Int) -> [Component] {
        let names = ["VCALENDAR", "X-SOME", "VALARM", "STANDARD", "X-a"]
        return (0...Int.random(in: 0...3, using: &random)).map { _ in
            let name = depth == 0 ? "VCALENDAR" : names.randomElement(using: &random) ?? "X-B"
            return Component(
                name: depth > 0 && name == "VCALENDAR" ? "X-C" : name,
                nodes: nodes(depth)
            )
        }
    }

    private mutating func nodes(_ depth: Int) -> [Node] {
        var nodes: [Node] = []
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            if depth < 3, Int.random(in: 0..<4, using: &random) == 0 {
                nodes += components(depth: depth + 1).map { .component($0) }
            } else {
                nodes.append(.property(property()))
            }
        }
        return nodes
    }

    private mutating func property() -> Property {
        let names = ["SUMMARY", "X-A", "ATTENDEE", "DTSTART", "X-VERY-LONG-NAME-OF-A-PROPERTY"]
        let parameters = (0..<Int.random(in: 0...3, using: &random)).map { index in
            Parameter(
                name: "X-P\(index)",
                values: (0...Int.random(in: 0...2, using: &random)).map { _ in text() }
            )
        }
        let name = names.randomElement(using: &random) ?? "X-B"
        return .text(name, text(), parameters: parameters)
    }

    mutating func text() -> String {
        let pieces = [
            "a", "Z", " ", ",", ";", ":", "\\", "\"", "\n", "^", "ü", "€", "🎂", "שלום", "\t", "^n",
            "BEGIN:VEVENT", "=", "'", "word ", "\\n", "(", ")", "/",
        ]
        let count = Int.random(in: 0...40, using: &random)
        return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    /// Folds the text at random places, even in the middle of a character.
    mutating func folded(_ octets: [UInt8]) -> [UInt8] {
        var folded: [UInt8] = []
        for (index, octet) in octets.enumerated() {
            let isInLine = index > 0 && octet != 0x0D && octet != 0x0A && octets[index - 1] != 0x0A
            if isInLine, Int.random(in: 0..<6, using: &random) == 0 {
                folded += Bool.random(using: &random) ? [0x0D, 0x0A, 0x20] : [0x0A, 0x09]
            }
            folded.append(octet)
        }
        return folded
    }
}
