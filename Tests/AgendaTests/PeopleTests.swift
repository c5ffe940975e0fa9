import Agenda
import CivilTime
import ICalendar
import Testing

/// An agenda with the viewer's calendars, a group's, and those of Ana and Ben.
enum Group {
    static let me = "0f9b6d1e-0000-4000-8000-000000000001"
    static let ana = "0f9b6d1e-0000-4000-8000-000000000002"
    static let ben = "0f9b6d1e-0000-4000-8000-000000000003"
    static let band = CalendarID("band")
    static let anas = CalendarID("anas")
    static let bens = CalendarID("bens")

    static func agenda(zone: String = "Europe/Berlin") throws -> Agenda {
        var agenda = try Sample.agenda([], zone: zone)
        agenda.setAccount(me)
        put(&agenda, Sample.home, .own, owner: me, groups: ["g"])
        put(&agenda, Sample.work, .own, owner: me, groups: [])
        put(&agenda, band, .group, owner: "", groups: ["g"])
        put(&agenda, anas, .full, owner: ana, groups: ["g", "h"], color: .purple)
        put(&agenda, bens, .busy, owner: ben, groups: ["h"], color: .teal)
        return agenda
    }

    static func put(
        _ agenda: inout Agenda,
        _ id: CalendarID,
        _ level: AccessLevel,
        owner: String,
        groups: [String],
        color: EventColor = .green
    ) {
        var calendar = CalendarCollection(id: id, name: id.text, color: color)
        calendar.level = level
        calendar.owner = owner
        calendar.groups = groups
        agenda.putCalendar(calendar)
    }

    static func add(
        _ agenda: inout Agenda,
        _ calendar: CalendarID,
        _ name: String,
        _ lines: String
    ) {
        let id = ObjectID(calendar: calendar, href: name + ".ics")
        let isPut = agenda.putObject(id, etag: "\"1\"", text: Sample.object(lines, uid: name))
        #expect(isPut)
    }

    static func hour(_ day: String, _ from: Int, _ to: Int, _ more: String = "") -> String {
        func digits(_ hour: Int) -> String { hour < 10 ? "0\(hour)" : "\(hour)" }
        return """
            DTSTART;TZID=Europe/Berlin:\(day)T\(digits(from))0000
            DTEND;TZID=Europe/Berlin:\(day)T\(digits(to))0000
            SUMMARY:\(from)
            \(more)
            """
    }

    static func candidate(_ answers: [String: String], identity: String = "p") -> String {
        let asked = answers.sorted { $0.key < $1.key }
            .map { "ATTENDEE;PARTSTAT=\($0.value):urn:uuid:\($0.key)" }
        let mark = identity.isEmpty ? [] : ["X-MEANTIME-PROPOSAL:" + identity]
        return (asked + mark).joined(separator: "\n")
    }
}

