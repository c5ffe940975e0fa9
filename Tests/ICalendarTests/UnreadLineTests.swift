import ICalendar
import Testing

@Suite("Lines that aren't properties")
struct UnreadLineTests {
    @Test(
        "Whatever was read is written back octet for octet",
        arguments: [
            "this is no property", ":no name", "X-BARE", "BEGIN", ";=x", "SUMMARY;X=1",
            String(repeating: "N", count: 256) + ":a name too long",
            String(repeating: "ä", count: 100), "\r\n  it begins with a blank",
            "\r\n \tit begins with a tab",
        ]
    )
    func octets(line: String) {
        let text = calendarOctets([
            line, "VERSION:2.0", line, line, "BEGIN:VEVENT", line, "UID:1", line, "BEGIN:VALARM",
            line, "END:VALARM", line, "END:VEVENT", line,
        ])
        let result = CalendarText.parse(text)
        #expect(result.problems.count == 8)
        #expect(result.problems.allSatisfy { $0.kind == .unreadLine && $0.outcome == .kept })
        let written = CalendarText.write(result.components)
        #expect(unfolded(written) == unfolded(text))
        let again = CalendarText.parse(written)
        #expect(again.components == result.components)
        #expect(CalendarText.write(again.components) == written)
    }

    /// The text without its folds, except for those after an empty line.
    private func unfolded(_ octets: [UInt8]) -> String {
        String(decoding: octets, as: UTF8.self)
            .replacing("\r\n\r\n ", with: "\u{1}").replacing("\r\n ", with: "")
            .replacing("\u{1}", with: "\r\n\r\n ")
    }

    @Test("Editing an event keeps unreadable lines in their places")
    func edit() throws {
        let lines = ["odd line", "SUMMARY:Old", "another odd one"]
        var calendar = try #require(CalendarText.parse(eventOctets(lines)).components.first)
        calendar.mapComponents { component in
            var event = component
            event.set(.text("SUMMARY", "New"))
            event.append(.text("LOCATION", "Here"))
            return event
        }
        let expected = eventOctets([
            "odd line", "SUMMARY:New", "LOCATION:Here", "another odd one",
        ])
        #expect(CalendarText.write([calendar]) == expected)
    }

    @Test("An object keeps the unreadable lines of its event, and they count when comparing")
    func objects() {
        let contents = CalendarFile.read(eventOctets(["odd line"]))
        #expect(String(decoding: contents.objects[0].text, as: UTF8.self).contains("odd line\r\n"))
        #expect(contents.objects[0].uid == "1")
        let other = CalendarFile.read(eventOctets(["even line"]))
        #expect(contents.objects[0].hasSameContent(as: other.objects[0]) == false)
        #expect(contents.objects[0].hasSameContent(as: contents.objects[0]))
    }

    @Test("Lines of blanks are ignored")
    func blanks() {
        let result = CalendarText.parse(calendarOctets(["VERSION:2.0", "", "", "  ", "\t", ""]))
        #expect(result.problems == [])
        #expect(result.components.first?.nodes.count == 1)
    }

    @Test("jCal has no place for them, so they are left out and reported")
    func jCal() {
        let text = eventOctets(["odd line"])
        let json = JCal.write(CalendarText.parse(text).components)
        let back = JCal.parse(json).components
        #expect(back == CalendarText.parse(eventOctets([])).components)
        var converter = CalendarConverter(to: .jCal)
        converter.look(at: text)
        converter.finishLooking()
        #expect(converter.problems == [Problem(line: 5, kind: .unreadLineInJCal)])
        #expect(converter.problems[0].outcome == .dropped)
        #expect(converter.convert(text) + converter.finish() == json + [0x0A])
        var other = CalendarConverter(to: .text)
        other.look(at: text)
        other.finishLooking()
        #expect(other.problems == [Problem(line: 5, kind: .unreadLine)])
        #expect(other.convert(text) + other.finish() == text)
    }
}
