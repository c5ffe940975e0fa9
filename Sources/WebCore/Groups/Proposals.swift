import Agenda
import CivilTime
import Client
import ICalendar
import JSON

// Proposals, and the viewer's answers to them and to a group's events.

/// Answers the whole proposal that a candidate belongs to: `proposal(key)`.
@_expose(wasm, "proposal")
@_cdecl("meantime_proposal")
public func meantimeProposal(_ length: Int32) -> Int32 {
    respond(length) { $0.proposal($1[0]) }
}

/// Answers the candidates that wait for the viewer's answer, each as its next occurrence:
/// `waitingCandidates()`.
@_expose(wasm, "waitingCandidates")
@_cdecl("meantime_waiting_candidates")
public func meantimeWaitingCandidates(_ length: Int32) -> Int32 {
    respond(length) { page, _ in
        .objects(page.agenda.waitingCandidates(now: page.now)) { json, candidate in
            page.write(candidate, to: &json)
            let proposal = page.agenda.proposalHead(candidate.key.object)
            json.field("organizer", orNull: proposal?.organizer?.account)
            json.field("organizerName", proposal?.organizer?.name ?? "")
        }
    }
}

/// Gives the viewer's answer to a candidate, or to a group's event that they are asked to:
/// `giveAnswer(key, scope, answer, comment)`.
///
/// The scope is `this` or `all`; the answer is `yes`, `maybe`, `no` or `none`. If the comment is
/// left out, the earlier one stays. Answers the name under which it waits, and the earlier answer
/// to the same.
@_expose(wasm, "giveAnswer")
@_cdecl("meantime_give_answer")
public func meantimeGiveAnswer(_ length: Int32) -> Int32 {
    respond(length) { $0.giveAnswer($1) }
}

/// Answers the time to suggest when somebody drags an occurrence of a candidate: `suggestion(key,
/// draft)`.
@_expose(wasm, "suggestion")
@_cdecl("meantime_suggestion")
public func meantimeSuggestion(_ length: Int32) -> Int32 {
    respond(length) { $0.suggestion($1) }
}

extension Page {
    fileprivate func proposal(_ text: String) -> Answer {
        guard let key = OccurrenceKey(text), let proposal = agenda.proposal(key.object),
            agenda.occurrence(key) != nil
        else { return .refusal("not-a-proposal", text) }
        return .object { json in
            json.field("identity", proposal.identity)
            json.field("calendar", key.object.calendar.text)
            json.field("href", key.object.href)
            json.field("title", proposal.title)
            json.field("location", proposal.location)
            json.field("notes", proposal.notes)
            let deadline = proposal.deadline.map { agenda.zone.civil(at: $0).text }
            json.field("deadline", orNull: deadline)
            json.field("over", proposal.isClosed(at: now))
            json.field("organizer", orNull: proposal.organizer?.account)
            json.field("organizerName", proposal.organizer?.name ?? "")
            let own = proposal.answers.first { $0.member.account == agenda.account }
            json.field("own", orNull: own?.choice?.name)
            json.field("answers", objects: proposal.answers(to: key)) { json, answer in
                json.fields(of: answer)
            }
            let candidates = agenda.candidates(of: proposal.identity)
            json.field("candidates", objects: candidates) { write(candidate: $1, to: &$0) }
        }
    }

    private func write(candidate: EventOccurrence, to json: inout JSONWriter) {
        let object = candidate.key.object
        write(candidate, to: &json)
        json.field("href", object.href)
        let proposal = agenda.proposalHead(object)
        json.field("repeatText", proposal?.rule ?? "")
        json.field("suggester", orNull: proposal?.suggester)
    }

    fileprivate mutating func giveAnswer(_ arguments: Arguments) -> Answer {
        guard let key = OccurrenceKey(arguments[0]) else {
            return .refusal("not-a-proposal", arguments[0])
        }
        let choice = ProposalChoice(arguments[2])
        guard choice != nil || arguments[2] == "none" else {
            return .refusal("answer", arguments[2])
        }
        do throws(ProposalError) {
            let given = try client.answer(
                key,
                choice,
                isForAll: arguments[1] != "this",
                comment: arguments.count > 3 ? arguments[3] : nil,
                at: now
            )
            add(given.effects)
            return .object { json in
                given.answer.name.write(to: &json)
                json.field("earlier", given.earlier.text)
            }
        } catch {
            return .refusal(error.code, arguments[0])
        }
    }

    fileprivate func suggestion(_ arguments: Arguments) -> Answer {
        guard let key = OccurrenceKey(arguments[0]) else {
            return .refusal("unknown-event", arguments[0])
        }
        let pairs = arguments.pairs(from: 1)
        if let text = Self.unreadableTime(pairs) { return .refusal("time", text) }
        do throws(EditError) {
            let time = try agenda.suggestion(moving: key, to: draft(pairs), now: now)
            let last = time.isAllDay ? time.end.date.adding(days: -1).text : time.end.text
            return .object { json in
                json.field("start", shownText(time.start, isAllDay: time.isAllDay))
                json.field("end", last)
                json.field("zone", time.zone?.name ?? "")
                json.field("rule", time.rule)
            }
        } catch {
            return .refusal(error)
        }
    }
}

extension JSONWriter {
    /// Writes a member who is asked, and their answer.
    mutating func fields(of answer: ProposalAnswer) {
        field("account", answer.member.account)
        field("name", answer.member.name)
        field("answer", orNull: answer.choice?.name)
        field("comment", answer.comment)
        field("one", answer.isOwn)
        field("undelivered", orNull: answer.deliveryFailure?.name)
    }
}
