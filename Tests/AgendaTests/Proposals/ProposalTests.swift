import Agenda
import CivilTime
import Foundation
import ICalendar
import Testing

@Suite("Proposals")
struct ProposalTests {
    static let ana = ProposalMember(account: "0f9b6d1e-0000-4000-8000-000000000001", name: "Ana")
    static let ben = ProposalMember(
        account: "0f9b6d1e-0000-4000-8000-000000000002",
        name: "Ben; \"Benno\": Müller"
    )
    static let cem = ProposalMember(account: "0f9b6d1e-0000-4000-8000-000000000003", name: "Cem")
    static let now = Sample.now
    static let later = Sample.now.adding(seconds: 60)

    static func zones() throws -> ZoneCatalogue {
        var zones = ZoneCatalogue()
        zones.add(try Sample.zone("Europe/Berlin"))
        return zones
    }

    static func draft() -> ProposalDraft {
        var draft = ProposalDraft(
            identity: "p-1",
            title: "Choir, once more",
            organizer: ana,
            members: [ana, ben]
        )
        draft.location = "Hall"
        draft.notes = "Bring the\nscore"
        draft.deadline = Instant(secondsSinceEpoch: 1_800_000_000)
        return draft
    }

    static func text(rule: String = "", draft: ProposalDraft = draft()) throws -> [UInt8] {
        let time = try ProposedTime(
            start: "2026-03-18T19:00:00",
            end: "2026-03-18T21:00:00",
            zone: "Europe/Berlin",
            rule: rule
        )
        return try Candidate.texts(draft, at: [("u-1", time)], zones: try zones(), now: now)[0]
    }

    static func lines(_ text: [UInt8]) -> [String] {
        String(decoding: text, as: UTF8.self).replacingOccurrences(of: "\r\n ", with: "")
            .components(separatedBy: "\r\n")
    }

    static func choices(_ answers: [ProposalAnswer]) -> [String] {
        answers.map { "\($0.member.name): \($0.choice?.name ?? "-")" }
    }

