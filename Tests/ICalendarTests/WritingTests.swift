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
            "RRULE:COUNT=3;FREQ=DAILY",
            "EXDATE;X-A=1:20260101T090000Z,nonsense",
            "RDATE;VALUE=PERIOD:20260101T090000Z/PT1H,20260102T090000Z/P1D",
        ]
    )
    func sameOctets(line: String) {
        let text = octets(["BEGIN:VEVENT", line, "BEGIN:X-ANY", line, "END:X-ANY", "END:VEVENT"])
        #expect(CalendarText.write(CalendarText.parse(text).components) == text)
    }

    /// An ATTENDEE with every parameter that the RFCs give it, and another one.
    private static let attendee =
        "ATTENDEE;CN=\"Costa, Inês\";CUTYPE=ROOM;ROLE=CHAIR;PARTSTAT=DELEGATED;RSVP=TRUE;"
        + "DELEGATED-TO=\"mailto:a@x\",\"mailto:b@x\";DELEGATED-FROM=\"mailto:c@x\";"
        + "MEMBER=\"mailto:d@x\";SENT-BY=\"mailto:e@x\";DIR=\"ldap://x\";EMAIL=f@x;"
        + "LANGUAGE=pt;X-NUM-GUESTS=2:mailto:g@x"

    @Test(
        "A property that is kept as text stays when another one is set",
        arguments: [
            "ATTACH;ENCODING=BASE64;VALUE=BINARY:QUJDRA==",
            "ATTACH;ENCODING=BASE64;VALUE=BINARY:Q!==",
            "ATTACH;FMTTYPE=application/pdf;FILENAME=/Agenda.pdf:https://cloud.example/f/12",
            attendee,
            "ORGANIZER;CN=A^'B:mailto:a@x",
            "COMMENT;LANGUAGE=de:eins\\, zwei", "CONTACT;ALTREP=\"ldap://x\":Jo",
            "RESOURCES:Easel,Room\\, large", "PRIORITY:05", "GEO:+1;-2.5",
            "PERCENT-COMPLETE:101", "COMPLETED:yesterday", "DUE;VALUE=DATE:20260101",
            "RELATED-TO;RELTYPE=SIBLING:other@x",
            "REQUEST-STATUS:3.1;Bad\\; value;DTSTART:96-Apr-01",
            "IMAGE;VALUE=URI;DISPLAY=BADGE,THUMBNAIL;FMTTYPE=image/png:https://x/a.png",
            "CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=\"Join: video\":https://x/room-7",
            "REFRESH-INTERVAL;VALUE=DURATION:PT4H", "SOURCE;VALUE=URI:https://x/a.ics",
        ]
    )
    func keptAsText(line: String) throws {
        let text = octets(["BEGIN:VEVENT", "SUMMARY:old", line, "END:VEVENT"])
        var event = try #require(CalendarText.parse(text).components.first)
        event.set(.text("SUMMARY", "new"))
        let read = CalendarText.parse(CalendarText.write([event])).components.first
        let lines = read?.properties.map { Array($0.raw) }
        #expect(lines == ["SUMMARY:new", line].map { Array($0.utf8) })
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
