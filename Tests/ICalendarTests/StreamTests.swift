import ICalendar
import Testing

@Suite("Streams")
struct StreamTests {
    /// The files of other programs, and the broken ones.
    private static func files() throws -> [(name: String, octets: [UInt8])] {
        let intact = [
            "google.ics", "apple.ics", "outlook.ics", "thunderbird.ics", "exchange.ics",
            "nextcloud.ics", "zoom.ics", "fastmail.ics",
        ]
        let broken = try BrokenFile.all().map { "broken/" + $0.name }
        return try (intact + broken).map { ($0, try fixture("ics/" + $0)) }
    }

    private func pieces(of octets: [UInt8], length: Int) -> [[UInt8]] {
        stride(from: 0, to: octets.count, by: length).map { start in
            Array(octets[start..<min(start + length, octets.count)])
        }
    }

    /// Reads a text in pieces and puts the parts together as a tree.
    private func read(_ octets: [UInt8], length: Int) -> ([Component], [Problem]) {
        var stream = CalendarStream()
        var parts: [CalendarPart] = []
        for piece in pieces(of: octets, length: length) { parts += stream.take(piece) }
        parts += stream.finish()
        var roots: [Component] = []
        var nodes: [Node]?
        for part in parts {
            switch part {
            case .begin: nodes = []
            case .property(let property): nodes?.append(.property(property))
            case .component(let component) where nodes == nil: roots.append(component)
            case .component(let component): nodes?.append(.component(component))
            case .unread(let line): nodes?.append(.unread(line))
            case .dropped: break
            case .end:
                roots.append(Component(name: "VCALENDAR", nodes: nodes ?? []))
                nodes = nil
            }
        }
        return (roots, stream.problems)
    }

    @Test("A file is read the same in pieces as at once", arguments: [1, 2, 3, 7, 61, 4_096])
    func pieces(length: Int) throws {
        for (name, octets) in try Self.files() {
            let whole = CalendarText.parse(octets)
            let (components, problems) = read(octets, length: length)
            #expect(problems == whole.problems, "\(name)")
            let isSame = components == whole.components
            #expect(isSame, "\(name)")
        }
    }

    @Test("A file has the same objects in pieces as at once", arguments: [1, 5, 1_000])
    func objects(length: Int) throws {
        for (name, octets) in try Self.files() {
            var survey = CalendarSurvey()
            for piece in pieces(of: octets, length: length) { survey.take(piece) }
            survey.finish()
            var stream = CalendarObjects(survey)
            var objects: [CalendarObject] = []
            for piece in pieces(of: octets, length: length) { objects += stream.take(piece) }
            objects += stream.finish()
            let whole = CalendarFile.read(octets)
            let isSame = Set(objects) == Set(whole.objects)
            #expect(isSame, "\(name)")
            #expect(stream.problems == whole.problems, "\(name)")
            #expect(survey.suggestedName == whole.suggestedName, "\(name)")
            #expect(survey.suggestedColor == whole.suggestedColor, "\(name)")
        }
    }

    @Test("Folds and pieces that end anywhere change nothing", arguments: 0..<20 as Range<UInt64>)
    func folded(seed: UInt64) {
        var generator = CalendarGenerator(seed: seed)
        let components = generator.components(depth: 0)
        let folded = generator.folded(CalendarText.write(components))
        let isSame = read(folded, length: Int(seed % 9) + 5).0 == components
        #expect(isSame, "seed \(seed)")
    }

