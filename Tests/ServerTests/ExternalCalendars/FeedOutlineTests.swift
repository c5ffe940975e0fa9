import ICalendar
import Testing

@testable import ExternalCalendars
@testable import Server

@Suite("Outlines of feeds")
struct FeedOutlineTests {
    private static func scan(_ lines: String...) -> FeedScan? {
        let all = ["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]
        return FeedScan(Array(all.joined(separator: "\r\n").utf8))
    }

    private static func event(_ uid: String, _ lines: String...) -> String {
        (["BEGIN:VEVENT", "UID:\(uid)"] + lines + ["END:VEVENT"]).joined(separator: "\r\n")
    }

    private static let zone = "BEGIN:VTIMEZONE\r\nTZID:Club\r\nEND:VTIMEZONE"

    @Test("Stamps don't count, and everything else does, also around the events")
    func changes() throws {
        let first = try #require(
            Self.scan(Self.zone, Self.event("a", "SUMMARY:A", "DTSTAMP:1"), Self.event("b"))
        ).outline
        let stamped = try #require(
            Self.scan(
                Self.zone,
                Self.event("b", "CREATED:1"),
                Self.event("a", "DTSTAMP:2", "LAST-MODIFIED:2", "SUMMARY:A", "sequence:3")
            )
        ).outline
        #expect(stamped == first)
        let other = try #require(
            Self.scan(Self.zone, Self.event("a", "SUMMARY:A2", "DTSTAMP:1"), Self.event("c"))
        ).outline
        #expect(FeedOutline.uids(other.changed(since: first)).sorted() == ["a", "c"])
        #expect(other.hasSameFrame(as: first))
        let moved = try #require(Self.scan(Self.zone.replacing("Club", with: "Den"))).outline
        #expect(!moved.hasSameFrame(as: first))
        // An alarm's DTSTAMP counts as content, unlike the event's.
        let alarm = "BEGIN:VALARM\r\nDTSTAMP:"
        let (one, two) = (
            Self.scan(Self.event("a", alarm + "1", "END:VALARM")),
            Self.scan(Self.event("a", alarm + "2", "END:VALARM"))
        )
        #expect(one?.outline != two?.outline)
    }

    @Test("A part of a feed has what is around the events, and all of the wanted ones")
    func parts() throws {
        let scan = try #require(
            Self.scan(
                Self.event("a", "SUMMARY:A"),
                Self.zone,
                Self.event("b"),
                Self.event("a", "RECURRENCE-ID:20260302T180000Z")
            )
        )
        let wanted = Set(scan.outline.events.keys.filter { FeedOutline.uids([$0]) == ["a"] })
        let part = String(decoding: scan.with(wanted), as: UTF8.self)
        #expect(part.contains("TZID:Club") && !part.contains("UID:b"))
        #expect(part.split(separator: "UID:a").count == 3)
        #expect(CalendarText.parse(part).problems.isEmpty)
        #expect(String(decoding: scan.with([]), as: UTF8.self).split(separator: "\r\n").count == 6)
    }

    @Test("A folded UID is the UID it spells")
    func folded() throws {
        let scan = try #require(Self.scan(Self.event("long\r\n er", "SUMMARY:A")))
        #expect(FeedOutline.uids(scan.outline.events.keys) == ["longer"])
    }

    @Test(
        "What can't be divided has no outline",
        arguments: [
            "BEGIN:VEVENT\r\nSUMMARY:A\r\nEND:VEVENT", "BEGIN:VEVENT\r\nUID:a", "END:VEVENT",
            "END:VCALENDAR\r\nEND:VCALENDAR\r\nBEGIN:X",
        ]
    )
    func broken(text: String) {
        #expect(Self.scan(text) == nil)
    }
}
