import ICalendar
import Testing

@Suite("Content lines")
struct ContentLineTests {
    @Test(
        "Folded lines are joined, whatever the line ends",
        arguments: [
            ("SUMMARY:one\r\n two", "onetwo"),
            ("SUMMARY:one\n two", "onetwo"),
            ("SUMMARY:one\r two", "onetwo"),
            ("SUMMARY:one\r\n\ttwo", "onetwo"),
            ("SUMMARY:one\r\n  two", "one two"),
            ("SUMMARY:one \r\n two", "one two"),
            ("SUMMARY:o\r\n n\r\n e", "one"),
            ("SUM\r\n MARY:one", "one"),
            ("SUMMARY:one\r\n ", "one"),
            ("SUMMARY:one\r\r\n two", "onetwo"),
            ("SUMMARY:one\r\n \r\n two", "onetwo"),
        ]
    )
    func unfolding(text: String, expected: String) {
        for end in ["\r\n", "\n", "\r"] {
            let result = CalendarText.parse("BEGIN:VEVENT\(end)\(text)\(end)END:VEVENT\(end)")
            #expect(result.components.first?.first("SUMMARY")?.textValue == expected)
            #expect(result.problems == [])
        }
    }

    @Test(
        "A word is found in any case, however its line is folded",
        arguments: [
            ("ORGANIZER:mailto:a@b", true),
            ("Organizer;CN=A:mailto:a@b", true),
            ("ORGANI\r\n ZER:mailto:a@b", true),
            ("ORGANI\n\tZER:mailto:a@b", true),
            ("O\r\n R\r\n G\r\n A\r\n N\r\n I\r\n Z\r\n E\r\n R:", true),
            ("ORGANI\r\nZER:mailto:a@b", false),
            ("ORGANI ZER:mailto:a@b", false),
            ("ORORGANIZER:", true),
            ("ORGANIZE", false),
            ("", false),
        ]
    )
    func mentions(text: String, isFound: Bool) {
        #expect(CalendarText.mentions(text, "organizer") == isFound)
    }

    @Test("A fold in the middle of a character is joined", arguments: ["é", "€", "🎂", "e\u{301}"])
    func foldInsideCharacter(character: String) {
        let octets = Array(character.utf8)
        for cut in 1..<octets.count {
            var text = Array("BEGIN:VEVENT\r\nSUMMARY:a".utf8)
            text += octets[..<cut] + Array("\r\n ".utf8) + octets[cut...]
            text += Array("b\r\nEND:VEVENT\r\n".utf8)
            let result = CalendarText.parse(text)
            #expect(result.components.first?.first("SUMMARY")?.textValue == "a\(character)b")
            #expect(result.problems == [])
        }
    }

    @Test(
        "Parameters are read",
        arguments: [
            ("A;TZID=Europe/Berlin:1", "TZID", ["Europe/Berlin"], "1"),
            ("A;tzid=Europe/Berlin:1", "TZID", ["Europe/Berlin"], "1"),
            ("A;CN=\"Doe, John; Jr: x\":mailto:j@x", "CN", ["Doe, John; Jr: x"], "mailto:j@x"),
            ("A;M=\"a:b\",c,\"d,e\":v", "M", ["a:b", "c", "d,e"], "v"),
            ("A;CN=^'Q^' ^^ ^n end^x:v", "CN", ["\"Q\" ^ \n end^x"], "v"),
            ("A;CN=:v", "CN", [""], "v"),
            ("A;X=1;Y=2:v:w", "Y", ["2"], "v:w"),
            ("A;FLAG:v", "FLAG", [], "v"),
            ("A;TZID=(UTC+01:00) Amsterdam:1", "TZID", ["(UTC+01:00) Amsterdam"], "1"),
            (
                "A;TZID=\"(UTC-05:00) Eastern Time (US & Canada)\":1", "TZID",
                ["(UTC-05:00) Eastern Time (US & Canada)"], "1"
            ),
        ]
    )
    func parameters(line: String, name: String, values: [String], value: String) throws {
        let property = try #require(readProperty(line))
        let parameter = property.parameters.first { $0.name.uppercased() == name }
        #expect(parameter?.values == values)
        #expect(property.parameter(name) == values.first)
        #expect(property.rawValue == value)
    }

