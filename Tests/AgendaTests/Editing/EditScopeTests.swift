import Agenda
import CivilTime
import ICalendar
import Testing

/// Changes every field with each scope: this event, this and following, all events.
@Suite("Fields and scopes")
struct EditScopeTests {
    struct Field: Sendable, CustomTestStringConvertible {
        let name: String
        let set: @Sendable (inout EventDraft) -> Void
        /// The line or lines that the field is written as.
        let lines: [String]
        var testDescription: String { name }
    }

    static let fields = [
        Field(name: "title", set: { $0.title = "New" }, lines: ["SUMMARY:New"]),
        Field(name: "place", set: { $0.location = "Hall, left" }, lines: ["LOCATION:Hall\\, left"]),
        Field(name: "notes", set: { $0.notes = "a\nb" }, lines: ["DESCRIPTION:a\\nb"]),
        Field(name: "URL", set: { $0.url = "https://a.example" }, lines: ["URL:https://a.example"]),
        Field(name: "colour", set: { $0.color = "teal" }, lines: ["COLOR:teal"]),
        Field(
            name: "colour without a name in CSS",
            set: { $0.color = "mint" },
            lines: ["COLOR:mediumaquamarine", "X-MEANTIME-COLOR:mint"]
        ),
        Field(name: "free", set: { $0.isBusy = false }, lines: ["TRANSP:TRANSPARENT"]),
        Field(name: "private", set: { $0.isPrivate = true }, lines: ["CLASS:PRIVATE"]),
        Field(name: "status", set: { $0.status = .tentative }, lines: ["STATUS:TENTATIVE"]),
        Field(
            name: "categories",
            set: { $0.categories = ["Work", "A, B"] },
            lines: ["CATEGORIES:Work,A\\, B"]
        ),
        Field(
            name: "reminders",
            set: { $0.reminders = [0, 10] },
            lines: ["TRIGGER:PT0S", "TRIGGER:-PT10M"]
        ),
        Field(
            name: "time",
            set: { $0.start = CivilDateTime("2026-03-12T18:00") },
            lines: ["DTSTART;TZID=Europe/Berlin:20260312T180000"]
        ),
    ]

    private static let series = """
        DTSTART;TZID=Europe/Berlin:20260310T150000
        DURATION:PT90M
        RRULE:FREQ=DAILY;COUNT=5
        X-KEPT;X-P="a:b":as it was
        SUMMARY:Talk
        --
        RECURRENCE-ID;TZID=Europe/Berlin:20260313T150000
        DTSTART;TZID=Europe/Berlin:20260313T173000
        DURATION:PT2H
        SUMMARY:Long talk
        """

