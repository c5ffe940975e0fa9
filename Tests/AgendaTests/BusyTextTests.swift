import Agenda
import ICalendar
import Testing

@Suite("Text with busy times only")
struct BusyTextTests {
    private static func object(_ lines: [String], zones: [String] = []) -> String {
        (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Secret//EN"] + zones + lines
            + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    private static func event(_ lines: String...) -> [String] {
        ["BEGIN:VEVENT", "UID:secret", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"]
    }

    /// The lines of the written text, without those that every such text has.
    private static func times(_ text: String) -> [String]? {
        BusyText.text(of: text, uid: "id").map { written in
            written.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init).filter {
                ![
                    "BEGIN:VCALENDAR", "END:VCALENDAR", "VERSION:2.0", "UID:id",
                    "PRODID:" + CalendarText.productID, "DTSTAMP:19700101T000000Z",
                    "CLASS:PRIVATE", "BEGIN:VEVENT", "END:VEVENT",
                ].contains($0)
            }
        }
    }

    @Test("A group's event takes the time of the asked members who didn't decline")
    func member() throws {
        let start = "DTSTART:20260102T090000Z"
        func isBusy(_ lines: String...) -> Bool {
            let event = ["BEGIN:VEVENT", "UID:secret", start] + lines + ["END:VEVENT"]
            return BusyText.text(of: Self.object(event), uid: "id", member: "ana") != nil
        }
        #expect(isBusy())
        #expect(isBusy("ATTENDEE:mailto:secret@example.org"), "no account is asked")
        #expect(isBusy("ATTENDEE:urn:uuid:ben", "ATTENDEE:urn:uuid:ana"))
        #expect(isBusy("ATTENDEE;PARTSTAT=TENTATIVE:urn:uuid:ana"))
        #expect(!isBusy("ATTENDEE;PARTSTAT=DECLINED:urn:uuid:ana"))
        #expect(!isBusy("ATTENDEE;PARTSTAT=ACCEPTED:urn:uuid:ben"))
        #expect(!isBusy("TRANSP:TRANSPARENT"))
        #expect(!isBusy("ATTENDEE:urn:uuid:ana", "X-MEANTIME-PROPOSAL:p"), "only proposed")
        let accepted = "ATTENDEE;PARTSTAT=ACCEPTED:urn:uuid:"
        #expect(isBusy(accepted + "ana", "X-MEANTIME-PROPOSAL:p"), "proposed, and accepted")
        #expect(!isBusy(accepted + "ben", "X-MEANTIME-PROPOSAL:p"), "accepted by another")
        let weekly = ["RRULE:FREQ=WEEKLY", "ATTENDEE;PARTSTAT=ACCEPTED:urn:uuid:ana"]
        let declined = [
            "BEGIN:VEVENT", "UID:secret", "RECURRENCE-ID:20260109T090000Z",
            "DTSTART:20260109T090000Z", "ATTENDEE;PARTSTAT=DECLINED:urn:uuid:ana", "END:VEVENT",
        ]
        let series = ["BEGIN:VEVENT", "UID:secret", start] + weekly + ["END:VEVENT"] + declined
        let text = try #require(
            BusyText.text(of: Self.object(series), uid: "id", member: "ana")
        )
        #expect(text.contains("EXDATE:20260109T090000Z"))
        #expect(!text.contains("ATTENDEE") && !text.contains("ana"))
    }

    @Test(
        "The text keeps times and nothing else",
        arguments: [
            (["DTSTART:20260102T090000Z", "DTEND:20260102T100000Z"], nil),
            (["DTSTART;VALUE=DATE:20260102"], nil),
            (["DTSTART:20260102T090000", "DURATION:PT1H30M"], nil),
            (["DTSTART;TZID=Europe/Berlin:20260102T090000", "RRULE:FREQ=DAILY;COUNT=3"], nil),
            (["DTSTART:20260102T090000Z", "EXRULE:FREQ=WEEKLY", "STATUS:CANCELLED"], nil),
            (["DTSTART:20260102T090000Z", "RDATE;VALUE=PERIOD:20260103T090000Z/PT2H"], nil),
            (
                ["DTSTART:20260102T090000Z", "STATUS:TENTATIVE", "X-A:b", "PRIORITY:1"],
                ["DTSTART:20260102T090000Z"]
            ),
            (
                ["DTSTART;X-SECRET=a;TZID=\"Europe/Berlin\":20260102T090000"],
                ["DTSTART;TZID=Europe/Berlin:20260102T090000"]
            ),
            (
                ["DTSTART:20260102T090000Z", "RRULE:FREQ=DAILY;X-SECRET=ABC;COUNT=3"],
                ["DTSTART:20260102T090000Z", "RRULE:FREQ=DAILY;COUNT=3"]
            ),
            (
                ["DTSTART;TZID=W. Europe Standard Time:20260102T090000"],
                ["DTSTART;TZID=Europe/Berlin:20260102T090000"]
            ),
            (
                ["DTSTART;TZID=Europe/Secret:20260102T090000"],
                ["DTSTART:20260102T090000"]
            ),
            (
                ["DTSTART:20260102T090000Z", "EXDATE:20260103T090000Z,secret,20260104T090000Z"],
                [
                    "DTSTART:20260102T090000Z", "EXDATE:20260103T090000Z",
                    "EXDATE:20260104T090000Z",
                ]
            ),
            (
                ["DTSTART:20260102T09", " 0000Z", "SUMMARY:a", " b", "no line", "DTEND:secret"],
                ["DTSTART:20260102T090000Z", "DTEND:20260102T100000Z"]
            ),
        ] as [([String], [String]?)]
    )
    func whatIsKept(lines: [String], expected: [String]?) {
        let text = Self.object(
            ["BEGIN:VEVENT", "UID:secret", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"]
        )
        #expect(Self.times(text) == expected ?? lines)
    }

    @Test(
        "There is no text for an object that takes no time",
        arguments: [
            event("DTSTART:20260102T090000Z", "TRANSP:TRANSPARENT"),
            event("DTSTART:20260102T090000Z", "TRANSP:transparent"),
            event("SUMMARY:never"),
            ["BEGIN:VTODO", "UID:secret", "DUE:20260102T090000Z", "END:VTODO"],
            ["BEGIN:VJOURNAL", "UID:secret", "DTSTART:20260102T090000Z", "END:VJOURNAL"],
        ]
    )
    func nothing(lines: [String]) {
        #expect(BusyText.text(of: Self.object(lines), uid: "id") == nil)
    }

    @Test("Overrides move and free times of a series")
    func overrides() {
        let master = Self.event("DTSTART:20260102T090000Z", "RRULE:FREQ=DAILY;COUNT=9")
        let moved = Self.event("RECURRENCE-ID:20260103T090000Z", "DTSTART:20260103T110000Z")
        let free = Self.event(
            "RECURRENCE-ID:20260104T090000Z",
            "DTSTART:20260104T090000Z",
            "TRANSP:TRANSPARENT"
        )
        let rest = Self.event(
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20260106T090000Z",
            "DTSTART:20260106T090000Z",
            "TRANSP:TRANSPARENT"
        )
        #expect(
            Self.times(Self.object(master + moved + free + rest)) == [
                "DTSTART:20260102T090000Z", "RRULE:FREQ=DAILY;COUNT=9", "EXDATE:20260104T090000Z",
                "RECURRENCE-ID:20260103T090000Z", "DTSTART:20260103T110000Z",
                "RECURRENCE-ID;RANGE=THISANDFUTURE:20260106T090000Z", "DTSTART:20260106T090000Z",
                "STATUS:CANCELLED",
            ]
        )
        let freeMaster = Self.event(
            "DTSTART:20260102T090000Z",
            "RRULE:FREQ=DAILY",
            "TRANSP:TRANSPARENT"
        )
        #expect(
            Self.times(Self.object(freeMaster + moved + free)) == [
                "RECURRENCE-ID:20260103T090000Z", "DTSTART:20260103T110000Z",
            ]
        )
    }