    @Test("A zone after its events and an override far away belong to their objects")
    func laterZone() throws {
        let lines = [
            "BEGIN:VEVENT", "UID:1", "DTSTART;TZID=Own:20260101T120000", "RRULE:FREQ=DAILY",
            "END:VEVENT", "BEGIN:VEVENT", "UID:2", "DTSTART:20260101", "END:VEVENT",
            "BEGIN:VEVENT", "UID:1", "RECURRENCE-ID;TZID=Own:20260102T120000",
            "DTSTART;TZID=Own:20260102T130000", "END:VEVENT", "BEGIN:VTIMEZONE", "TZID:Own",
            "BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0300", "TZOFFSETTO:+0300",
            "END:STANDARD", "END:VTIMEZONE",
        ]
        let octets = calendarOctets(lines)
        var survey = CalendarSurvey()
        survey.take(octets)
        survey.finish()
        #expect(survey.zoneNames.map { $0.name } == ["Own"])
        #expect(survey.objectCount == 2)
        var stream = CalendarObjects(survey)
        let objects = stream.take(octets) + stream.finish()
        #expect(objects.map { $0.uid } == ["2", "1"])
        #expect(
            objects.last?.calendar.components.map { $0.name } == ["VTIMEZONE", "VEVENT", "VEVENT"]
        )
        #expect(stream.problems == [])
    }

    @Test("A line of 6 MB in pieces drops only its own event", arguments: [false, true])
    func hugeLine(isFolded: Bool) {
        let start = octets(["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTART:20260101"])
        let end = octets([
            "", "END:VEVENT", "BEGIN:VEVENT", "UID:2", "DTSTART:20260101", "END:VEVENT", "X",
            "END:VCALENDAR",
        ])
        var piece = [UInt8](repeating: 0x78, count: 1_000_000)
        if isFolded {
            for index in stride(from: 10, to: 999_000, by: 100) {
                piece[index] = 0x0A
                piece[index + 1] = 0x20
            }
        }
        var stream = CalendarStream()
        var parts = stream.take(start + Array("DESCRIPTION:".utf8))
        for _ in 0..<6 { parts += stream.take(piece) }
        parts += stream.take(end)
        parts += stream.finish()
        let uids = parts.compactMap { part in
            if case .component(let component) = part {
                component.first(.uid)?.rawValue
            } else {
                nil
            }
        }
        #expect(uids == ["2"])
        let folds = isFolded ? 6 * 9_990 : 0
        #expect(stream.problems.map { $0.line } == [2, 5, 11 + folds])
    }

    @Test("A component of the maximum size is read, and one octet more is not", arguments: [0, 1])
    func componentLength(excess: Int) {
        // Each line counts 32 octets extra; the last line fills up the rest.
        let max = 32 * 1_024 * 1_024
        let line = "X-A:" + String(repeating: "y", count: 1_000_000)
        let count = 33
        let left = max - count * (line.utf8.count + 32) - ("UID:1".utf8.count + 32) - 32 + excess
        let last = "X-B:" + String(repeating: "z", count: left - 4)
        let lines = ["UID:1"] + Array(repeating: line, count: count) + [last]
        let text = calendarOctets(
            ["BEGIN:VEVENT"] + lines + ["END:VEVENT", "BEGIN:VEVENT", "UID:2", "END:VEVENT"]
        )
        let (components, problems) = read(text, length: 3_000_000)
        let uids = components.first?.components.map { $0.first(.uid)?.rawValue }
        #expect(uids == (excess == 0 ? ["1", "2"] : ["2"]))
        #expect(problems.map { $0.line } == (excess == 0 ? [] : [2, 37]))
    }
}

@Suite("Converting piece by piece")
struct ConverterTests {
    private func convert(_ octets: [UInt8], to format: CalendarConverter.Format) -> [UInt8] {
        let pieces = stride(from: 0, to: octets.count, by: 100).map { start in
            Array(octets[start..<min(start + 100, octets.count)])
        }
        var converter = CalendarConverter(to: format)
        for piece in pieces { converter.look(at: piece) }
        converter.finishLooking()
        return pieces.flatMap { converter.convert($0) } + converter.finish()
    }

    @Test(
        "A file is converted the same in pieces as at once",
        arguments: [
            "google.ics", "apple.ics", "outlook.ics", "thunderbird.ics", "exchange.ics",
            "nextcloud.ics", "zoom.ics", "fastmail.ics", "broken/stray-lines.ics",
            "broken/truncated.ics",
        ]
    )
    func same(name: String) throws {
        let octets = try fixture("ics/" + name)
        let components = CalendarText.parse(octets).components
        #expect(convert(octets, to: .jCal) == JCal.write(components) + [0x0A])
        #expect(convert(octets, to: .text) == CalendarText.write(components))
    }

    @Test("Several calendars and components outside of them become an array")
    func several() throws {
        let octets = octets([
            "BEGIN:VCALENDAR", "BEGIN:VEVENT", "END:VEVENT", "X-A:1", "END:VCALENDAR",
            "BEGIN:VEVENT", "UID:1", "END:VEVENT", "BEGIN:VCALENDAR", "X-B:1", "END:VCALENDAR",
        ])
        let text = convert(octets, to: .jCal)
        #expect(text == JCal.write(CalendarText.parse(octets).components) + [0x0A])
        #expect(JCal.parse(text).components.count == 3)
    }
}