    @Test("A candidate is written as a tentative event with the proposal's properties")
    func making() throws {
        let lines = try Self.lines(Self.text(rule: "FREQ=WEEKLY;UNTIL=20260429T190000"))
        for line in [
            "UID:u-1", "SUMMARY:Choir\\, once more", "LOCATION:Hall",
            "DESCRIPTION:Bring the\\nscore", "STATUS:TENTATIVE",
            "DTSTART;TZID=Europe/Berlin:20260318T190000",
            "DTEND;TZID=Europe/Berlin:20260318T210000",
            "RRULE:FREQ=WEEKLY;UNTIL=20260429T170000Z",
            "X-MEANTIME-PROPOSAL:p-1", "RELATED-TO:p-1", "X-MEANTIME-DEADLINE:20270115T080000Z",
            "ORGANIZER;CN=Ana:urn:uuid:\(Self.ana.account)",
            "ATTENDEE;CN=Ana;PARTSTAT=ACCEPTED:urn:uuid:\(Self.ana.account)",
            "ATTENDEE;CN=\"Ben; ^'Benno^': Müller\";PARTSTAT=NEEDS-ACTION;RSVP=TRUE:urn:uuid:"
                + Self.ben.account,
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test("A candidate is read back as it was made")
    func reading() throws {
        let read = try #require(Candidate(text: Self.text()))
        let draft = Self.draft()
        #expect(read.identity == draft.identity)
        #expect(read.title == draft.title)
        #expect(read.location == draft.location)
        #expect(read.notes == draft.notes)
        #expect(read.deadline == draft.deadline)
        #expect(read.organizer == Self.ana)
        #expect(read.answers.map { $0.member } == [Self.ana, Self.ben])
        #expect(read.answers.map { $0.choice } == [.yes, nil])
        #expect(read.occurrences.isEmpty)
        #expect(ProposalDraft(anotherTimeOf: try Self.text()) == draft)
        #expect(Candidate(text: Array("BEGIN:VCALENDAR".utf8)) == nil)
    }

    @Test("All-day times and times in UTC can be proposed")
    func kindsOfTime() throws {
        let days = try ProposedTime(start: "2026-03-18", end: "2026-03-19", zone: "")
        let utc = try ProposedTime(
            start: "2026-03-18T19:00:00",
            end: "2026-03-18T19:00:00",
            zone: "UTC"
        )
        let texts = try Candidate.texts(
            Self.draft(),
            at: [("u-1", days), ("u-2", utc)],
            zones: ZoneCatalogue(),
            now: Self.now
        )
        #expect(Self.lines(texts[0]).contains("DTEND;VALUE=DATE:20260320"))
        #expect(Self.lines(texts[1]).contains("DTSTART:20260318T190000Z"))
        #expect(Self.lines(texts[1]).contains("UID:u-2"))
    }

    @Test("Suggesting another time counts as a yes to it")
    func suggesting() throws {
        let time = try ProposedTime(start: "2026-03-20", end: "2026-03-20", zone: "")
        let draft = try #require(ProposalDraft(anotherTimeOf: Self.text()))
        let text = try Candidate.text(
            draft,
            at: time,
            uid: "u-3",
            by: Self.ben.account,
            zones: ZoneCatalogue(),
            now: Self.now
        )
        let read = try #require(Candidate(text: text))
        #expect(read.answers.map { $0.choice } == [nil, .yes])
        #expect(read.organizer == Self.ana)
        #expect(read.suggester == Self.ben.account)
        #expect(Candidate(text: try Self.text())?.suggester == nil)
        let event = try Candidate.confirming(text, members: [Self.ana, Self.ben], now: Self.now)
        #expect(!Self.lines(event).contains { $0.hasPrefix("X-MEANTIME-SUGGESTED-BY") })
    }

    @Test("A proposal with an invalid field or time is refused with the reason")
    func refusals() throws {
        let zones = try Self.zones()
        func refusal(_ change: (inout ProposalDraft) -> Void, rule: String = "") throws
            -> ProposalError?
        {
            var draft = Self.draft()
            change(&draft)
            return #expect(throws: ProposalError.self) { try Self.text(rule: rule, draft: draft) }
        }
        #expect(try refusal { $0.title = " " } == .title)
        #expect(try refusal { $0.title = String(repeating: "x", count: 1_001) } == .title)
        #expect(try refusal { $0.location = String(repeating: "x", count: 1_001) } == .location)
        #expect(try refusal { $0.notes = String(repeating: "x", count: 10_001) } == .notes)
        #expect(try refusal({ _ in }, rule: "FREQ=NEVER") == .rule("FREQ=NEVER"))
        func badTime(_ start: String, _ end: String, _ zone: String = "UTC") -> ProposalError? {
            #expect(throws: ProposalError.self) {
                try ProposedTime(start: start, end: end, zone: zone)
            }
        }
        #expect(badTime("tomorrow", "2026-03-18") == .time("tomorrow"))
        #expect(badTime("2026-03-18", "2026-03-18T19:00:00") == .time("2026-03-18T19:00:00"))
        #expect(badTime("2026-03-18", "2026-03-17") == .endBeforeStart)
        #expect(badTime("2026-03-18T19:00:00", "2026-03-18T18:00:00") == .endBeforeStart)
        let nowhere = badTime("2026-03-18T19:00:00", "2026-03-18T19:00:00", "")
        #expect(nowhere == .unknownZone(ZoneID("")))
        let tokyo = try ProposedTime(
            start: "2026-03-18T19:00:00",
            end: "2026-03-18T20:00:00",
            zone: "Asia/Tokyo"
        )
        #expect(throws: ProposalError.unknownZone(ZoneID("Asia/Tokyo"))) {
            try Candidate.texts(Self.draft(), at: [("u", tokyo)], zones: zones, now: Self.now)
        }
        for count in [0, 21] {
            let time = try ProposedTime(start: "2026-03-20", end: "2026-03-20", zone: "")
            let times = (0..<count).map { ("u\($0)", time) }
            #expect(throws: ProposalError.timeCount) {
                try Candidate.texts(Self.draft(), at: times, zones: zones, now: Self.now)
            }
        }
    }
}

@Suite("Answers to proposals")
struct ProposalAnswerTests {
    typealias Base = ProposalTests