@Suite("People")
struct PeopleTests {
    @Test("A fellow member's calendar can't be changed")
    func readOnly() throws {
        var agenda = try Group.agenda()
        for calendar in [Group.anas, Group.bens, Sample.home] {
            Group.add(&agenda, calendar, "e", Group.hour("20260311", 9, 10))
        }
        var draft = EventDraft()
        draft.title = "New"
        draft.start = CivilDateTime("2026-03-11T12:00:00")
        for calendar in [Group.anas, Group.bens] {
            let key = OccurrenceKey(
                object: ObjectID(calendar: calendar, href: "e.ics"),
                recurrenceID: "20260311T090000"
            )
            let refusal = EditError.readOnly(calendar)
            #expect(refusal.code == "read-only")
            #expect(throws: refusal) {
                try agenda.change(key, scope: .all, draft, newUID: "n", now: Sample.now)
            }
            #expect(throws: refusal) { try agenda.delete(key, scope: .all, now: Sample.now) }
            draft.calendar = calendar
            #expect(throws: refusal) { try agenda.create(draft, uid: "n", now: Sample.now) }
            let own = OccurrenceKey(
                object: ObjectID(calendar: Sample.home, href: "e.ics"),
                recurrenceID: "20260311T090000"
            )
            #expect(throws: refusal) {
                try agenda.change(own, scope: .all, draft, newUID: "n", now: Sample.now)
            }
            draft.calendar = nil
        }
        draft.calendar = Group.band
        let made = try agenda.create(draft, uid: "n", now: Sample.now)
        #expect(made.changes.count == 1)
    }

    @Test("A candidate can't be edited")
    func proposalsAreNotEdited() throws {
        var agenda = try Group.agenda()
        let mark = Group.candidate([Group.me: "ACCEPTED"])
        Group.add(&agenda, Group.band, "c", Group.hour("20260311", 9, 10, mark))
        let key = try Sample.key(agenda, "2026-03-11", "2026-03-12")
        #expect(throws: EditError.isProposal) {
            try agenda.delete(key, scope: .all, now: Sample.now)
        }
        #expect(throws: EditError.isProposal) {
            try Sample.move(&agenda, key, byDays: 1)
        }
    }

    @Test("Calendars can be hidden, and a group viewed on its own")
    func visibility() throws {
        var agenda = try Group.agenda()
        let calendars = [Sample.home, Sample.work, Group.band, Group.anas, Group.bens]
        for calendar in calendars {
            Group.add(&agenda, calendar, calendar.text, Group.hour("20260311", 9, 10))
        }
        let first = try #require(CivilDate("2026-03-11"))
        func shown(_ agenda: Agenda) throws -> Set<String> {
            let days = first..<first.adding(days: 1)
            return Set(agenda.occurrences(in: days).map { $0.key.object.calendar.text })
        }
        #expect(try shown(agenda) == ["home", "work", "band", "anas", "bens"])
        agenda.showCalendar(Group.anas, false)
        #expect(try shown(agenda) == ["home", "work", "band", "bens"])
        agenda.showGroup(GroupView(group: "g", colors: [:]))
        #expect(try shown(agenda) == ["home", "band"])
        agenda.showCalendar(Group.anas, true)
        #expect(try shown(agenda) == ["home", "band", "anas"])
        agenda.showCalendar(Sample.home, false)
        #expect(try shown(agenda) == ["band", "anas"])
        agenda.showCalendar(Group.band, false)
        #expect(try shown(agenda) == ["anas"])
        // A calendar that is added later follows the same rules.
        var late = CalendarCollection(id: CalendarID("late"), name: "", color: .red)
        late.level = .busy
        late.owner = Group.ben
        late.groups = ["h"]
        agenda.putCalendar(late)
        Group.add(&agenda, late.id, "late", Group.hour("20260311", 9, 10))
        #expect(try shown(agenda) == ["anas"])
        agenda.showGroup(nil)
        #expect(try shown(agenda) == ["work", "anas", "bens", "late"])
    }

    @Test(
        "A group view shows own and mirrored events in their person's colour, and keeps the group's"
    )
    func colors() throws {
        var agenda = try Group.agenda()
        for calendar in [Sample.home, Group.band, Group.anas] {
            Group.add(&agenda, calendar, calendar.text, Group.hour("20260311", 9, 10, "COLOR:red"))
        }
        let first = try #require(CivilDate("2026-03-11"))
        func colors(_ agenda: Agenda) throws -> [String] {
            let days = first..<first.adding(days: 1)
            return agenda.occurrences(in: days).map {
                $0.key.object.calendar.text + " " + agenda.color(of: $0).name
            }.sorted()
        }
        #expect(try colors(agenda) == ["anas purple", "band red", "home red"])
        agenda.showGroup(GroupView(group: "g", colors: [Group.me: .orange, Group.ana: .pink]))
        #expect(try colors(agenda) == ["anas pink", "band red", "home orange"])
    }

    @Test("A group view shows only the viewer's own time of another group's events")
    func otherGroup() throws {
        var agenda = try Group.agenda()
        Group.put(&agenda, CalendarID("team"), .group, owner: "", groups: ["t", "g"])
        let team = CalendarID("team")
        let day = "20260311"
        Group.add(&agenda, Group.band, "rehearsal", Group.hour(day, 9, 10))
        Group.add(&agenda, team, "all", Group.hour(day, 10, 11))
        let others = Group.candidate([Group.ana: "ACCEPTED"], identity: "")
        Group.add(&agenda, team, "others", Group.hour(day, 11, 12, others + "\nRRULE:FREQ=DAILY"))
        Group.add(&agenda, team, "asked", Group.hour(day, 12, 13, Group.candidate([Group.me: ""])))
        func shown() throws -> [String] {
            let date = try #require(CivilDate("2026-03-11"))
            return agenda.occurrences(in: date..<date.adding(days: 1)).map { occurrence in
                let calendar = agenda.calendars[occurrence.key.object.calendar]
                let person = calendar.flatMap(agenda.person(of:)) == Group.me ? " mine" : ""
                return occurrence.uid + " " + agenda.color(of: occurrence).name + person
            }.sorted()
        }
        #expect(
            try shown() == ["all green", "asked green", "others green", "rehearsal green"]
        )
        agenda.showGroup(GroupView(group: "g", colors: [Group.me: .teal]))
        #expect(try shown() == ["all teal mine", "rehearsal green"])
        agenda.showGroup(GroupView(group: "t", colors: [Group.me: .teal]))
        #expect(try shown() == ["all green", "asked green", "others green"])
    }

    @Test("The answers to a candidate are counted for each occurrence")
    func tally() throws {
        var agenda = try Group.agenda()
        let all = Group.candidate([
            Group.me: "TENTATIVE", Group.ana: "ACCEPTED", Group.ben: "NEEDS-ACTION",
        ])
        let one = Group.candidate([
            Group.me: "DECLINED", Group.ana: "ACCEPTED", Group.ben: "ACCEPTED",
        ])
        Group.add(
            &agenda,
            Group.band,
            "c",
            Group.hour("20260311", 9, 10, all + "\nRRULE:FREQ=DAILY;COUNT=2") + "\n--\n"
                + Group.hour(
                    "20260312",
                    9,
                    10,
                    one + "\nRECURRENCE-ID;TZID=Europe/Berlin:20260312T090000"
                )
        )
        Group.add(&agenda, Sample.home, "own", Group.hour("20260313", 9, 10))
        let days = try #require(CivilDate("2026-03-11"))..<(try #require(CivilDate("2026-03-14")))
        let tallies = agenda.occurrences(in: days).map { agenda.tally(of: $0) }
        let first = try #require(tallies[0])
        #expect(first.identity == "p")
        #expect(first.own == .maybe)
        #expect([first.yes, first.maybe, first.no, first.missing] == [1, 1, 0, 1])
        let second = try #require(tallies[1])
        #expect(second.own == .no)
        #expect([second.yes, second.maybe, second.no, second.missing] == [2, 0, 1, 0])
        #expect(tallies[2] == nil)
    }

    @Test("Mirrored calendars give no reminders")
    func reminders() throws {
        var agenda = try Group.agenda()
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT10M\nEND:VALARM"
        for calendar in [Sample.home, Group.band, Group.anas] {
            Group.add(&agenda, calendar, calendar.text, Group.hour("20260311", 9, 10, alarm))
        }
        let from = Instant(secondsSinceEpoch: 1_773_212_400)
        let due = agenda.reminders(after: from, through: from.adding(seconds: 86_400))
        #expect(due.map { $0.occurrence.key.object.calendar.text }.sorted() == ["band", "home"])
    }
}

