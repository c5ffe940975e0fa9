import CivilTime
import ICalendar
import Testing

@testable import Agenda
@testable import Client

@Suite("A client and one answer after another")
struct WaitingAnswerTests {
    private static let band = CalendarID("band")
    private static let gig = ObjectID(calendar: band, href: "gig.ics")
    private static let me = "7a000000-0000-4000-8000-000000000001"
    private static let ana = "7a000000-0000-4000-8000-000000000002"

    /// A client in a group with one candidate, or with an invitation, which it hasn't answered.
    private struct Desk {
        var client: Client
        var second: Int64 = 1_790_000_000
        var wakes: [Int] = []

        init(_ lines: String..., isEvent: Bool = false, isInvitation: Bool = false) {
            var agenda = Agenda()
            var calendar = CalendarCollection(id: band, name: "Band", color: .blue)
            calendar.level = isInvitation ? .own : .group
            agenda.putCalendar(calendar)
            agenda.setAccount(me)
            agenda.setHost(Guest(email: "me@example.org", name: "Me"))
            client = Client(name: "a", agenda: agenda)
            let text = text(lines, isEvent: isEvent || isInvitation)
            let version = ObjectVersion(etag: "1", text: text, isUnanswered: isInvitation)
            _ = client.load([(gig, version)], token: 10, at: now)
        }

        var now: Instant { Instant(secondsSinceEpoch: second) }

        @discardableResult
        mutating func take(_ input: Input) -> [Effect] { note(client.take(input, at: now)) }

        /// Carries out what is asked of the device, which keeps all.
        private mutating func note(_ effects: [Effect]) -> [Effect] {
            var all = effects
            for case .wake(_, let number) in effects { wakes.append(number) }
            for case .keepAnswer(let answer) in effects {
                all += take(.kept(answer.name, nil, isKept: true))
            }
            for case .keep(let edit) in effects {
                all += take(.kept(edit.name, edit.sentAs, isKept: true))
            }
            return all
        }

        /// The key of a date of the candidate, from 0.
        func key(_ place: Int = 0) throws -> OccurrenceKey {
            let first = try #require(CivilDate("2026-09-01"))
            let dates = client.agenda.occurrences(in: first..<first.adding(days: 30))
            return try #require(dates.dropFirst(place).first?.key)
        }

        @discardableResult
        mutating func answer(
            _ choice: ProposalChoice?,
            date: Int? = nil,
            comment: String? = nil
        ) throws -> (earlier: ProposalChoice?, effects: [Effect]) {
            let given = try client.answer(
                key(date ?? 0),
                choice,
                isForAll: date == nil,
                comment: comment,
                at: now
            )
            return (given.earlier, note(given.effects))
        }

        /// Gives an answer while there is no network.
        mutating func answerCutOff(_ choice: ProposalChoice?, date: Int? = nil) throws {
            try answer(choice, date: date)
            take(.answered(.unsent))
        }

        mutating func change(title: String) throws {
            var draft = EventDraft()
            draft.title = title
            let outcome = try client.agenda.change(
                key(),
                scope: .all,
                draft,
                newUID: "n",
                now: now
            )
            _ = take(.edited(outcome, isQuiet: false))
        }

        @discardableResult
        mutating func made(_ token: UInt64 = 20) -> [Effect] {
            take(.answered(.made([SavedObject(etag: "2", token: token)])))
        }

        /// What is shown as the viewer's answer, and as Ana's.
        func shown(_ account: String = me, date: Int = 0) throws -> ProposalChoice? {
            let occurrence = try #require(client.agenda.occurrence(key(date)))
            return occurrence.event.answers?.choice(of: account)
        }
    }

    private static func text(
        _ lines: [String] = [],
        mine: String = "NEEDS-ACTION",
        anas: String = "NEEDS-ACTION",
        isEvent: Bool = false
    ) -> [UInt8] {
        let all =
            [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT", "UID:gig",
                "DTSTAMP:20260101T000000Z", "DTSTART:20260901T100000Z", "DTEND:20260901T110000Z",
                "SUMMARY:Gig", "ORGANIZER:urn:uuid:\(ana)",
                "ATTENDEE;PARTSTAT=\(mine):urn:uuid:\(me)",
                "ATTENDEE;PARTSTAT=\(anas):urn:uuid:\(ana)",
            ] + (isEvent ? [] : ["X-MEANTIME-PROPOSAL:p"]) + lines + [
                "END:VEVENT", "END:VCALENDAR", "",
            ]
        return Array(all.joined(separator: "\r\n").utf8)
    }

