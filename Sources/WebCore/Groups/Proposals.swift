import Agenda
import CivilTime
import Client
import ICalendar
import JSON

// Proposals, and the viewer's answers to them and to a group's events.

extension Page {
    /// Answers the whole proposal that a candidate belongs to.
    func answer(to call: ProposalCall) -> Answer {
        guard let key = OccurrenceKey(call.key), let proposal = agenda.proposal(key.object),
            agenda.occurrence(key) != nil
        else { return .refusal("not-a-proposal", call.key) }
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

    /// Answers the candidates that wait for the viewer's answer, each as its next occurrence.
    func answer(to _: WaitingCandidatesCall) -> Answer {
        .objects(agenda.waitingCandidates(now: now)) { json, candidate in
            write(candidate, to: &json)
            let proposal = agenda.proposalHead(candidate.key.object)
            json.field("organizer", orNull: proposal?.organizer?.account)
            json.field("organizerName", proposal?.organizer?.name ?? "")
        }
    }

    /// Gives the viewer's answer to a candidate, or to a group's event that they are asked to.
    ///
    /// If the comment is left out, the earlier one stays. Answers the name under which it waits, and the earlier answer to the
    /// same.
    mutating func answer(to call: GiveAnswerCall) -> Answer {
        guard let key = OccurrenceKey(call.key) else { return .refusal("not-a-proposal", call.key) }
        let choice = ProposalChoice(call.answer)
        guard choice != nil || call.answer == "none" else { return .refusal("answer", call.answer) }
        do throws(ProposalError) {
            let given = try client.answer(
                key,
                choice,
                isForAll: call.scope != .this,
                comment: call.comment,
                at: now
            )
            add(given.effects)
            return .object { json in
                given.answer.name.write(to: &json)
                json.field("earlier", given.earlier.text)
            }
        } catch {
            return .refusal(error.code, call.key)
        }
    }

    /// Answers the time to suggest when somebody drags an occurrence of a candidate.
    func answer(to call: SuggestionCall) -> Answer {
        guard let key = OccurrenceKey(call.key) else { return .refusal("unknown-event", call.key) }
        if let text = call.draft.unreadableTime { return .refusal("time", text) }
        do throws(EditError) {
            let time = try agenda.suggestion(moving: key, to: EventDraft(call.draft), now: now)
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
        field("address", answer.address)
        field("name", answer.member.name)
        field("optional", answer.isOptional)
        field("answer", orNull: answer.choice?.name)
        field("comment", answer.comment)
        field("one", answer.isOwn)
        field("undelivered", orNull: answer.deliveryFailure?.name)
    }
}