    @Test(
        "A changed field is written to the object of its scope, and overrides stay",
        arguments: fields,
        [EditScope.this, .following, .all]
    )
    func scopes(field: Field, scope: EditScope) throws {
        var agenda = try Sample.agenda([Self.series])
        let before = try Sample.list(agenda, "2026-03-01", "2026-04-01")
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        var draft = EventDraft()
        field.set(&draft)
        let outcome = try agenda.change(key, scope: scope, draft, newUID: "n", now: Sample.now)
        let first = Sample.lines(agenda, "e1.ics")
        let second = Sample.lines(agenda, "n.ics")
        let holder = scope == .following ? second : first
        if field.name != "time" || scope != .all {
            for line in field.lines { #expect(holder.contains(line), "\(line)") }
        }
        #expect(scope == .following ? !second.isEmpty : second.isEmpty)
        #expect((first + second).contains("X-KEPT;X-P=\"a:b\":as it was"))
        #expect(!(first + second).contains { $0.hasPrefix("DTEND") })
        let after = try Sample.list(agenda, "2026-03-01", "2026-04-01")
        #expect(after.count == 5)
        // The override keeps its own values.
        #expect(after.contains { $0.hasSuffix("T17:30 2026-03-13T19:30 Long talk") })
        if scope != .all { #expect(after.prefix(2) == before.prefix(2)) }
        #expect(outcome.edit.effect.keptCount == 1)
        #expect(outcome.edit.effect.droppedCount == 0)
        _ = try agenda.undo()
        #expect(try Sample.list(agenda, "2026-03-01", "2026-04-01") == before)
        #expect(Sample.lines(agenda, "n.ics").isEmpty)
        _ = try agenda.redo()
        #expect(try Sample.list(agenda, "2026-03-01", "2026-04-01") == after)
    }

    @Test("An override follows its series in the fields that it doesn't change")
    func inheritance() throws {
        var agenda = try Sample.agenda([
            """
            DTSTART:20260310T140000Z
            DTEND:20260310T150000Z
            RRULE:FREQ=DAILY;COUNT=3
            SUMMARY:Talk
            LOCATION:Hall
            --
            RECURRENCE-ID:20260311T140000Z
            DTSTART:20260311T140000Z
            DTEND:20260311T150000Z
            SUMMARY:Guest talk
            LOCATION:Hall
            --
            RECURRENCE-ID:20260312T140000Z
            DTSTART:20260312T170000Z
            DTEND:20260312T180000Z
            SUMMARY:Talk
            LOCATION:Park
            """
        ])
        let key = try Sample.key(agenda, "2026-03-10", "2026-03-11")
        var draft = EventDraft()
        draft.title = "Speech"
        draft.location = "Castle"
        draft.start = CivilDateTime("2026-03-10T16:00")
        draft.end = CivilDateTime("2026-03-10T18:00")
        _ = try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
        let from = try #require(CivilDate("2026-03-01"))
        let all = agenda.occurrences(in: from..<from.adding(days: 30))
        #expect(
            all.map { "\($0.start.text) \($0.end.text) \($0.event.title), \($0.event.location)" }
                == [
                    "2026-03-10T16:00:00 2026-03-10T18:00:00 Speech, Castle",
                    "2026-03-11T16:00:00 2026-03-11T18:00:00 Guest talk, Castle",
                    "2026-03-12T18:00:00 2026-03-12T20:00:00 Speech, Park",
                ]
        )
    }

    @Test("One occurrence moved to another calendar becomes a separate event there")
    func calendarOfOne() throws {
        var agenda = try Sample.agenda([Self.series])
        let before = try Sample.list(agenda, "2026-03-01", "2026-04-01")
        for day in ["2026-03-12", "2026-03-13"] {
            let date = try #require(CivilDate(day))
            let key = try Sample.key(agenda, day, date.adding(days: 1).text)
            var draft = EventDraft()
            draft.calendar = Sample.work
            let outcome = try agenda.change(key, scope: .this, draft, newUID: "n", now: Sample.now)
            #expect(outcome.edit.effect.isDetached)
            #expect(outcome.changes.count == 2)
            #expect(try Sample.list(agenda, "2026-03-01", "2026-04-01") == before)
            let own = Sample.lines(agenda, "n.ics", in: Sample.work)
            #expect(own.contains("UID:n"))
            #expect(!own.contains { $0.hasPrefix("RECURRENCE-ID") || $0.hasPrefix("RRULE") })
            let compact = day.filter { $0 != "-" }
            let rest = Sample.lines(agenda, "e1.ics")
            #expect(rest.contains("EXDATE;TZID=Europe/Berlin:\(compact)T150000"))
            _ = try agenda.undo()
        }
    }

    @Test("One occurrence that gets another rule becomes a separate series")
    func ruleOfOne() throws {
        var agenda = try Sample.agenda([Self.series])
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        var draft = EventDraft()
        draft.rule = "FREQ=WEEKLY;COUNT=2"
        _ = try agenda.change(key, scope: .this, draft, newUID: "n", now: Sample.now)
        #expect(Sample.lines(agenda, "n.ics").contains("RRULE:FREQ=WEEKLY;COUNT=2"))
        #expect(try Sample.list(agenda, "2026-03-01", "2026-04-01").count == 6)
        // The rule that the series already has doesn't split anything off.
        draft.rule = "FREQ=DAILY;COUNT=5"
        draft.title = "Other"
        let first = try Sample.key(agenda, "2026-03-10", "2026-03-11")
        let outcome = try agenda.change(first, scope: .this, draft, newUID: "m", now: Sample.now)
        #expect(outcome.changes.count == 1)
    }

    struct Rule: Sendable, CustomTestStringConvertible {
        let what: String
        let scope: EditScope
        let rule: String
        let expected: [String]
        let kept: Int
        let dropped: Int
        var testDescription: String { what }
    }

    static let rules = [
        Rule(
            what: "an earlier end drops the overrides after it",
            scope: .all,
            rule: "FREQ=DAILY;COUNT=2",
            expected: ["2026-03-10 Talk", "2026-03-11 Talk"],
            kept: 0,
            dropped: 1
        ),
        Rule(
            what: "an override between the dates of the new rule stays",
            scope: .all,
            rule: "FREQ=DAILY;INTERVAL=2;COUNT=3",
            expected: [
                "2026-03-10 Talk", "2026-03-12 Talk", "2026-03-13 Long talk", "2026-03-14 Talk",
            ],
            kept: 1,
            dropped: 0
        ),
        Rule(
            what: "without a rule, only the first occurrence is left",
            scope: .all,
            rule: "",
            expected: ["2026-03-10 Talk"],
            kept: 0,
            dropped: 1
        ),
        Rule(
            what: "without a rule from here on, the occurrences before stay",
            scope: .following,
            rule: "",
            expected: ["2026-03-10 Talk", "2026-03-11 Talk", "2026-03-12 Talk"],
            kept: 0,
            dropped: 1
        ),
        Rule(
            what: "if the rule changes from here on, its count includes the occurrences before",
            scope: .following,
            rule: "FREQ=WEEKLY;COUNT=5",
            expected: [
                "2026-03-10 Talk", "2026-03-11 Talk", "2026-03-12 Talk", "2026-03-13 Long talk",
                "2026-03-19 Talk", "2026-03-26 Talk",
            ],
            kept: 1,
            dropped: 0
        ),
    ]

    @Test("Changing the rule reports how many overrides stay and go", arguments: rules)
    func ruleChanges(row: Rule) throws {
        var agenda = try Sample.agenda([Self.series])
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        var draft = EventDraft()
        draft.rule = row.rule
        let effect = try agenda.effect(ofChanging: key, scope: row.scope, draft, now: Sample.now)
        let outcome = try agenda.change(key, scope: row.scope, draft, newUID: "n", now: Sample.now)
        #expect(outcome.edit.effect == effect)
        let list = try Sample.list(agenda, "2026-03-01", "2026-05-01")
        #expect(list.map { $0.prefix(10) + " " + $0.dropFirst(34) } == row.expected)
        #expect(effect.keptCount == row.kept)
        #expect(effect.droppedCount == row.dropped)
        #expect(effect.changesRule)
        _ = try agenda.undo()
        #expect(try Sample.list(agenda, "2026-03-01", "2026-05-01").count == 5)
    }

    @Test("Changing Tuesdays to Wednesdays moves overrides and exceptions along")
    func weekdays() throws {
        var agenda = try Sample.agenda([
            """
            DTSTART:20260602T140000Z
            RRULE:FREQ=WEEKLY;BYDAY=TU
            EXDATE:20260616T140000Z
            SUMMARY:Talk
            --
            RECURRENCE-ID:20260609T140000Z
            DTSTART:20260609T140000Z
            SUMMARY:Guest
            """
        ])
        let key = try Sample.key(agenda, "2026-06-23", "2026-06-24")
        var draft = EventDraft()
        draft.rule = "FREQ=WEEKLY;BYDAY=WE"
        let outcome = try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
        let effect = outcome.edit.effect
        #expect(effect.oldRule?.text == "FREQ=WEEKLY;BYDAY=TU")
        #expect(effect.newRule?.text == "FREQ=WEEKLY;BYDAY=WE")
        #expect(effect.from?.text == "2026-06-03")
        #expect(effect.keptCount == 1)
        #expect(effect.droppedCount == 0)
        #expect(
            try Sample.list(agenda, "2026-06-01", "2026-07-01").map {
                $0.prefix(10) + $0.dropFirst(33)
            }
                == ["2026-06-03 Talk", "2026-06-10 Guest", "2026-06-24 Talk"]
        )
    }