@Suite("Conflicts with the viewer's events")
struct ConflictTests {
    private func conflicts(_ agenda: Agenda, _ rule: String = "") throws -> [String] {
        let time = try ProposedTime(
            start: "2026-03-11T09:00:00",
            end: "2026-03-11T10:00:00",
            zone: "Europe/Berlin",
            rule: rule
        )
        let days = try #require(CivilDate("2026-03-01"))..<(try #require(CivilDate("2026-05-01")))
        return try agenda.conflicts(with: time, in: days, limit: 100, now: Sample.now).found.map {
            let names = $0.collisions.map { $0.uid }.joined(separator: " ")
            return $0.start.date.text + " " + names
        }
    }

    @Test("Conflicts are events that overlap and take the viewer's time, shown or hidden")
    func single() throws {
        var agenda = try Group.agenda()
        Group.add(&agenda, Sample.home, "within", Group.hour("20260311", 9, 10))
        Group.add(&agenda, Sample.work, "hidden", Group.hour("20260311", 8, 12))
        Group.add(&agenda, Sample.home, "before", Group.hour("20260311", 8, 9))
        Group.add(&agenda, Sample.home, "after", Group.hour("20260311", 10, 11))
        Group.add(&agenda, Sample.home, "free", Group.hour("20260311", 9, 10, "TRANSP:TRANSPARENT"))
        Group.add(&agenda, Sample.home, "off", Group.hour("20260311", 9, 10, "STATUS:CANCELLED"))
        Group.add(&agenda, Group.anas, "anas", Group.hour("20260311", 9, 10))
        Group.add(&agenda, Group.band, "all", Group.hour("20260311", 9, 10))
        for (name, answer) in [("yes", "ACCEPTED"), ("open", "NEEDS-ACTION"), ("no", "DECLINED")] {
            let asked = Group.candidate([Group.me: answer], identity: "")
            Group.add(&agenda, Group.band, name, Group.hour("20260311", 9, 10, asked))
        }
        let others = Group.candidate([Group.ana: "ACCEPTED"], identity: "")
        Group.add(&agenda, Group.band, "others", Group.hour("20260311", 9, 10, others))
        for (name, answer) in [("ghost", "ACCEPTED"), ("perhaps", "TENTATIVE")] {
            let candidate = Group.candidate([Group.me: answer, Group.ana: "ACCEPTED"])
            Group.add(&agenda, Group.band, name, Group.hour("20260311", 9, 10, candidate))
        }
        agenda.showCalendar(Sample.work, false)
        #expect(try conflicts(agenda) == ["2026-03-11 hidden all ghost open within yes"])
    }

