import ICalendar
import Testing

@Suite("Limits")
struct LimitTests {
    private static let lineMax = 1_024 * 1_024

    /// A calendar with an event that has a line of this length, and an intact event after it.
    private func text(name: String, length: Int) -> [UInt8] {
        let value = [UInt8](repeating: 0x78, count: length - name.utf8.count - 1)
        return octets(["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTART:20260101"])
            + Array("\(name):".utf8) + value
            + octets([
                "", "END:VEVENT", "BEGIN:VEVENT", "UID:2", "DTSTART:20260101", "END:VEVENT",
                "END:VCALENDAR",
            ])
    }

    @Test(
        "A line of 1 MiB is read, and one octet more drops its event",
        arguments: [0, 1]
    )
    func lineLength(excess: Int) {
        let contents = CalendarFile.read(text(name: "SUMMARY", length: Self.lineMax + excess))
        #expect(contents.objects.map { $0.uid } == (excess == 0 ? ["1", "2"] : ["2"]))
        let expected = [
            Problem(line: 2, kind: .damaged(component: "VEVENT")),
            Problem(line: 5, kind: .lineTooLong(octetsMax: Self.lineMax)),
        ]
        #expect(contents.problems == (excess == 0 ? [] : expected))
    }

    @Test("A folded line of 1 MiB is read, and one octet more is not", arguments: [0, 1])
    func foldedLineLength(excess: Int) {
        let written = CalendarText.write([
            Component(
                name: "VCALENDAR",
                nodes: [
                    .property(
                        Property(
                            name: "X-A",
                            rawValue: String(repeating: "y", count: Self.lineMax - 4 + excess)
                        )
                    )
                ]
            )
        ])
        let result = CalendarText.parse(written)
        #expect(
            result.components.first?.first("X-A")?.raw.count == (excess == 0 ? Self.lineMax : nil)
        )
        #expect(result.problems.map { $0.line } == (excess == 0 ? [] : [2]))
    }

    @Test(
        "An attachment that is too long is left out, but its event stays",
        arguments: ["ATTACH", "X-BIG"]
    )
    func longAttachment(name: String) {
        let contents = CalendarFile.read(text(name: name, length: Self.lineMax + 1))
        #expect(contents.objects.map { $0.uid } == ["1", "2"])
        #expect(contents.problems.map { $0.line } == [5])
    }

    @Test("A line of 50 MB is skipped quickly", arguments: [false, true])
    func hugeLine(isFolded: Bool) {
        var octets = text(name: "DESCRIPTION", length: 50_000_000)
        if isFolded {
            for index in stride(from: 1_000, to: 49_000_000, by: 100) {
                octets[index] = 0x0A
                octets[index + 1] = 0x20
            }
        }
        let clock = ContinuousClock()
        let start = clock.now
        let contents = CalendarFile.read(octets)
        #expect(clock.now - start < .seconds(20))
        #expect(contents.objects.map { $0.uid } == ["2"])
        #expect(contents.problems.map { $0.line } == [2, 5])
    }

    @Test("Components may be nested 32 deep, not 33", arguments: [32, 33])
    func nesting(depth: Int) {
        let names = (0..<depth).map { $0 == 0 ? "VCALENDAR" : "X-\($0)" }
        let text = octets(names.map { "BEGIN:\($0)" } + names.reversed().map { "END:\($0)" })
        let result = CalendarText.parse(text)
        #expect(result.components.count == 1)
        #expect(result.components.first?.components.count == (depth == 32 ? 1 : 0))
        let expected = [
            Problem(line: 2, kind: .damaged(component: "X-1")),
            Problem(line: 33, kind: .nestedTooDeep(max: 32)),
        ]
        #expect(result.problems == (depth == 32 ? [] : expected))
    }

    @Test("Hundreds of thousands of BEGIN lines are read to their end")
    func endlessNesting() {
        let result = CalendarText.parse(octets(Array(repeating: "BEGIN:X-A", count: 300_000)))
        #expect(result.components == [])
        #expect(result.problems.isEmpty == false)
    }

    @Test("A name of 255 octets is read, a longer one is not", arguments: [255, 256])
    func nameLength(length: Int) {
        let name = String(repeating: "N", count: length)
        let result = CalendarText.parse(octets(["BEGIN:VEVENT", "\(name):x", "END:VEVENT"]))
        #expect(result.components.first?.properties.count == (length == 255 ? 1 : 0))
        #expect(result.problems.map { $0.kind } == (length == 255 ? [] : [.unreadLine]))
    }

    @Test(
        "A thousand problems are listed and the rest are counted",
        arguments: [1_000, 1_001, 1_500]
    )
    func problemCount(count: Int) {
        let lines = Array(repeating: "no colon", count: count)
        let problems = CalendarFile.problems(in: calendarOctets(lines))
        #expect(problems.count == min(count, 1_001))
        if count > 1_000 {
            #expect(problems.last == Problem(line: 1_002, kind: .more(count: count - 1_000)))
        }
    }

    @Test("A file over the limit is refused")
    func fileLength() {
        let octets = [UInt8](repeating: 0x0A, count: 256 * 1_024 * 1_024 + 1)
        let result = CalendarText.parse(octets)
        #expect(result.problems.map { $0.kind } == [.fileTooLong(octetsMax: 256 * 1_024 * 1_024)])
    }

    @Test("Thousands of components with one UID are at most one object")
    func manyOfOneUID() {
        let lines = (0..<20_000).flatMap { index in
            [
                "BEGIN:VEVENT", "UID:same", "DTSTART:20260101T090000",
                "RECURRENCE-ID:20260101T0900\(index % 60)",
                "END:VEVENT",
            ]
        }
        let contents = CalendarFile.read(calendarOctets(lines))
        #expect(contents.objects.count <= 1)
    }

    @Test(
        "A line crafted to be slow is read in time",
        arguments: [
            ("X-A;", "=("), ("X-A;", ";=("), ("X-A;", "\""), ("X-A;", "\"\""), ("X-A;P=", ",("),
            ("X-A;P=", "^"), ("EXDATE:", ","), ("X-A:", "\\"), ("RRULE:", ";"), ("UID:", " "),
            ("DTSTART;TZID=", "("), ("CATEGORIES:", "\\,"),
        ]
    )
    func slowLine(start: String, repeated: String) {
        let count = (Self.lineMax - 100) / repeated.utf8.count
        let line = start + String(repeating: repeated, count: count)
        let clock = ContinuousClock()
        let begin = clock.now
        for end in ["", ":1"] {
            let contents = CalendarFile.read(eventOctets([line + end]))
            _ = contents.objects.map { $0.master?.component.properties.map { $0.parameters } }
        }
        #expect(clock.now - begin < .seconds(20))
    }

    @Test("An event of tens of thousands of lines is read in time")
    func manyLines() {
        for line in ["RRULE:FREQ=DAILY", "EXDATE:20260101", "X-A;TZID=No:1", "BEGIN:VALARM"] {
            let lines = Array(repeating: line, count: 30_000)
            let text = ["BEGIN:VEVENT", "UID:1"] + lines + ["DTSTART:20260101", "END:VEVENT"]
            let clock = ContinuousClock()
            let begin = clock.now
            _ = CalendarFile.read(calendarOctets(text))
            #expect(clock.now - begin < .seconds(20))
        }
    }
}