    @Test("Zones defined by the object get neutral names")
    func zones() {
        let zone = [
            "BEGIN:VTIMEZONE", "TZID:Secret", "X-LIC-LOCATION:Secret", "COMMENT:Secret",
            "BEGIN:STANDARD", "DTSTART:19701025T030000", "TZOFFSETFROM:+0200",
            "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "TZNAME:Secret",
            "END:STANDARD", "END:VTIMEZONE",
        ]
        let lines = Self.event(
            "DTSTART;TZID=Secret:20260102T090000",
            "EXDATE;TZID=Secret:20260103T090000"
        )
        #expect(
            Self.times(Self.object(lines, zones: zone)) == [
                "BEGIN:VTIMEZONE", "TZID:Zone-1", "BEGIN:STANDARD", "DTSTART:19701025T030000",
                "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
                "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "END:STANDARD", "END:VTIMEZONE",
                "DTSTART;TZID=Zone-1:20260102T090000", "EXDATE;TZID=Zone-1:20260103T090000",
            ]
        )
    }

    @Test("No value of the object leaks into the text", arguments: 1...200 as ClosedRange<UInt64>)
    func secrets(seed: UInt64) {
        var dice = Dice(state: seed)
        let names = PropertyName.allCases.map(\.text) + ["X-OTHER", "x-lower"]
        var word = 0
        func secret() -> String {
            word += 1
            return "Hush\(word)"
        }
        func properties() -> [String] {
            (0..<12).map { _ in
                let name = names.randomElement(using: &dice) ?? "SUMMARY"
                let parameters = ["TZID", "VALUE", "RANGE", "X-P", "CN", "FMTTYPE"].filter { _ in
                    Bool.random(using: &dice)
                }.map { ";\($0)=\(secret())" }.joined()
                let values = [
                    secret(), "20260102T090000Z,\(secret())", "FREQ=DAILY;X-A=\(secret())",
                    "20260102T090000Z/\(secret())", "PT1H\(secret())", "+0100\(secret())",
                ]
                let line = name + parameters + ":" + (values.randomElement(using: &dice) ?? "")
                guard Bool.random(using: &dice) else { return line }
                let cut = line.index(line.startIndex, offsetBy: line.count / 2)
                return line[..<cut] + "\r\n " + line[cut...]
            }.filter { !$0.hasPrefix("BEGIN") && !$0.hasPrefix("END") }
        }
        let zone =
            ["BEGIN:VTIMEZONE", "TZID:Hush/Zone"] + properties() + ["BEGIN:STANDARD"]
            + ["DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100"]
            + properties() + ["END:STANDARD", "END:VTIMEZONE"]
        let head = ["BEGIN:VEVENT", "UID:\(secret())", "DTSTART;TZID=Hush/Zone:20260102T090000"]
        let text = Self.object(
            properties() + head + properties() + ["BEGIN:VALARM"] + properties()
                + ["END:VALARM", secret(), "END:VEVENT"],
            zones: zone
        )
        let written = BusyText.text(of: text, uid: "id")
        let unfolded = written?.replacing("\r\n ", with: "").lowercased() ?? ""
        #expect(!unfolded.contains("hush"), "seed \(seed): \(unfolded)")
    }

    @Test(
        "Anything not marked public counts as private",
        arguments: [
            (["CLASS:PRIVATE"], true), (["CLASS:public"], false), ([], false),
            (["class:confidential"], true), (["CLASS:X-MINE"], true),
            (["CL", " ASS:PRIVATE"], true),
            (["CLASS", " ;X=1:PRIVATE"], true), (["CLASS PRIVATE"], true),
            (["SUMMARY:first class"], false), (["CLASS:PUBLIC", "CLASS:PRIVATE"], true),
        ] as [([String], Bool)]
    )
    func marks(lines: [String], isPrivate: Bool) {
        let event = ["BEGIN:VEVENT", "UID:a", "DTSTART:20260102T090000Z"] + lines + ["END:VEVENT"]
        #expect(BusyText.isPrivate(Self.object(event)) == isPrivate)
        let series = Self.event("DTSTART:20260101T090000Z", "RRULE:FREQ=DAILY") + event
        #expect(BusyText.isPrivate(Self.object(series)) == isPrivate, "in any part of a series")
    }

    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 33)
        }
    }
}