    @Test("Each occurrence is compared, and an all-day event takes all of its day")
    func rule() throws {
        var agenda = try Group.agenda()
        Group.add(&agenda, Sample.home, "one", Group.hour("20260318", 9, 11))
        Group.add(&agenda, Sample.home, "day", "DTSTART;VALUE=DATE:20260401\nSUMMARY:Off")
        #expect(
            try conflicts(agenda, "FREQ=WEEKLY;COUNT=5") == ["2026-03-18 one", "2026-04-01 day"]
        )
    }

    @Test("A stored candidate conflicts neither with itself nor with others of its proposal")
    func stored() throws {
        var agenda = try Group.agenda()
        let mark = Group.candidate([Group.me: "ACCEPTED"]) + "\nRRULE:FREQ=WEEKLY;COUNT=3"
        Group.add(&agenda, Group.band, "ghost", Group.hour("20260311", 9, 10, mark))
        let other = Group.candidate([Group.me: "ACCEPTED"])
        Group.add(&agenda, Group.band, "other", Group.hour("20260311", 8, 10, other))
        Group.add(&agenda, Sample.home, "one", Group.hour("20260318", 9, 11))
        let days = try #require(CivilDate("2026-03-01"))..<(try #require(CivilDate("2026-05-01")))
        let id = ObjectID(calendar: Group.band, href: "ghost.ics")
        let result = agenda.conflicts(with: id, in: days, limit: 10)
        #expect(result.lookedAt == 3)
        #expect(result.found.map { $0.key?.recurrenceID } == ["20260318T090000"])
        let none = ObjectID(calendar: Group.band, href: "none.ics")
        #expect(agenda.conflicts(with: none, in: days, limit: 10).lookedAt == 0)
    }
}
