import Agenda
import CivilTime
import ICalendar
import Testing

/// Answering candidates on the page before the server confirms it, and suggesting other times.
@Suite("Candidates on the page")
struct AnsweringTests {
    private static func agenda(_ rule: String = "", more: String = "") throws -> Agenda {
        var agenda = try Group.agenda()
        let asked = Group.candidate([Group.me: "NEEDS-ACTION", Group.ana: "ACCEPTED"])
        let lines = [asked, rule, more].filter { !$0.isEmpty }.joined(separator: "\n")
        Group.add(&agenda, Group.band, "rehearsal", Group.hour("20260311", 19, 21, lines))
        return agenda
    }

    private static func tally(_ agenda: Agenda, _ key: OccurrenceKey) -> String? {
        agenda.occurrence(key).flatMap { agenda.tally(of: $0) }?.own?.name
    }

    /// Answers, and stores the new text in the agenda.
    @discardableResult
    private static func answer(
        _ agenda: inout Agenda,
        _ key: OccurrenceKey,
        _ choice: ProposalChoice?,
        isForAll: Bool = true
    ) throws -> AnsweredCandidate {
        let answered = try agenda.answering(key, choice, isForAll: isForAll, now: Sample.now)
        agenda.putObject(key.object, etag: "", text: answered.text)
        return answered
    }

    @Test("The viewer's answer shows at once, and the earlier one is returned")
    func atOnce() throws {
        var agenda = try Self.agenda("RRULE:FREQ=WEEKLY;COUNT=3")
        let first = try Sample.key(agenda, "2026-03-11", "2026-03-12")
        let second = try Sample.key(agenda, "2026-03-18", "2026-03-19")
        #expect(try Self.answer(&agenda, first, .yes).earlier == nil)
        #expect(Self.tally(agenda, second) == "yes")
        let one = try Self.answer(&agenda, second, .no, isForAll: false)
        #expect(one.earlier == nil)
        #expect(one.occurrence == "20260318T190000")
        #expect(Self.tally(agenda, first) == "yes")
        #expect(Self.tally(agenda, second) == "no")
        #expect(try Self.answer(&agenda, second, .maybe, isForAll: false).earlier == .no)
        #expect(try Self.answer(&agenda, first, .no).earlier == .yes)
        // A candidate is listed by its first date, even if that was answered by itself.
        _ = try Self.answer(&agenda, first, .yes, isForAll: false)
        #expect(agenda.candidates(of: "p").map { $0.start.date.text } == ["2026-03-11"])
        _ = try Self.answer(&agenda, first, nil, isForAll: false)
        #expect(try Self.answer(&agenda, second, nil, isForAll: false).earlier == .maybe)
        #expect(Self.tally(agenda, second) == "no")
    }

    @Test("Answering adds a new member to the candidate; an ordinary event can't be answered")
    func newcomers() throws {
        var agenda = try Group.agenda()
        let asked = Group.candidate([Group.ana: "ACCEPTED"])
        Group.add(&agenda, Group.band, "rehearsal", Group.hour("20260311", 19, 21, asked))
        Group.add(&agenda, Sample.home, "mine", Group.hour("20260312", 19, 21, asked))
        let key = try Sample.key(agenda, "2026-03-11", "2026-03-12")
        #expect(try Self.answer(&agenda, key, .yes).occurrence == nil)
        #expect(Self.tally(agenda, key) == "yes")
        // In the viewer's own calendar, the same text is an ordinary event.
        let mine = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        #expect(throws: ProposalError.notAProposal) { try Self.answer(&agenda, mine, .yes) }
        #expect(Self.tally(agenda, mine) == nil)
        let gone = try agenda.delete(mine, scope: .all, now: Sample.now)
        #expect(gone.changes.count == 1)
    }