    private static func record(
        _ token: UInt64,
        mine: String = "NEEDS-ACTION",
        anas: String = "NEEDS-ACTION",
        lines: [String] = [],
        isEvent: Bool = false
    ) -> Input {
        let text = text(lines, mine: mine, anas: anas, isEvent: isEvent)
        return .record(gig, ObjectVersion(etag: "e\(token)", text: text), token: token)
    }

    private static func sent(_ effects: [Effect]) -> [WaitingAnswer] {
        effects.compactMap { if case .sendAnswer(let request) = $0 { request.answer } else { nil } }
    }

    @Test("An invitation that is answered without a network looks answered until it's taken back")
    func invitation() throws {
        var desk = Desk(isInvitation: true)
        func isUnanswered() -> Bool? { desk.client.agenda.series(Self.gig)?.isUnanswered }
        #expect(isUnanswered() == true)
        try desk.answerCutOff(.no)
        #expect(try desk.shown() == .no)
        #expect(isUnanswered() == false)
        // The organizer changes it before they hear of the answer.
        let text = Self.text(["LOCATION:Hall"], isEvent: true)
        let version = ObjectVersion(etag: "e15", text: text, isUnanswered: true)
        desk.take(.record(Self.gig, version, token: 15))
        #expect(try desk.shown() == .no)
        #expect(isUnanswered() == false)
        try desk.answer(nil)
        #expect(isUnanswered() == true)
    }

    private static func refusals(_ effects: [Effect]) -> [Refusal] {
        effects.compactMap {
            if case .tell(.refusedAnswer(_, let refusal)) = $0 { refusal } else { nil }
        }
    }

    @Test("An answer is shown, kept and sent at once, and forgotten when the server has it")
    func order() throws {
        var desk = Desk()
        let (earlier, effects) = try desk.answer(.yes, comment: "Gladly")
        let answer = try #require(desk.client.answers.first)
        #expect(earlier == nil)
        #expect(try desk.shown() == .yes)
        #expect(effects.first == .keepAnswer(desk.client.answers[0].beforeKept))
        let request = try #require(Self.sent(effects).first)
        #expect(request.proposal == "p" && request.choice == .yes && request.comment == "Gladly")
        #expect(request.occurrence.isEmpty && Self.sent(effects).count == 1)
        #expect(desk.client.waitingAnswers.isEmpty)
        #expect(desk.made().contains(.forgetAnswer(answer.name)))
        #expect(desk.client.hasSentAll)
        #expect(try desk.shown() == .yes)
    }

    @Test("An answer stays shown over records that set out before it, and makes way for its own")
    func records() throws {
        var desk = Desk()
        try desk.answer(.yes)
        desk.made(20)
        desk.take(Self.record(19, anas: "DECLINED"))
        #expect(try desk.shown() == .yes)
        #expect(try desk.shown(Self.ana) == .no)
        #expect(desk.client.answers.count == 1)
        desk.take(Self.record(20, mine: "TENTATIVE", anas: "DECLINED"))
        #expect(try desk.shown() == .maybe)
        #expect(desk.client.answers.isEmpty)
    }

    @Test("A record that comes before the server's reply leaves nothing on top")
    func earlyRecord() throws {
        var desk = Desk()
        try desk.answer(.yes)
        desk.take(Self.record(20, mine: "ACCEPTED"))
        desk.made(20)
        #expect(desk.client.answers.isEmpty)
        #expect(try desk.shown() == .yes)
        #expect(desk.client.agenda.etag(of: Self.gig) == "e20")
    }

    @Test("Without a network the last answer waits, and is sent once when there is one again")
    func lastWord() throws {
        var desk = Desk()
        try desk.answerCutOff(.yes)
        #expect(desk.client.waitingAnswers.map(\.choice) == [.yes])
        let first = desk.client.answers[0].name
        let (earlier, effects) = try desk.answer(.no)
        #expect(earlier == .yes && effects.contains(.forgetAnswer(first)))
        #expect(desk.client.isWaiting(try #require(desk.client.agenda.occurrence(desk.key()))))
        #expect(desk.client.waitingObjects == [Self.gig])
        let sent = Self.sent(desk.take(.reached))
        #expect(sent.map(\.choice) == [.no])
        let told = desk.made()
        #expect(told.contains(.tell(.saved(count: 1))) && !desk.client.isAway)
        #expect(desk.client.waitingAnswers.isEmpty && desk.client.waitingObjects.isEmpty)
    }

