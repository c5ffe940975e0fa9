import CivilTime
import Testing

@testable import WebDAV

@Suite("Busy times")
struct BusyTimesTests {
    static func lines(_ objects: [ParsedObject], _ start: String, _ end: String) throws -> [String]
    {
        var times = try BusyTimes(
            element(
                "<free-busy-query><time-range start=\"\(start)\" end=\"\(end)\"/></free-busy-query>"
            )
        )
        var context = reportContext()
        for object in objects { times.add(object, &context) }
        let text = String(decoding: times.text(now: instant("20260101T000000Z")), as: UTF8.self)
        return text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
    }

    @Test("The example of RFC 4791, 7.10")
    func example() throws {
        let objects = ["abcd1", "abcd2", "abcd3"].compactMap { StandardObjects.object($0) }
        #expect(
            try Self.lines(objects, "20060104T140000Z", "20060105T220000Z") == [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Meantime//Meantime//EN",
                "BEGIN:VFREEBUSY", "DTSTAMP:20260101T000000Z", "DTSTART:20060104T140000Z",
                "DTEND:20060105T220000Z",
                "FREEBUSY;FBTYPE=BUSY:20060104T190000Z/20060104T200000Z,20060105T170000Z/20060105T180000Z",
                "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20060104T150000Z/20060104T160000Z",
                "END:VFREEBUSY", "END:VCALENDAR",
            ]
        )
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let bodies: [String]
        let busy: [String]

        var testDescription: String { name }
    }

    static func event(_ lines: String) -> String { "BEGIN:VEVENT\nUID:1\n\(lines)\nEND:VEVENT" }

    static let rows = [
        Row(
            name: "times that touch are one",
            bodies: [
                event("DTSTART:20260310T100000Z\nDURATION:PT1H"),
                event("DTSTART:20260310T120000Z\nDURATION:PT1H"),
                event("DTSTART:20260310T110000Z\nDURATION:PT1H"),
                event("DTSTART:20260310T103000Z\nDURATION:PT1H"),
            ],
            busy: ["FREEBUSY;FBTYPE=BUSY:20260310T100000Z/20260310T130000Z"]
        ),
        Row(
            name: "times end where the range does",
            bodies: [event("DTSTART:20260309T100000Z\nDURATION:P9D")],
            busy: ["FREEBUSY;FBTYPE=BUSY:20260310T000000Z/20260311T000000Z"]
        ),
        Row(
            name: "free, cancelled and without a length",
            bodies: [
                event("DTSTART:20260310T100000Z\nDURATION:PT1H\nTRANSP:TRANSPARENT"),
                event("DTSTART:20260310T100000Z\nDURATION:PT1H\nSTATUS:CANCELLED"),
                event("DTSTART:20260310T100000Z"),
            ],
            busy: []
        ),
        Row(
            name: "an instance that is cancelled",
            bodies: [
                event("DTSTART:20260308T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY")
                    + "\nBEGIN:VEVENT\nUID:1\nRECURRENCE-ID:20260310T100000Z\nDTSTART:20260310T100000Z\nDURATION:PT1H\nSTATUS:CANCELLED\nEND:VEVENT"
            ],
            busy: []
        ),
        Row(
            name: "busy times of others",
            bodies: [
                """
                BEGIN:VFREEBUSY
                FREEBUSY;FBTYPE=FREE:20260310T010000Z/PT1H
                FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260310T020000Z/PT1H
                FREEBUSY;FBTYPE=X-SKIING:20260310T040000Z/PT1H
                FREEBUSY:20260309T040000Z/PT1H
                END:VFREEBUSY
                """
            ],
            busy: [
                "FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260310T020000Z/20260310T030000Z",
                "FREEBUSY;FBTYPE=BUSY:20260310T040000Z/20260310T050000Z",
            ]
        ),
        Row(
            name: "a day",
            bodies: [event("DTSTART;VALUE=DATE:20260310")],
            busy: ["FREEBUSY;FBTYPE=BUSY:20260310T000000Z/20260311T000000Z"]
        ),
    ]

    @Test("Times of a kind are merged and cut", arguments: rows)
    func times(row: Row) throws {
        let objects = try row.bodies.map { try object($0) }
        let lines = try Self.lines(objects, "20260310T000000Z", "20260311T000000Z")
        #expect(lines.filter { $0.hasPrefix("FREEBUSY") } == row.busy)
    }

    @Test("A query without both ends is malformed")
    func malformed() {
        for range in ["", #"<time-range start="20260310T000000Z"/>"#] {
            #expect(throws: QueryError.self) {
                try BusyTimes(element("<free-busy-query>\(range)</free-busy-query>"))
            }
        }
    }
}