    @Test("An event made from a candidate can be answered too, and its overrides stay")
    func events() throws {
        var agenda = try Group.agenda()
        let answers = [Group.me: "ACCEPTED", Group.ana: "DECLINED"]
        let asked = Group.candidate(answers, identity: "") + "\nRRULE:FREQ=WEEKLY;COUNT=3"
        Group.add(&agenda, Group.band, "rehearsal", Group.hour("20260311", 19, 21, asked))
        let second = try Sample.key(agenda, "2026-03-18", "2026-03-19")
        func choices(_ key: OccurrenceKey) throws -> [String] {
            let occurrence = try #require(agenda.occurrence(key))
            return try #require(occurrence.event.answers).list.map { $0.choice?.name ?? "" }
        }
        var draft = EventDraft()
        draft.title = "Later"
        _ = try agenda.change(second, scope: .this, draft, newUID: "n", now: Sample.now)
        let first = try Sample.key(agenda, "2026-03-11", "2026-03-12")
        let one = try Self.answer(&agenda, second, .no, isForAll: false)
        #expect(one.identity.isEmpty && one.earlier == nil)
        #expect(try choices(second) == ["no", "no"] && choices(first) == ["yes", "no"])
        let marked = [first, second].map { agenda.occurrence($0).map(agenda.isDeclined) }
        #expect(marked == [false, true])
        #expect(try Self.answer(&agenda, second, nil, isForAll: false).earlier == .no)
        #expect(try choices(second) == ["yes", "no"])
        #expect(agenda.occurrence(second)?.event.title == "Later")
        #expect(try Self.answer(&agenda, first, .maybe).earlier == .yes)
        #expect(try choices(second) == ["maybe", "no"])
        let third = try Sample.key(agenda, "2026-03-25", "2026-03-26")
        let before = agenda.series(third.object)?.text
        _ = try Self.answer(&agenda, third, nil, isForAll: false)
        #expect(agenda.series(third.object)?.text == before, "it had no answer of its own")
        let others = Group.candidate([Group.ana: "ACCEPTED"], identity: "")
        Group.add(&agenda, Group.band, "theirs", Group.hour("20260401", 19, 21, others))
        let theirs = try Sample.key(agenda, "2026-04-01", "2026-04-02")
        #expect(throws: ProposalError.notAMember) { try Self.answer(&agenda, theirs, .yes) }
    }