    @Test("An answer that was undone before it left is never sent; one that may have left is")
    func undone() throws {
        var desk = Desk()
        try desk.answerCutOff(.yes)
        try desk.answer(nil)
        #expect(desk.client.answers.isEmpty && desk.client.hasSentAll)
        #expect(try desk.shown() == nil)
        #expect(desk.client.agenda.series(Self.gig)?.text == Self.text())
        try desk.answer(.yes)
        desk.take(.answered(.away))
        try desk.answer(nil)
        #expect(Self.sent(desk.take(.reached)).map(\.choice) == [nil])
    }

    @Test(
        "An answer that is taken back is off the screen; if it may have left, the earlier one is sent"
    )
    func takenBack() throws {
        var desk = Desk()
        try desk.answerCutOff(.yes)
        let answer = desk.client.answers[0]
        let effects = desk.take(.takeBack(answer.name))
        #expect(effects.contains(.tell(.tookBackAnswer(answer))))
        #expect(try desk.shown() == nil && desk.client.answers.isEmpty)
        try desk.answer(.yes)
        desk.take(.answered(.away))
        desk.take(.takeBack(desk.client.answers[0].name))
        #expect(try desk.shown() == nil)
        #expect(Self.sent(desk.take(.reached)).map(\.choice) == [nil])
    }

    @Test("What another client left is shown and sent, unless a later answer to the same waits")
    func adopted() throws {
        var desk = Desk()
        try desk.answerCutOff(.yes)
        let left = desk.client.answers
        var next = Desk()
        next.take(.adoptedAnswers(left))
        #expect(try next.shown() == .yes)
        next.take(.answered(.unsent))
        #expect(next.client.waitingAnswers.map(\.name) == left.map(\.name))
        var later = Desk()
        later.client.begin(as: "b")
        later.second += 1
        try later.answerCutOff(.no)
        let effects = later.take(.adoptedAnswers(left))
        #expect(effects.contains(.forgetAnswer(left[0].name)))
        #expect(try later.shown() == .no)
    }

    @Test("A refused answer is back as the server has it, with what others answered meanwhile")
    func refused() throws {
        var desk = Desk()
        try desk.answer(.yes)
        desk.take(Self.record(15, anas: "ACCEPTED"))
        #expect(try desk.shown() == .yes)
        let told = desk.take(.answered(.refused(code: "deadline-over")))
        #expect(Self.refusals(told) == [.server(code: "deadline-over")])
        #expect(try desk.shown() == nil)
        #expect(try desk.shown(Self.ana) == .yes)
        #expect(desk.client.hasSentAll)
    }