    /// What an edit of the occurrence of 12 March does.
    struct ToldEdit: Sendable, CustomTestStringConvertible {
        let scope: EditScope
        var title: String?
        var rule: String?
        var from = "2026-03-12"
        var newRule: String? = "FREQ=DAILY;COUNT=5"
        var keptCount = 1
        var droppedCount = 0
        var isDetached = false
        var testDescription: String { "\(scope), \(title ?? rule ?? "")" }
    }

    static let toldEdits = [
        ToldEdit(scope: .this, title: "New"),
        ToldEdit(scope: .following, title: "New", newRule: "FREQ=DAILY;COUNT=3"),
        ToldEdit(scope: .all, title: "New", from: "2026-03-10"),
        ToldEdit(scope: .this, rule: "FREQ=WEEKLY", newRule: "FREQ=WEEKLY", isDetached: true),
        ToldEdit(scope: .following, rule: "", newRule: nil, keptCount: 0, droppedCount: 1),
        ToldEdit(
            scope: .all,
            rule: "FREQ=WEEKLY;COUNT=2",
            from: "2026-03-10",
            newRule: "FREQ=WEEKLY;COUNT=2"
        ),
    ]

    @Test(
        "An edit reports the rule it makes and what happens to changed dates",
        arguments: toldEdits
    )
    func effect(row: ToldEdit) throws {
        let agenda = try Sample.agenda([Self.series])
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        var draft = EventDraft()
        draft.title = row.title
        draft.rule = row.rule
        let effect = try agenda.effect(ofChanging: key, scope: row.scope, draft, now: Sample.now)
        #expect(effect.from?.text == row.from)
        #expect(effect.newRule?.text == row.newRule)
        #expect(effect.keptCount == row.keptCount)
        #expect(effect.droppedCount == row.droppedCount)
        #expect(effect.isDetached == row.isDetached)
    }

