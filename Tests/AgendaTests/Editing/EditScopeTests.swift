import Agenda
import CivilTime
import ICalendar
import Testing

/// Every field, changed in one occurrence, in this and following ones, and in all.
@Suite("Fields and scopes")
struct EditScopeTests {
    struct Field: Sendable, CustomTestStringConvertible {
        let name: String
        let set: @Sendable (inout EventDraft) -> Void
        /// The lines that the field is written as.
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
        "A field changes in the chosen occurrences only",
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
        // The override keeps its own changes.
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

    @Test("An override follows its series in everything that it didn't change")
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

    @Test("An occurrence moved to another calendar becomes an event of its own")
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

    @Test("An occurrence with a rule of its own becomes a new series")
    func ruleOfOne() throws {
        var agenda = try Sample.agenda([Self.series])
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        var draft = EventDraft()
        draft.rule = "FREQ=WEEKLY;COUNT=2"
        _ = try agenda.change(key, scope: .this, draft, newUID: "n", now: Sample.now)
        #expect(Sample.lines(agenda, "n.ics").contains("RRULE:FREQ=WEEKLY;COUNT=2"))
        #expect(try Sample.list(agenda, "2026-03-01", "2026-04-01").count == 6)
        // A rule that is the same as before changes nothing.
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
            what: "removing the rule leaves the first occurrence",
            scope: .all,
            rule: "",
            expected: ["2026-03-10 Talk"],
            kept: 0,
            dropped: 1
        ),
        Rule(
            what: "removing the rule from here on keeps the occurrences before",
            scope: .following,
            rule: "",
            expected: ["2026-03-10 Talk", "2026-03-11 Talk", "2026-03-12 Talk"],
            kept: 0,
            dropped: 1
        ),
        Rule(
            what: "a rule changed from here on keeps the total count",
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

    @Test("A new rule keeps overrides within its range and drops the others", arguments: rules)
    func ruleChanges(row: Rule) throws {
        var agenda = try Sample.agenda([Self.series])
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        var draft = EventDraft()
        draft.rule = row.rule
        let planned = try agenda.effect(ofChanging: key, scope: row.scope, draft, now: Sample.now)
        let outcome = try agenda.change(key, scope: row.scope, draft, newUID: "n", now: Sample.now)
        #expect(outcome.edit.effect == planned)
        let list = try Sample.list(agenda, "2026-03-01", "2026-05-01")
        #expect(list.map { $0.prefix(10) + " " + $0.dropFirst(34) } == row.expected)
        #expect(planned.keptCount == row.kept)
        #expect(planned.droppedCount == row.dropped)
        #expect(planned.changesRule)
        _ = try agenda.undo()
        #expect(try Sample.list(agenda, "2026-03-01", "2026-05-01").count == 5)
    }

    @Test("Changing Tuesdays to Wednesdays moves the overrides along")
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
        #expect(
            effect.english
                == "Every week on Tuesday becomes every week on Wednesday from 3 June 2026; 1 changed date is kept"
        )
        #expect(
            try Sample.list(agenda, "2026-06-01", "2026-07-01").map {
                $0.prefix(10) + $0.dropFirst(33)
            }
                == ["2026-06-03 Talk", "2026-06-10 Guest", "2026-06-24 Talk"]
        )
    }

    struct SentenceRow: Sendable, CustomTestStringConvertible {
        let scope: EditScope
        var title: String?
        var rule: String?
        var start: String?
        let expected: String
        var testDescription: String { expected }
    }

    static let sentences = [
        SentenceRow(
            scope: .this,
            title: "New",
            expected: "Only 12 March 2026 changes; 1 changed date is kept"
        ),
        SentenceRow(
            scope: .following,
            title: "New",
            expected: "All from 12 March 2026 on change; 1 changed date is kept"
        ),
        SentenceRow(
            scope: .all,
            title: "New",
            expected: "All dates change; 1 changed date is kept"
        ),
        SentenceRow(
            scope: .this,
            rule: "FREQ=WEEKLY",
            expected:
                "Only 12 March 2026 changes, and is no longer part of the series; 1 changed date is kept"
        ),
        SentenceRow(
            scope: .following,
            rule: "",
            expected: "No longer repeats from 12 March 2026; 1 changed date is removed"
        ),
        SentenceRow(
            scope: .all,
            rule: "FREQ=WEEKLY;COUNT=2",
            expected:
                "Every day becomes every week on Tuesday from 10 March 2026; 1 changed date is kept"
        ),
    ]

    @Test("An edit is described in a sentence", arguments: sentences)
    func sentence(row: SentenceRow) throws {
        let agenda = try Sample.agenda([Self.series])
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        var draft = EventDraft()
        draft.title = row.title
        draft.rule = row.rule
        let effect = try agenda.effect(ofChanging: key, scope: row.scope, draft, now: Sample.now)
        #expect(effect.english == row.expected)
    }

    @Test(
        "A deletion is described in a sentence",
        arguments: [
            (EditScope.this, "Only 12 March 2026 is deleted; 1 changed date is kept"),
            (.following, "All from 12 March 2026 on are deleted; 1 changed date is removed"),
            (.all, "All dates are deleted; 1 changed date is removed"),
        ]
    )
    func deletionSentence(scope: EditScope, expected: String) throws {
        let agenda = try Sample.agenda([Self.series])
        let key = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        #expect(
            try agenda.effect(ofDeleting: key, scope: scope, now: Sample.now).english == expected
        )
    }

    @Test("The days of a typed rule are the viewer's")
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