    @Test(
        "A deadline that passes while an answer waits leaves it shown until the server refuses it"
    )
    func deadline() throws {
        let deadline = "X-MEANTIME-DEADLINE:20260921T150000Z"
        var desk = Desk(deadline)
        try desk.answerCutOff(.yes)
        desk.second += 86_400
        desk.take(Self.record(15, anas: "ACCEPTED", lines: [deadline]))
        #expect(try desk.shown() == .yes)
        #expect(throws: ProposalError.over(Instant(secondsSinceEpoch: 1_790_002_800))) {
            try desk.answer(.no)
        }
        #expect(Self.sent(desk.take(.reached)).count == 1)
        desk.take(.answered(.refused(code: "deadline-over")))
        #expect(try desk.shown() == nil)
    }

    @Test("A withdrawn proposal takes the answer with it, and that is said")
    func withdrawn() throws {
        var desk = Desk()
        try desk.answerCutOff(.yes)
        let told = desk.take(.record(Self.gig, nil, token: 15))
        #expect(Self.refusals(told) == [.deletedElsewhere])
        #expect(desk.client.hasSentAll && desk.client.agenda.series(Self.gig) == nil)
    }

    @Test("A reply to an answer whose proposal was withdrawn isn't taken for another's")
    func lateReply() throws {
        var desk = Desk()
        try desk.answer(.yes)
        desk.take(.record(Self.gig, nil, token: 15))
        desk.take(Self.record(16))
        let unsent = try desk.answer(.no).effects
        #expect(Self.sent(unsent).isEmpty)
        let effects = desk.take(.answered(.refused(code: "not-found")))
        #expect(Self.refusals(effects).isEmpty && Self.sent(effects).map(\.choice) == [.no])
    }

    @Test("What was a proposal when it was answered is answered as the event that it became")
    func decided() throws {
        var desk = Desk()
        try desk.answerCutOff(.yes)
        desk.take(Self.record(15, isEvent: true))
        #expect(try desk.shown() == .yes)
        #expect(Self.sent(desk.take(.reached)).map(\.proposal) == [""])
    }

    @Test("Answers to single dates wait beside the one to all")
    func dates() throws {
        var desk = Desk("RRULE:FREQ=WEEKLY;COUNT=3")
        try desk.answerCutOff(.yes)
        try desk.answer(.no, date: 1)
        desk.take(Self.record(15, anas: "ACCEPTED", lines: ["RRULE:FREQ=WEEKLY;COUNT=3"]))
        #expect(try [0, 1, 2].map { try desk.shown(date: $0) } == [.yes, .no, .yes])
        #expect(try desk.shown(Self.ana) == .yes)
        try desk.answer(nil, date: 1)
        #expect(desk.client.answers.count == 1)
        #expect(try desk.shown(date: 1) == .yes)
    }

    @Test("Edits go first, and an edit on top of an answer doesn't keep it when it's refused")
    func beneathEdits() throws {
        var desk = Desk(isEvent: true)
        try desk.answerCutOff(.yes)
        try desk.change(title: "Concert")
        #expect(try desk.shown() == .yes)
        let answer = desk.client.answers[0]
        desk.take(.takeBack(answer.name))
        #expect(try desk.shown() == nil)
        let occurrence = try #require(desk.client.agenda.occurrence(desk.key()))
        #expect(occurrence.event.title == "Concert" && desk.client.edits.count == 1)
        try desk.answer(.no)
        let effects = desk.take(.reached)
        #expect(Self.sent(effects).isEmpty && desk.client.answers[0].hasLeft)
        #expect(Self.sent(desk.made(30)).map(\.choice) == [.no])
    }

    @Test("A saved answer isn't shown on top of what was read after it")
    func readAfterAnswer() throws {
        var desk = Desk(isEvent: true)
        try desk.answer(.yes)
        desk.made()
        try desk.change(title: "Concert")
        let theirs = ObjectVersion(etag: "2", text: Self.text(mine: "ACCEPTED", isEvent: true))
        // It's held back, because the edit is under way, and then it's older than what is read.
        desk.take(.record(Self.gig, theirs, token: 21))
        _ = desk.take(.edited(try desk.client.agenda.undo(), isQuiet: false))
        desk.take(.answered(.changedElsewhere))
        desk.take(.read(Self.gig, .found(theirs)))
        #expect(desk.client.answers.isEmpty && desk.client.edits.isEmpty)
        #expect(desk.client.agenda.series(Self.gig)?.text == theirs.text)
    }

    @Test("An answer with which the server fails is sent five times")
    func failures() throws {
        var desk = Desk()
        try desk.answer(.yes)
        for _ in 1...4 {
            desk.take(.answered(.failed))
            #expect(desk.client.waitingAnswers.count == 1)
            desk.take(.reached)
        }
        #expect(
            Self.refusals(desk.take(.answered(.failed))) == [.server(code: "unexpected")]
        )
        #expect(try desk.shown() == nil)
    }

    @Test("What the device couldn't keep waits as well, and it's asked again")
    func notKept() throws {
        var desk = Desk()
        try desk.answerCutOff(.yes)
        let name = desk.client.answers[0].name
        desk.take(.kept(name, nil, isKept: false))
        #expect(!desk.client.keepsWaitingEdits && desk.client.waitingAnswers.count == 1)
        desk.take(.reached)
        desk.take(.answered(.away))
        #expect(desk.client.keepsWaitingEdits)
    }
}

extension WaitingAnswer {
    /// The answer before the device had said whether it keeps it.
    fileprivate var beforeKept: WaitingAnswer { changed { $0.isKept = nil } }
}