    @Test(
        "A written parameter is read back the same",
        arguments: [
            "plain", "with, comma", "a:b;c", "quote \" and caret ^", "line\nbreak", "^n", "^'",
            "ünï 🎂", "",
        ]
    )
    func parameterRoundTrip(value: String) {
        let made = Property(name: "X-A", parameters: [Parameter("X-P", value)], rawValue: "v")
        let read = readProperty(String(decoding: made.raw, as: UTF8.self))
        #expect(read?.parameter("X-P") == value)
        #expect(read?.rawValue == "v")
    }

    @Test(
        "Text is unescaped and escaped",
        arguments: [
            ("a\\, b\\; c\\\\d\\ne", "a, b; c\\d\ne"),
            ("\\N", "\n"),
            ("C:\\\\temp", "C:\\temp"),
            ("\\\\n", "\\n"),
        ]
    )
    func text(raw: String, plain: String) {
        #expect(readProperty("SUMMARY:\(raw)")?.textValue == plain)
        #expect(Property.text("SUMMARY", plain).textValue == plain)
    }

    @Test("A backslash that escapes nothing stays", arguments: ["\\x", "end\\", "C:\\temp"])
    func looseBackslash(raw: String) {
        #expect(readProperty("SUMMARY:\(raw)")?.textValue == raw)
    }

    @Test("A list of texts is split at commas that are not escaped")
    func textValues() {
        #expect(
            readProperty("CATEGORIES:a,b\\,c,,d\\\\,e")?.textValues == ["a", "b,c", "", "d\\", "e"]
        )
        #expect(Property.texts("CATEGORIES", ["a,b", "c"]).textValues == ["a,b", "c"])
    }

    @Test("A value cannot break out of its line")
    func injection() {
        let property = Property(name: "SUM\r\nX:", rawValue: "a\r\nEND:VEVENT\rb")
        #expect(String(decoding: property.raw, as: UTF8.self) == "SUMX:a\\nEND:VEVENTb")
        let parameter = Parameter("X", "a\r\nEND:VEVENT")
        let other = Property(name: "A", parameters: [parameter], rawValue: "")
        #expect(String(decoding: other.raw, as: UTF8.self) == "A;X=\"a^nEND:VEVENT\":")
    }

    @Test("Problems and properties know their physical line")
    func lines() {
        let text =
            "BEGIN:VCALENDAR\r\nX-A:1\r\n 2\r\n\r\nno colon\nBEGIN:VEVENT\rX-B:1\r\n"
            + "END:VEVENT\r\nEND:VCALENDAR"
        let result = CalendarText.parse(text)
        #expect(result.problems == [Problem(line: 5, kind: .unreadLine)])
        let event = result.components.first?.components.first
        #expect(event?.line == 6)
        #expect(event?.first("X-B")?.line == 7)
    }

    @Test("A name in any case is found, and the written form stays")
    func letterCase() {
        let result = CalendarText.parse("begin:vevent\r\nsummary:x\r\nEnd:VEvent\r\n")
        #expect(result.components.first?.name == "VEVENT")
        #expect(result.components.first?.first("SUMMARY")?.name == "SUMMARY")
        let text = String(decoding: CalendarText.write(result.components), as: UTF8.self)
        #expect(text == "BEGIN:vevent\r\nsummary:x\r\nEND:vevent\r\n")
    }

    @Test(
        "NUL and control characters in a value are kept as they are read",
        arguments: ["\u{0}", "\u{1}", "\u{B}", "\u{C}", "\u{1B}", "\u{7F}", "\t"]
    )
    func controls(character: String) throws {
        let line = "SUMMARY:a" + character + "b"
        let property = try #require(readProperty(line))
        #expect(Array(property.raw) == Array(line.utf8))
        #expect(property.textValue == "a" + character + "b")
        // Properties made by this program have none of them except the tab.
        let written = Property.text("SUMMARY", property.textValue).rawValue
        #expect(written == (character == "\t" ? "a\tb" : "ab"))
    }

    @Test("A repeated property is returned each time, in order")
    func repeated() throws {
        let event = try #require(readEvent(["COMMENT:1", "X-A:1", "comment;LANGUAGE=de:2"]))
        #expect(event.component.all(.comment).map { $0.rawValue } == ["1", "2"])
        #expect(event.component.all("COMMENT").last?.language == "de")
    }

    @Test(
        "A caret that escapes nothing is kept",
        arguments: [
            ("^n", "\n"), ("^^", "^"), ("^'", "\""), ("^x", "^x"), ("^", "^"), ("^^n", "^n"),
        ]
    )
    func carets(written: String, meant: String) throws {
        let property = try #require(readProperty("X-A;P=\"a" + written + "\":1"))
        #expect(property.parameter("P") == "a" + meant)
    }
}
