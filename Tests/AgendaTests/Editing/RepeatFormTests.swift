import Agenda
import CivilTime
import Testing

@Suite("The repeat form")
struct RepeatFormTests {
    static let rows: [(rule: String, kind: RepeatForm.Kind)] = [
        ("FREQ=DAILY", .daily),
        ("FREQ=DAILY;COUNT=5;INTERVAL=3", .daily),
        ("FREQ=WEEKLY;COUNT=10;BYDAY=TU,TH", .weekly),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SA", .weekly),
        ("FREQ=WEEKLY;BYDAY=MO,SU;WKST=SU", .weekly),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU", .other),
        ("FREQ=MONTHLY", .monthly),
        ("FREQ=MONTHLY;BYDAY=3SA", .monthly),
        ("FREQ=MONTHLY;BYDAY=2TU", .other),
        ("FREQ=MONTHLY;BYDAY=1SA,3SA", .other),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", .other),
        ("FREQ=YEARLY", .yearly),
        ("FREQ=YEARLY;BYMONTH=6", .other),
        ("FREQ=YEARLY;BYMONTH=11;BYDAY=3SA", .yearly),
        ("FREQ=YEARLY;BYMONTH=11;BYDAY=-1SA", .other),
        ("FREQ=YEARLY;BYDAY=3SA", .other),
        ("FREQ=DAILY;BYHOUR=9,12", .other),
        ("no rule", .other),
    ]

    @Test(
        "The form reads and writes the rules it can show, and calls others \"other\"",
        arguments: rows
    )
    func kinds(rule: String, kind: RepeatForm.Kind) throws {
        let start = try #require(CivilDateTime("2026-11-21T09:00"))
        let form = try #require(RepeatForm(rule, start: .floating(start), in: .utc))
        #expect(form.kind == kind)
        let written = form.rule(start: start, isAllDay: false, in: .utc)
        if kind == .other {
            #expect(written == nil)
        } else {
            let again = try #require(
                written.flatMap { RepeatForm($0, start: .floating(start), in: .utc) }
            )
            #expect(again == form)
        }
    }

    @Test(
        "The form reads and writes days counted from the end of the month",
        arguments: [
            ("2026-11-30", "FREQ=MONTHLY;BYMONTHDAY=-1", RepeatForm.MonthDay.lastDay),
            ("2026-11-27", "FREQ=MONTHLY;BYDAY=-1FR", .last),
            ("2026-11-27", "FREQ=YEARLY;BYMONTH=11;BYDAY=-1FR", .last),
            ("2026-02-28", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", .lastDay),
        ]
    )
    func monthEnd(day: String, rule: String, monthDay: RepeatForm.MonthDay) throws {
        let start = try #require(CivilDateTime(day + "T09:00"))
        let form = try #require(RepeatForm(rule, start: .floating(start), in: .utc))
        #expect(form.kind != .other)
        #expect(form.monthDay == monthDay)
        let written = try #require(form.rule(start: start, isAllDay: false, in: .utc))
        #expect(RepeatForm(written, start: .floating(start), in: .utc) == form)
    }

    @Test("The last day is by the viewer's clock and inclusive")
    func until() throws {
        let zone = try Sample.zone("America/New_York")
        let start = try #require(CivilDateTime("2026-11-21T20:00"))
        let last = try #require(CivilDate("2026-12-01"))
        let form = RepeatForm(kind: .daily, end: .until(last))
        #expect(
            form.rule(start: start, isAllDay: false, in: zone)
                == "FREQ=DAILY;UNTIL=20261202T045959Z"
        )
        #expect(form.rule(start: start, isAllDay: true, in: zone) == "FREQ=DAILY;UNTIL=20261201")
        let read = RepeatForm(
            "FREQ=DAILY;UNTIL=20261202T045959Z",
            start: .floating(start),
            in: zone
        )
        #expect(read?.end == .until(last))
    }
}