    private func answer(
        _ choice: ProposalChoice?,
        _ member: ProposalMember,
        _ text: [UInt8],
        occurrence: String? = nil,
        comment: String? = nil
    ) throws -> [UInt8] {
        try Candidate.answering(
            choice,
            by: member.account,
            in: text,
            occurrence: occurrence,
            comment: comment,
            zones: try Base.zones(),
            now: Base.later
        )
    }

    @Test(
        "Whoever hasn't answered is asked to (RFC 5545, 3.2.17), also once an answer is taken back"
    )
    func asking() throws {
        func asked(_ text: [UInt8]) -> [Bool] {
            Base.lines(text).filter { $0.hasPrefix("ATTENDEE") }.map {
                $0.contains("RSVP=TRUE")
            }
        }
        let text = try Base.text()
        #expect(asked(text) == [false, true], "Ana proposes")
        let answered = try answer(.maybe, Base.ben, text)
        #expect(asked(answered) == [false, false])
        #expect(asked(try answer(nil, Base.ben, answered)) == [false, true])
    }

    private func confirming(
        _ text: [UInt8],
        members: [ProposalMember] = [Base.ana, Base.ben]
    ) throws -> [UInt8] {
        try Candidate.confirming(text, members: members, now: Base.later)
    }

    @Test("An answer changes one attendee and the time stamps, and nothing else")
    func lossless() throws {
        let strange = "X-ODD;P=1:kept \\; as it is"
        let old = String(decoding: try Base.text(), as: UTF8.self)
            .replacingOccurrences(of: "LOCATION:", with: strange + "\r\nlocation:")
        let text = try answer(.maybe, Base.ben, Array(old.utf8), comment: "Late; \"maybe\"\n9?")
        let before = Base.lines(Array(old.utf8))
        let after = Base.lines(text)
        #expect(after.contains(strange))
        #expect(after.contains("location:Hall"))
        let changed = Set(before).symmetricDifference(after).map { $0.prefix(8) }.sorted()
        #expect(changed == ["ATTENDEE", "ATTENDEE", "DTSTAMP:", "DTSTAMP:", "LAST-MOD"])
        let read = try #require(Candidate(text: text))
        #expect(Base.choices(read.answers).first == "Ana: yes")
        #expect(read.answers[1].choice == .maybe)
        #expect(read.answers[1].comment == "Late; \"maybe\"\n9?")
    }

    @Test("An answer can be changed, and its comment kept or removed")
    func changing() throws {
        let first = try answer(.no, Base.ben, Base.text(), comment: "Away")
        let second = try answer(.yes, Base.ben, first)
        let third = try answer(.yes, Base.ben, second, comment: "")
        #expect(Candidate(text: second)?.answers[1].comment == "Away")
        #expect(Candidate(text: second)?.answers[1].choice == .yes)
        #expect(Candidate(text: third)?.answers[1].comment == "")
    }

    @Test(
        "Answering one occurrence adds an override",
        arguments: ["20260401T190000", "20260401T170000Z"]
    )
    func occurrence(key: String) throws {
        let weekly = try Base.text(rule: "FREQ=WEEKLY;COUNT=4")
        let text = try answer(.no, Base.ben, weekly, occurrence: key)
        let lines = Base.lines(text)
        // The clock went forward on 29 March; the local time stays 19:00.
        #expect(lines.contains("RECURRENCE-ID;TZID=Europe/Berlin:20260401T190000"))
        #expect(lines.contains("DTSTART;TZID=Europe/Berlin:20260401T190000"))
        #expect(lines.contains("DTEND;TZID=Europe/Berlin:20260401T210000"))
        #expect(lines.filter { $0 == "X-MEANTIME-PROPOSAL:p-1" }.count == 2)
        #expect(lines.filter { $0.hasPrefix("RRULE") }.count == 1)
        let read = try #require(Candidate(text: text))
        #expect(read.answers.map { $0.choice } == [.yes, nil])
        #expect(read.occurrences.map { $0.recurrenceID } == ["20260401T190000"])
        #expect(read.occurrences[0].answers.map { $0.choice } == [.yes, .no])
        #expect(read.occurrences[0].answers.map { $0.isOwn } == [false, true])
    }

