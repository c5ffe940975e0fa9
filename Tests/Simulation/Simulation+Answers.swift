import Agenda
import CivilTime
import Client

// Answers to a proposal's candidates and to a group's event, from several devices and by a fellow member.

/// What becomes of the answers that devices give.
struct AnswerLedger {
    /// An answer and the device that gave it.
    private struct Given {
        let answer: WaitingAnswer
        var isKept = false
    }

    private var given: [WaitingEdit.Name: Given] = [:]
    /// The answers that the server took, by the devices that sent them.
    private var taken: Set<WaitingEdit.Name> = []
    /// When the last answer that the server took from a device was given, by what is answered.
    private var lastTaken: [String: Instant] = [:]
    private(set) var faults: [String] = []

    mutating func noteGiven(_ answer: WaitingAnswer) {
        given[answer.name] = Given(answer: answer)
    }

    /// Notes what is on a disk.
    mutating func noteKept(_ answers: some Sequence<WaitingAnswer>) {
        for answer in answers {
            if given[answer.name] == nil { noteGiven(answer) }
            given[answer.name]?.isKept = true
        }
    }

    /// Notes that the server took an answer.
    ///
    /// - Returns: Whether it had taken it before.
    mutating func noteTaken(_ answer: WaitingAnswer, from device: Int) -> Bool {
        // Another device may have left it, and have answered since.
        if answer.name.client.hasPrefix("d\(device)s") {
            let key = "\(device) \(Self.key(answer))"
            if let last = lastTaken[key], last > answer.made {
                faults.append("device \(device) sent an answer after a later one")
            }
            lastTaken[key] = answer.made
        }
        return !taken.insert(answer.name).inserted
    }

    /// The answers that devices had kept and that are lost: the last ones to what they answer, of which nobody was told.
    func lost(told: Set<WaitingEdit.Name>, isThere: (ObjectID) -> Bool) -> [String] {
        var last: [String: Given] = [:]
        for each in given.values {
            let earlier = last[Self.key(each.answer)]
            if let earlier, earlier.answer.made > each.answer.made { continue }
            last[Self.key(each.answer)] = each
        }
        return last.values.filter {
            $0.isKept && !taken.contains($0.answer.name) && !told.contains($0.answer.name)
                && isThere($0.answer.object)
        }
        .map { "an answer to \($0.answer.object.href) was lost" }
    }

    private static func key(_ answer: WaitingAnswer) -> String {
        "\(answer.object.href) \(answer.occurrence)"
    }
}

extension Simulation {
    static let proposal = String(repeating: "9", count: 32)

    /// A candidate, one that repeats, and an event of the group.
    static var groupEvents: [(ObjectID, [UInt8])] {
        [("candidate", true, ""), ("dates", true, "RRULE:FREQ=DAILY;COUNT=3"), ("gig", false, "")]
            .enumerated()
            .map { number, event in
                let (name, isCandidate, rule) = event
                let day = firstDay.adding(days: 3 + number).text.filter { $0 != "-" }
                let people = [Device.account, Device.member].map {
                    "ATTENDEE;PARTSTAT=NEEDS-ACTION:urn:uuid:\($0)"
                }
                let lines =
                    [
                        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT",
                        "UID:\(name)", "DTSTAMP:20260101T000000Z", "DTSTART:\(day)T180000Z",
                        "DTEND:\(day)T190000Z", "SUMMARY:\(name)",
                        "ORGANIZER:urn:uuid:\(Device.member)",
                    ] + people + (isCandidate ? ["X-MEANTIME-PROPOSAL:\(proposal)"] : [])
                    + (rule.isEmpty ? [] : [rule]) + ["END:VEVENT", "END:VCALENDAR"]
                let object = ObjectID(calendar: Device.groupCalendar, href: "\(name).ics")
                return (object, Array(lines.map { $0 + "\r\n" }.joined().utf8))
            }
    }

    /// Whether an object of the group is a candidate, and not an event.
    static func isCandidate(_ object: ObjectID) -> Bool { object.href != "gig.ics" }

    private static let choices: [ProposalChoice?] = [.yes, .maybe, .no, nil]

    /// Answers one of the dates that the device shows, or all of them.
    mutating func answer(_ action: Action) {
        let keys = sortedKeys(at: action.device) {
            $0.key.object.calendar == Device.groupCalendar
        }
        guard !keys.isEmpty else { return }
        let answer = devices[action.device].answer(
            keys[action.one % keys.count],
            Self.choices[action.other % 4],
            isForAll: action.other / 4 % 2 == 0,
            comment: action.other % 5 == 0 ? "At \(action.other)" : nil,
            at: now
        )
        if let answer { ledger.noteGiven(answer) }
    }

    /// Takes back an answer that waits at the device.
    mutating func takeBackAnswer(_ action: Action) {
        let waiting = devices[action.device].client.answers
        guard !waiting.isEmpty else { return }
        let answer = waiting[action.one % waiting.count]
        devices[action.device].take(.takeBack(answer.name), at: now)
        if devices[action.device].client.answers.contains(where: { $0.name == answer.name }) {
            return
        }
        reached.insert(.answerTakenBack)
    }

    /// A fellow member answers, or withdraws the candidate.
    mutating func answerAsMember(_ action: Action) {
        let (object, _) = Self.groupEvents[action.one % 3]
        guard let text = server.objects[object]?.text else { return }
        if action.other % 12 == 0 {
            server.write(object, nil)
            return
        }
        let choice = Self.choices[action.other % 4]
        if let answered = ServerModel.answered(choice, by: Device.member, in: text, at: now) {
            server.write(object, answered)
        }
    }

    /// Notes what the step did to answers.
    mutating func noteAnswers(_ earlier: [WaitingAnswer], _ after: Device) {
        ledger.noteKept(after.keptAnswers.values)
        let answers = after.client.answers
        let isReplaced = earlier.contains { old in
            answers.contains { new in
                new.object == old.object && new.occurrence == old.occurrence
                    && new.name != old.name && new.choice != old.choice
            }
        }
        if isReplaced { reached.insert(.changedMind) }
        for case .refusedAnswer in after.notices { reached.insert(.answerRefused) }
    }
}