    @Test("An override by another program is answered with the attendees it has")
    func foreignDates() throws {
        var agenda = try Group.agenda()
        let asked = Group.candidate([Group.me: "ACCEPTED"], identity: "")
        let id = ObjectID(calendar: Group.band, href: "r.ics")
        func put(_ attendee: String) {
            let text = """
                BEGIN:VCALENDAR
                BEGIN:VEVENT
                UID:r
                DTSTART;TZID=Europe/Berlin:20260311T190000
                RRULE:FREQ=DAILY;COUNT=3
                \(asked)
                END:VEVENT
                BEGIN:VEVENT
                UID:r
                RECURRENCE-ID:20260312T180000Z
                DTSTART:20260312T200000Z
                \(attendee)
                END:VEVENT
                END:VCALENDAR

                """.replacing("\n", with: "\r\n")
            agenda.putObject(id, etag: "", text: Array(text.utf8))
        }
        put("ATTENDEE;PARTSTAT=DECLINED;X-MEANTIME-OWN=TRUE:urn:uuid:\(Group.me)")
        let second = try Sample.key(agenda, "2026-03-12", "2026-03-13")
        #expect(try Self.answer(&agenda, second, .yes, isForAll: false).earlier == .no)
        put("ATTENDEE:urn:uuid:\(Group.ana)")
        #expect(throws: ProposalError.notAMember) {
            try Self.answer(&agenda, second, .yes, isForAll: false)
        }
    }

    @Test("A proposal waits until the viewer has answered each of its times, or it is over")
    func waiting() throws {
        var agenda = try Group.agenda()
        let now = try #require(Instant("2026-03-11T09:00:00Z"))
        func starts(_ now: Instant = now) -> [String] {
            agenda.waitingCandidates(now: now).map { $0.start.date.text }
        }
        let answers = [Group.me: "NEEDS-ACTION", Group.ana: "ACCEPTED"]
        let asked = Group.candidate(answers)
        #expect(starts().isEmpty)
        let weekly = asked + "\nRRULE:FREQ=WEEKLY;COUNT=3"
        Group.add(&agenda, Group.band, "rehearsal", Group.hour("20260318", 19, 21, weekly))
        Group.add(&agenda, Group.band, "other", Group.hour("20260312", 19, 21, asked))
        let concert = Group.candidate(answers, identity: "q")
        Group.add(&agenda, Group.band, "concert", Group.hour("20260330", 19, 21, concert))
        // In the viewer's own calendar, the same text is an ordinary event.
        Group.add(&agenda, Sample.home, "mine", Group.hour("20260311", 19, 21, asked))
        #expect(starts() == ["2026-03-12", "2026-03-18", "2026-03-30"])
        // Later, a repeating candidate is listed by its next date, and in the end not any more.
        #expect(starts(now.adding(seconds: 8 * 86_400)) == ["2026-03-25", "2026-03-30"])
        #expect(starts(now.adding(seconds: 30 * 86_400)).isEmpty)
        let second = try Sample.key(agenda, "2026-03-25", "2026-03-26")
        _ = try Self.answer(&agenda, second, .no, isForAll: false)
        let left = ["2026-03-12", "2026-03-30"]
        #expect(starts() == left, "an answer to one date is an answer, but not to the other time")
        _ = try Self.answer(&agenda, second, nil, isForAll: false)
        #expect(starts().count == 3)
        let week = now.adding(seconds: 8 * 86_400)
        #expect(starts(week) == ["2026-03-25", "2026-03-30"], "a date that was answered is next")
        let over = "X-MEANTIME-DEADLINE:20260101T000000Z\n" + concert
        Group.add(&agenda, Group.band, "concert", Group.hour("20260330", 19, 21, over))
        #expect(starts() == ["2026-03-12", "2026-03-18"])
    }

    @Test("After the deadline, an answer is refused")
    func over() throws {
        var agenda = try Self.agenda(more: "X-MEANTIME-DEADLINE:20260310T120000Z")
        let key = try Sample.key(agenda, "2026-03-11", "2026-03-12")
        let deadline = try #require(Instant("2026-03-10T12:00:00Z"))
        #expect(throws: ProposalError.over(deadline)) { try Self.answer(&agenda, key, .yes) }
    }

    /// The time to suggest when the occurrence on a day is moved to a time by the viewer's clock.
    private static func suggestion(
        _ agenda: Agenda,
        _ day: String,
        _ start: String,
        _ end: String,
        isAllDay: Bool = false
    ) throws -> String {
        let date = try #require(CivilDate(day))
        let key = try Sample.key(agenda, day, date.adding(days: 1).text)
        var draft = EventDraft()
        draft.start = CivilDateTime(start)
        draft.end = CivilDateTime(end)
        draft.isAllDay = isAllDay
        let time = try agenda.suggestion(moving: key, to: draft, now: Sample.now)
        let texts = [time.start.text, time.end.text, time.zone?.name ?? "days", time.rule]
        return texts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    @Test("Moving a candidate suggests a time in its own zone, with its rule")
    func suggesting() throws {
        let once = try Self.agenda()
        let later = try Self.suggestion(
            once,
            "2026-03-11",
            "2026-03-12T15:00:00",
            "2026-03-12T18:00:00"
        )
        #expect(later == "2026-03-12T15:00:00 2026-03-12T18:00:00 Europe/Berlin")
        let days = try Self.suggestion(
            once,
            "2026-03-11",
            "2026-03-12T00:00:00",
            "2026-03-14T00:00:00",
            isAllDay: true
        )
        #expect(days == "2026-03-12T00:00:00 2026-03-14T00:00:00 days")
        // Moving the second occurrence from Wednesday to Thursday also moves the first and the rule.
        var weekly = try Self.agenda("RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3")
        let second = try Sample.key(weekly, "2026-03-18", "2026-03-19")
        try Self.answer(&weekly, second, .no, isForAll: false)
        let moved = try Self.suggestion(
            weekly,
            "2026-03-18",
            "2026-03-19T20:00:00",
            "2026-03-19T22:00:00"
        )
        #expect(
            moved == "2026-03-12T20:00:00 2026-03-12T22:00:00 Europe/Berlin "
                + "FREQ=WEEKLY;COUNT=3;BYDAY=TH"
        )
        var far = try Group.agenda(zone: "America/New_York")
        Group.add(&far, Group.band, "r", Group.hour("20260311", 19, 21, Group.candidate([:])))
        let there = try Self.suggestion(
            far,
            "2026-03-11",
            "2026-03-11T15:00:00",
            "2026-03-11T17:00:00"
        )
        #expect(there == "2026-03-11T20:00:00 2026-03-11T22:00:00 Europe/Berlin")
    }
}