    @Test("Several members' answers to one occurrence share one override")
    func togetherInOne() throws {
        var text = try Base.text(rule: "FREQ=WEEKLY;COUNT=4")
        text = try answer(.no, Base.ben, text, occurrence: "20260325T190000")
        text = try answer(.maybe, Base.ana, text, occurrence: "20260325T190000", comment: "Hm")
        text = try answer(.no, Base.ana, text, occurrence: "20260401T190000")
        let read = try #require(Candidate(text: text))
        #expect(read.occurrences.count == 2)
        #expect(read.occurrences[0].answers.map { $0.choice } == [.maybe, .no])
        #expect(read.occurrences[0].answers.map { $0.comment } == ["Hm", ""])
        #expect(read.occurrences[1].answers.map { $0.choice } == [.no, nil])
    }

    @Test("An answer to all applies to occurrences without an answer of their own")
    func toAllLater() throws {
        var text = try Base.text(rule: "FREQ=WEEKLY;COUNT=4")
        text = try answer(.yes, Base.ana, text, occurrence: "20260325T190000")
        text = try answer(.yes, Base.ben, text)
        text = try answer(.no, Base.ana, text)
        let read = try #require(Candidate(text: text))
        #expect(read.answers.map { $0.choice } == [.no, .yes])
        #expect(read.occurrences[0].answers.map { $0.choice } == [.yes, .yes])
    }