    @Test(
        "A deletion reports what happens to changed dates",
        arguments: [(EditScope.this, 1, 0), (.following, 0, 1), (.all, 0, 1)]
    )
    func deletionEffect(scope: EditScope, keptCount: Int, droppedCount: Int) throws {
        let agenda = try Sample.agenda([Self.series])
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        let effect = try agenda.effect(ofDeleting: key, scope: scope, now: Sample.now)
        #expect(effect.keptCount == keptCount)
        #expect(effect.droppedCount == droppedCount)
    }

    @Test("The repeat form shows and takes weekdays by the viewer's clock")
    func viewersDays() throws {
        let event = """
            DTSTART;TZID=Asia/Tokyo:20260310T080000
            RRULE:FREQ=WEEKLY;BYDAY=TU
            SUMMARY:Call
            """
        var agenda = try Sample.agenda([event], zone: "America/New_York")
        let key = try Sample.key(agenda, "2026-03-16", "2026-03-17")
        let form = try #require(agenda.repeatForm(key))
        #expect(form.weekdays == [.monday])
        var draft = EventDraft()
        draft.rule = "FREQ=WEEKLY;BYDAY=TH"
        _ = try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
        #expect(Sample.lines(agenda, "e1.ics").contains("RRULE:FREQ=WEEKLY;BYDAY=FR"))
        let next = agenda.occurrences(
            in: try #require(CivilDate("2026-03-16"))..<(try #require(CivilDate("2026-03-23")))
        )
        #expect(next.map(\.start.date.text) == ["2026-03-19"])
    }
}
