import ICalendar
import Testing

@testable import Server
@testable import ServerBase

@Suite("The time span of an object")
struct ObjectSpanTests {
    private static let day: Int64 = 86_400
    /// 2026-01-02T09:00:00Z.
    private static let start: Int64 = 1_767_344_400

    struct Case: Sendable {
        let lines: String
        let firstSecond: Int64
        let lastSecond: Int64?

        init(_ lines: String, first: Int64, last: Int64?) {
            self.lines = lines
            firstSecond = first
            lastSecond = last
        }
    }

    @Test(
        "A span covers every occurrence in any zone, with no end if it isn't known",
        arguments: [
            Case("DTSTART:20260102T090000Z", first: start - day, last: start + day),
            Case(
                "DTSTART:20260102T090000Z\nDTEND:20260102T100000Z",
                first: start - day,
                last: start + 3600 + day
            ),
            Case(
                "DTSTART:20260102T090000Z\nDTEND;TZID=Asia/Tokyo:20260102T190000",
                first: start - day,
                last: start + 10 * 3600 + 2 * day
            ),
            Case("DTSTART:20260102T090000Z\nRRULE:FREQ=DAILY", first: start - day, last: nil),
            Case(
                "DTSTART:20260102T090000Z\nRRULE:FREQ=DAILY;COUNT=3",
                first: start - day,
                last: nil
            ),
            Case(
                "DTSTART:20260102T090000Z\nRRULE:FREQ=DAILY;UNTIL=20260105T090000Z",
                first: start - day,
                last: start + 4 * day
            ),
            Case(
                "DTSTART:20260102T090000Z\nRRULE:UNTIL=20260104;FREQ=DAILY",
                first: start - day,
                last: start + 2 * day + 15 * 3600 + day
            ),
            Case(
                "DTSTART:20260102T090000Z\nRDATE:20251231T090000Z,20260110T090000Z",
                first: start - 3 * day,
                last: start + 9 * day
            ),
            Case(
                "DTSTART:20260102T090000Z\nRDATE;VALUE=PERIOD:20260110T090000Z/P5D",
                first: start - day,
                last: start + 14 * day
            ),
            Case(
                "DTSTART:20260102T090000Z\nRRULE:FREQ=DAILY;UNTIL=20260105T090000Z\nEND:VEVENT\n"
                    + "BEGIN:VEVENT\nUID:one\nDTSTART:20260103T090000Z\nDURATION:P9D\n"
                    + "RECURRENCE-ID;RANGE=THISANDFUTURE:20260103T090000Z",
                first: start - day,
                last: nil
            ),
        ]
    )
    func spans(row: Case) throws {
        let event =
            (["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:one"]
            + row.lines.split(separator: "\n").map(String.init)
            + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\r\n")
        let calendar = try #require(CalendarText.parse(event).components.first)
        let object = try #require(CalendarObject(calendar))
        let span = ObjectSpan(of: object)
        #expect(span.firstSecond == row.firstSecond)
        #expect(span.lastSecond == row.lastSecond)
    }
}
