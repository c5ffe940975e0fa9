import ICalendar
import Testing

@Suite("Encodings")
struct EncodingTests {
    private static let text = "BEGIN:VEVENT\r\nSUMMARY:Grüße 🎂 €\r\nEND:VEVENT\r\n"

    private func summary(_ octets: [UInt8]) -> String? {
        CalendarText.parse(octets).components.first?.first("SUMMARY")?.textValue
    }

    @Test("A byte order mark is skipped")
    func byteOrderMark() {
        let octets = [0xEF, 0xBB, 0xBF] + Array(Self.text.utf8)
        #expect(summary(octets) == "Grüße 🎂 €")
        #expect(CalendarText.parse(octets).problems == [])
    }

    @Test("UTF-16 is read and reported", arguments: [true, false], [true, false])
    func utf16(isBigEndian: Bool, hasMark: Bool) {
        var octets: [UInt8] = []
        for unit in (hasMark ? [0xFEFF] : []) + Array(Self.text.utf16) {
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            octets += isBigEndian ? pair : pair.reversed()
        }
        #expect(summary(octets) == "Grüße 🎂 €")
        #expect(CalendarText.parse(octets).problems == [Problem(line: 1, kind: .utf16)])
    }

    @Test(
        "Octets that aren't UTF-8 are read as Windows-1252, one by one",
        arguments: [
            ([0x4D, 0xFC, 0x6C, 0x6C] as [UInt8], "Müll"),
            ([0x80, 0x20, 0x99], "€ ™"),
            ([0xC3, 0xBC, 0xFC], "üü"),
            ([0xE2, 0x82], "â‚"),
            ([0xC0, 0xAF], "À¯"),
            ([0xED, 0xA0, 0x80], "í\u{A0}€"),
            ([0xF5, 0x41], "õA"),
            ([0xFF], "ÿ"),
        ]
    )
    func windows1252(octets: [UInt8], expected: String) {
        let text = Array("BEGIN:VEVENT\r\nSUMMARY:".utf8) + octets + Array("\r\nEND:VEVENT".utf8)
        let result = CalendarText.parse(text)
        let summary = result.components.first?.first("SUMMARY")?.textValue
        #expect(summary?.unicodeScalars.map { $0 } == expected.unicodeScalars.map { $0 })
        #expect(result.problems == [Problem(line: 2, kind: .notUTF8)])
    }

    @Test("Reading never fails, whatever the octets", arguments: 0..<200 as Range<UInt64>)
    func noise(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("BEGIN:VCALENDAR\r\nEND:VEVENT;=\",\\^ \t\u{80}ü".utf8) + [0xFF, 0x00]
        let count = Int.random(in: 0..<2_000, using: &generator)
        var octets = (0..<count).map { _ in
            alphabet.randomElement(using: &generator) ?? 0
        }
        octets += Array("\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8)
        let first = CalendarText.parse(octets)
        let written = CalendarText.write(first.components)
        #expect(CalendarText.parse(written).components == first.components)
        _ = CalendarFile.problems(in: octets)
    }
}
