import Agenda
import CivilTime
import Testing

@Suite("Templates")
struct TemplateTests {
    private static let now = Instant(secondsSinceEpoch: 1_790_000_000)  // 2026-09-21 13:33 UTC

    private static func titles(_ agenda: Agenda, _ text: String) -> [String] {
        agenda.templates(for: text, now: now).map { "\($0.title) \($0.useCount)" }
    }

    @Test("A template has the fields of the last event with the title")
    func takesOver() throws {
        let agenda = try Sample.agenda([
            "DTSTART:20260801T080000Z\nDTEND:20260801T090000Z\nSUMMARY:dentist\nLOCATION:Old street",
            """
            DTSTART:20260901T083000Z
            DTEND:20260901T091500Z
            SUMMARY:Dentist
            LOCATION:Main Street 4
            CATEGORIES:Health,Teeth
            COLOR:red
            TRANSP:TRANSPARENT
            CLASS:PRIVATE
            BEGIN:VALARM
            ACTION:DISPLAY
            TRIGGER:-PT30M
            END:VALARM
            """,
        ])
        let template = try #require(agenda.templates(for: "DENT", now: Self.now).first)
        #expect(template.title == "Dentist" && template.useCount == 2)
        #expect(template.calendar == Sample.home && template.location == "Main Street 4")
        #expect(template.color == .red && template.categories == ["Health", "Teeth"])
        #expect(!template.isAllDay && template.minutes == 45 && template.reminders == [30])
        #expect(template.startTime == TimeOfDay(hour: 10, minute: 30))
        #expect(!template.isBusy && template.isPrivate)
    }

    @Test("The title, or a word of it, begins with the text; case and accents don't matter")
    func matches() throws {
        let agenda = try Sample.agenda([
            "DTSTART:20260901T100000Z\nSUMMARY:Café crème",
            "DTSTART:20260901T100000Z\nSUMMARY:Decaf",
            "DTSTART:20260901T100000Z\nSUMMARY:The Cafe",
        ])
        #expect(Self.titles(agenda, "cafe") == ["Café crème 1", "The Cafe 1"])
        #expect(Self.titles(agenda, " CAFÉ  c") == ["Café crème 1"])
        #expect(Self.titles(agenda, "afe").isEmpty)
        #expect(Self.titles(agenda, "").isEmpty)
        #expect(Self.titles(agenda, "  ").isEmpty)
    }

    @Test("Each use counts, and one of 60 days ago half as much as one of today")
    func order() throws {
        let once = "DTSTART:20260918T100000Z\nSUMMARY:Choir camp"
        let older = (1...3).map { "DTSTART:2026070\($0)T100000Z\nSUMMARY:Choir concert" }
        #expect(
            Self.titles(try Sample.agenda([once] + older), "ch")
                == ["Choir concert 3", "Choir camp 1"]
        )
        #expect(
            Self.titles(try Sample.agenda([once] + older.prefix(1)), "ch")
                == ["Choir camp 1", "Choir concert 1"]
        )
        // A series that goes on was used last a few days ago, however long ago it began.
        let series = "DTSTART:20200101T100000Z\nRRULE:FREQ=WEEKLY\nSUMMARY:Choir practice"
        let yearly = "DTSTART:20200101T100000Z\nRRULE:FREQ=YEARLY\nSUMMARY:Choir party"
        let ended = "DTSTART:20200101T100000Z\nRRULE:FREQ=DAILY;COUNT=3\nSUMMARY:Choir abroad"
        #expect(
            Self.titles(try Sample.agenda([ended, once, series, yearly]), "ch")
                == ["Choir practice 1", "Choir camp 1", "Choir party 1", "Choir abroad 1"]
        )
        let planned = "DTSTART:20270901T100000Z\nSUMMARY:Choir birthday"
        #expect(
            Self.titles(try Sample.agenda([planned, once]), "ch")
                == ["Choir camp 1", "Choir birthday 1"]
        )
    }

    @Test("Whole days are counted as days, also where the clocks change")
    func wholeDays() throws {
        let agenda = try Sample.agenda([
            "DTSTART;VALUE=DATE:20260327\nDTEND;VALUE=DATE:20260330\nSUMMARY:Trip"
        ])
        let template = try #require(agenda.templates(for: "trip", now: Self.now).first)
        #expect(template.isAllDay && template.minutes == 3 * 1_440)
        #expect(template.startTime == .midnight)
    }

    @Test("Cancelled events, candidates, long titles and others' calendars give no templates")
    func leavesOut() throws {
        var agenda = try Sample.agenda([
            "DTSTART:20260901T100000Z\nSUMMARY:Talk\nSTATUS:CANCELLED",
            "DTSTART:20260901T100000Z\nSUMMARY:Talk " + String(repeating: "a", count: 195),
            "DTSTART:20260901T100000Z\nSUMMARY:Talk " + String(repeating: "b", count: 196),
        ])
        #expect(agenda.templates(for: "talk", now: Self.now).map { $0.title.utf8.count } == [200])
        var calendar = try #require(agenda.calendars[Sample.home])
        calendar.level = .group
        agenda.putCalendar(calendar)
        #expect(agenda.templates(for: "talk", now: Self.now).isEmpty)
    }

    @Test("At most 20 templates are returned, and no more than asked for")
    func limit() throws {
        let agenda = try Sample.agenda(
            (10...40).map { "DTSTART:20260901T100000Z\nSUMMARY:Talk \($0)" }
        )
        #expect(agenda.templates(for: "t", now: Self.now, limit: 100).count == 20)
        #expect(agenda.templates(for: "t", now: Self.now, limit: 20).count == 20)
        #expect(agenda.templates(for: "t", now: Self.now, limit: 1).map(\.title) == ["Talk 10"])
        #expect(agenda.templates(for: "t", now: Self.now, limit: -1).isEmpty)
    }

    @Test("A text of 200 bytes is looked up, and a longer one isn't")
    func textLimit() throws {
        let title = String(repeating: "x", count: 200)
        let agenda = try Sample.agenda(["DTSTART:20260901T100000Z\nSUMMARY:\(title)"])
        #expect(agenda.templates(for: title, now: Self.now).count == 1)
        #expect(agenda.templates(for: title + "x", now: Self.now).isEmpty)
    }
}