    @Test("Only members can answer, and only occurrences that exist")
    func refusals() throws {
        let once = try Base.text()
        let weekly = try Base.text(rule: "FREQ=WEEKLY;COUNT=4")
        #expect(throws: ProposalError.notAMember) { try answer(.yes, Base.cem, once) }
        for (text, key) in [
            (once, "20260318T190000"), (weekly, "20260319T190000"), (weekly, "never"),
        ] {
            #expect(throws: ProposalError.unknownOccurrence) {
                try answer(.yes, Base.ben, text, occurrence: key)
            }
        }
        let long = String(repeating: "x", count: 501)
        #expect(throws: ProposalError.comment) {
            try answer(.yes, Base.ben, once, comment: long)
        }
        for text in ["", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"] {
            #expect(throws: ProposalError.notAProposal) {
                try answer(.yes, Base.ben, Array(text.utf8))
            }
        }
    }

    @Test("Adding and removing a member changes all occurrences")
    func members() throws {
        var text = try Base.text(rule: "FREQ=WEEKLY;COUNT=4")
        text = try answer(.no, Base.ben, text, occurrence: "20260325T190000")
        let more = try Candidate.adding(Base.cem, to: text)
        #expect(try Candidate.adding(Base.cem, to: more) == more)
        let read = try #require(Candidate(text: more))
        #expect(read.answers.map { $0.member.name }.last == "Cem")
        #expect(read.occurrences[0].answers.map { $0.choice } == [.yes, .no, nil])
        #expect(try Candidate.removing(Base.cem.account, from: more) == text)
        let renamed = ProposalMember(account: Base.ben.account, name: "Benjamin")
        let named = try #require(Candidate(text: Candidate.adding(renamed, to: text)))
        #expect(named.answers[1].member == renamed)
        #expect(named.occurrences[0].answers[1].choice == .no)
    }

    @Test("A confirmed candidate becomes an event that keeps its answers")
    func confirming() throws {
        var text = try Base.text(rule: "FREQ=WEEKLY;COUNT=4")
        text = try answer(.no, Base.ben, text, occurrence: "20260325T190000")
        let other = String(decoding: text, as: UTF8.self)
            .replacingOccurrences(of: "LOCATION:", with: "RELATED-TO:another\r\nLOCATION:")
        let event = try confirming(Array(other.utf8))
        let lines = Base.lines(event)
        #expect(lines.filter { $0 == "STATUS:CONFIRMED" }.count == 2)
        #expect(lines.filter { $0 == "RELATED-TO:another" }.count == 2)
        #expect(lines.filter { $0.hasPrefix("ATTENDEE") }.count == 4)
        #expect(lines.contains("SEQUENCE:1"))
        #expect(!lines.contains { $0.contains("p-1") || $0.contains("DEADLINE") })
        #expect(Candidate(text: event) == nil)
        #expect(throws: ProposalError.notAProposal) {
            try confirming(event)
        }
    }

    @Test("A confirmed event has the group's current members as attendees")
    func confirmingMembers() throws {
        var text = try Base.text(rule: "FREQ=WEEKLY;COUNT=4")
        text = try answer(.no, Base.ben, text, occurrence: "20260325T190000")
        let lines = Base.lines(try confirming(text, members: [Base.ana, Base.cem]))
        let asked = lines.filter { $0.hasPrefix("ATTENDEE") }
        #expect(asked.count == 4)
        #expect(asked.filter { $0.hasPrefix("ATTENDEE;CN=Cem;PARTSTAT=NEEDS-ACTION") }.count == 2)
        #expect(!asked.contains { $0.contains(Base.ben.account) })
    }

    @Test("Taking back an answer to one occurrence restores the answer to all")
    func takingBack() throws {
        let weekly = try Base.text(rule: "FREQ=WEEKLY;COUNT=4")
        let all = try answer(.yes, Base.ben, weekly)
        let one = try answer(.no, Base.ben, all, occurrence: "20260325T190000", comment: "Away")
        let back = try answer(nil, Base.ben, one, occurrence: "20260325T190000")
        #expect(Candidate(text: back)?.occurrences == [])
        #expect(Candidate(text: back)?.answers == Candidate(text: all)?.answers)
        let nothing = try answer(nil, Base.ben, back)
        #expect(Candidate(text: nothing)?.answers.map { $0.choice } == [.yes, nil])
        // Another member's answer to that occurrence stays.
        let both = try answer(.maybe, Base.ana, one, occurrence: "20260325T190000")
        let hers = try answer(nil, Base.ben, both, occurrence: "20260325T190000")
        #expect(Candidate(text: hers)?.occurrences[0].answers.map { $0.choice } == [.maybe, .yes])
        #expect(Candidate(text: hers)?.occurrences[0].answers[1].comment == "")
        let without = try Candidate.removing(Base.ana.account, from: hers)
        #expect(Candidate(text: without)?.occurrences == [])
    }

    @Test("Answers and suggestions are accepted up to the deadline, but not a second later")
    func deadline() throws {
        let once = try Base.text()
        let deadline = try #require(Base.draft().deadline)
        let time = try ProposedTime(start: "2026-03-20", end: "2026-03-20", zone: "")
        let draft = try #require(ProposalDraft(anotherTimeOf: once))
        func answers(at now: Instant) throws {
            _ = try Candidate.answering(
                .yes,
                by: Base.ben.account,
                in: once,
                zones: try Base.zones(),
                now: now
            )
        }
        func suggests(at now: Instant) throws {
            _ = try Candidate.text(
                draft,
                at: time,
                uid: "u",
                by: Base.ben.account,
                zones: ZoneCatalogue(),
                now: now
            )
        }
        try answers(at: deadline)
        try suggests(at: deadline)
        let after = deadline.adding(seconds: 1)
        #expect(Candidate(text: once)?.isClosed(at: deadline) == false)
        #expect(Candidate(text: once)?.isClosed(at: after) == true)
        #expect(throws: ProposalError.over(deadline)) { try answers(at: after) }
        #expect(throws: ProposalError.over(deadline)) { try suggests(at: after) }
        // After the deadline, the proposal can still be decided or its deadline put off.
        _ = try Candidate.confirming(once, members: [Base.ana], now: after)
        let later = after.adding(seconds: 60)
        let putOff = try Candidate.setting(deadline: later, in: once, now: after)
        #expect(Candidate(text: putOff)?.deadline == later)
        let open = try Candidate.setting(deadline: nil, in: putOff, now: after)
        #expect(Candidate(text: open)?.deadline == nil)
        #expect(Base.lines(open).filter { $0.hasPrefix("X-MEANTIME-DEADLINE") }.isEmpty)
        #expect(throws: ProposalError.deadline(deadline)) {
            try Candidate.setting(deadline: deadline, in: once, now: after)
        }
        #expect(throws: ProposalError.deadline(deadline)) {
            let times = [(uid: "u", time: time)]
            return try Candidate.texts(Base.draft(), at: times, zones: Base.zones(), now: after)
        }
    }
}
