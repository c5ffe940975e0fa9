import Testing

@testable import ICalendar

@Suite("What a change of an event concerns")
struct EventChangeTests {
    private static func calendar(_ series: [String], _ overrides: [String]...) -> Component {
        let events = ([series] + overrides).flatMap {
            ["BEGIN:VEVENT", "UID:one"] + $0 + ["END:VEVENT"]
        }
        let text = ["BEGIN:VCALENDAR", "VERSION:2.0"] + events + ["END:VCALENDAR", ""]
        return CalendarText.parse(text.joined(separator: "\r\n")).components[0]
    }

    private static func daily(_ lines: String..., title: String = "Run", hour: String = "09")
        -> [String]
    {
        [
            "DTSTART:20260101T\(hour)0000Z", "DTEND:20260101T\(hour)3000Z",
            "RRULE:FREQ=DAILY;COUNT=9", "SUMMARY:\(title)",
        ] + lines
    }

    private static func third(_ lines: String..., title: String = "Run", hour: String = "09")
        -> [String]
    {
        [
            "RECURRENCE-ID:20260103T090000Z", "DTSTART:20260103T\(hour)0000Z",
            "DTEND:20260103T\(hour)3000Z", "SUMMARY:\(title)",
        ] + lines
    }

    private static let base = calendar(daily())

    @Test(
        "A change of single dates names them",
        arguments: [
            (calendar(daily(), third(title: "Walk")), EventChange.Kind.changes),
            (calendar(daily(), third(hour: "11")), .moves),
            (calendar(daily("SEQUENCE:1", "DTSTAMP:20260105T000000Z"), third(hour: "11")), .moves),
            (calendar(daily("EXDATE:20260103T090000Z")), .removes),
        ]
    )
    func dates(later: Component, kind: EventChange.Kind) {
        let change = EventChange(from: Self.base, to: later)
        #expect(change.occurrences == ["20260103T090000Z"] && change.kind == kind)
    }

    @Test("A changed date that is removed is removed, and one that's restored is changed")
    func changedBefore() {
        let changed = Self.calendar(Self.daily(), Self.third(title: "Walk"))
        let removed = Self.calendar(Self.daily("EXDATE:20260103T090000Z"))
        let change = EventChange(from: changed, to: removed)
        #expect(change.occurrences == ["20260103T090000Z"] && change.kind == .removes)
        let restored = EventChange(from: changed, to: Self.base)
        #expect(restored.occurrences == ["20260103T090000Z"] && restored.kind == .changes)
        #expect(EventChange(from: removed, to: Self.base).occurrences == ["20260103T090000Z"])
    }

    @Test("A series that ends, or leaves dates out, says nothing else than before")
    func leavesOut() {
        let ended = Self.daily().map { $0.replacing("COUNT=9", with: "UNTIL=20260104T090000Z") }
        let changed = Self.calendar(Self.daily(), Self.third(title: "Walk"))
        func onlyLeavesOut(_ later: [String], of earlier: Component = Self.base) -> Bool {
            EventChange.onlyLeavesOut(Self.calendar(later), of: earlier)
        }
        #expect(onlyLeavesOut(ended) && onlyLeavesOut(ended, of: changed))
        #expect(onlyLeavesOut(Self.daily("EXDATE:20260103T090000Z", "SEQUENCE:2")))
        #expect(!onlyLeavesOut(ended + ["LOCATION:Hall"]))
        #expect(!onlyLeavesOut(Self.daily(hour: "11")))
        // Dates that come back are a change.
        #expect(!onlyLeavesOut(Self.daily(), of: Self.calendar(ended)))
        let excepted = Self.calendar(Self.daily("EXDATE:20260103T090000Z"))
        #expect(!onlyLeavesOut(ended, of: excepted) && !onlyLeavesOut(Self.daily(), of: excepted))
        #expect(onlyLeavesOut(ended, of: Self.calendar(Self.daily("EXDATE:20260105T090000Z"))))
        #expect(!onlyLeavesOut(Self.daily("RDATE:20260303T090000Z")))
        let weekly = Self.daily().map { $0.replacing("DAILY", with: "WEEKLY") }
        #expect(!onlyLeavesOut(weekly))
        // A date that says something of its own is a change.
        #expect(!EventChange.onlyLeavesOut(changed, of: Self.base))
    }

    @Test("Two dates that aren't changed alike have no kind in common")
    func mixed() {
        let later = Self.calendar(Self.daily("EXDATE:20260105T090000Z"), Self.third(hour: "11"))
        let change = EventChange(from: Self.base, to: later)
        #expect(change.occurrences?.sorted() == ["20260103T090000Z", "20260105T090000Z"])
        #expect(change.kind == nil)
    }

    @Test(
        "A change of the series concerns all of its dates",
        arguments: [
            (daily(title: "Walk"), EventChange.Kind.changes), (daily(hour: "11"), .moves),
            (daily("EXDATE:20260103T090000Z", title: "Walk"), nil),
            (daily("LOCATION:Hall"), .changes),
        ]
    )
    func series(later: [String], kind: EventChange.Kind?) {
        let change = EventChange(from: Self.base, to: Self.calendar(later))
        #expect(change.occurrences == nil && change.kind == kind)
    }

    @Test("A change for this and all later dates concerns the series")
    func following() {
        let later = Self.third("RECURRENCE-ID;RANGE=THISANDFUTURE:20260103T090000Z", title: "Walk")
            .filter { $0 != "RECURRENCE-ID:20260103T090000Z" }
        #expect(
            EventChange(from: Self.base, to: Self.calendar(Self.daily(), later)).occurrences == nil
        )
    }

    @Test("What says when it was written is no change")
    func stamps() {
        let later = Self.calendar(Self.daily("SEQUENCE:4", "LAST-MODIFIED:20260105T000000Z"))
        let change = EventChange(from: Self.base, to: later)
        #expect(change.occurrences == [] && change.kind == nil)
    }
}
