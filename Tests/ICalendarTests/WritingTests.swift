import ICalendar
import Testing

@Suite("Writing")
struct WritingTests {
    private func lines(_ octets: [UInt8]) -> [ArraySlice<UInt8>] {
        octets.split(separator: 0x0A).map { $0.dropLast() }
    }

    @Test("A line is folded at 75 octets, not before", arguments: 60...240)
    func folding(length: Int) {
        let value = String(repeating: "x", count: length - 2)
        let component = Component(
            name: "VEVENT",
            nodes: [.property(Property(name: "A", rawValue: value))]
        )
        let written = lines(CalendarText.write([component])).dropFirst().dropLast()
        // The first line holds 75 octets of the text, each further one 74 and a space.
        let expected = length <= 75 ? 1 : 1 + (length - 75 + 73) / 74
        #expect(written.count == expected)
        #expect(written.allSatisfy { $0.count <= 75 })
        #expect(written.dropLast().allSatisfy { $0.count == 75 })
    }

    @Test("A line is folded between characters", arguments: ["é", "€", "🎂", "a🎂", "ab€"])
    func foldingCharacters(character: String) {
        let value = String(repeating: character, count: 100)
        let component = Component(name: "VEVENT", nodes: [.property(.text("SUMMARY", value))])
        let written = CalendarText.write([component])
        for line in lines(written) {
            #expect(line.count <= 75)
            #expect(String(validating: Array(line), as: UTF8.self) != nil)
        }
        #expect(CalendarText.parse(written).components == [component])
    }

    @Test(
        "Whatever was read is written back octet for octet",
        arguments: [
            "X-ODD;p=\"q;r\";Q=1,\"2\":va\\lue;with,all ",
            "DESCRIPTION;ALTREP=\"cid:part1@x\":Text\\, more\\n",
            "summary:lower case",
            "X-EMPTY:",
            "X-TAB:\ta\tb",
            "X.DOTTED_NAME/1:v",
            "ATTENDEE;CN=\"not closed:mailto:a@b",
        ]
    )
    func sameOctets(line: String) {
        let text = octets(["BEGIN:VEVENT", line, "BEGIN:X-ANY", line, "END:X-ANY", "END:VEVENT"])
        #expect(CalendarText.write(CalendarText.parse(text).components) == text)
    }

    @Test("Order and repeated properties stay")
    func order() {
        let text = octets([
            "BEGIN:VCALENDAR", "X-A:1", "BEGIN:X-ONE", "END:X-ONE", "X-B:2", "X-A:3",
            "BEGIN:X-TWO", "END:X-TWO", "BEGIN:X-ONE", "X-A:1", "END:X-ONE", "END:VCALENDAR",
            "BEGIN:VCALENDAR", "END:VCALENDAR",
        ])
        #expect(CalendarText.write(CalendarText.parse(text).components) == text)
    }

    @Test("Only the property that is set changes")
    func touchingOne() {
        let lines = [
            "BEGIN:VEVENT", "UID:1", "X-ODD;p=\"q\":v", "SUMMARY:old", "X-LAST:1", "END:VEVENT",
        ]
        var event = CalendarText.parse(octets(lines)).components[0]
        event.set(.text("SUMMARY", "new, and longer"))
        var expected = lines
        expected[3] = "SUMMARY:new\\, and longer"
        #expect(CalendarText.write([event]) == octets(expected))
    }
}
