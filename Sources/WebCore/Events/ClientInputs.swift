import Agenda
import CivilTime
import Client
import ICalendar
import JSON

// Edits on their way to the server. After each of these operations, and after each edit, the page asks for the effects and
// carries them out. An edit and a conflict are named by the client that made them and their place there.

extension Page {
    /// Says under what name this page numbers its edits.
    mutating func answer(to call: BeginClientCall) -> Answer {
        client.begin(as: call.client)
        return .nothing
    }

    /// Says how far the server's log had been read when everything was loaded.
    mutating func answer(to call: NoteLoadedCall) -> Answer {
        client.noteLoaded(upTo: call.token)
        return .nothing
    }

    /// Takes over an edit that another client has left on the device.
    mutating func answer(to call: AdoptEditCall) -> Answer {
        noting(.adopted([WaitingEdit(call.edit)], []))
    }

    /// Takes over a conflict.
    mutating func answer(to call: AdoptConflictCall) -> Answer {
        noting(.adopted([], [EditConflict(call.conflict)]))
    }

    /// Takes over an answer that another client has left on the device.
    mutating func answer(to call: AdoptAnswerCall) -> Answer {
        noting(.adoptedAnswers([WaitingAnswer(call.answer)]))
    }

    /// Notes whether the device has kept an edit, or an answer.
    mutating func answer(to call: NoteKeptCall) -> Answer {
        let name = WaitingEdit.Name(client: call.client, place: call.place)
        let sentAs = WaitingEdit.SentAs(call.sentClient, number: call.sentNumber)
        return noting(.kept(name, sentAs, isKept: call.isKept))
    }

    /// Notes what became of the edit, or the answer, that was sent.
    mutating func answer(to call: NoteAnswerCall) -> Answer {
        noting(.answered(EditAnswer(call)))
    }

    /// Notes what the server has of an object that the effects asked for.
    mutating func answer(to call: NoteReadCall) -> Answer {
        let answer: ReadAnswer =
            switch call.kind {
            case .found:
                .found(
                    ObjectVersion(
                        etag: call.etag,
                        text: call.ical,
                        isUnanswered: call.isUnanswered
                    )
                )
            case .gone: .gone
            case .away, nil: .away
            }
        return noting(.read(ObjectID(calendar: CalendarID(call.calendar), href: call.href), answer))
    }

    /// Takes a record of an object that has an edit or an answer on its way.
    ///
    /// Answers false if there is none, and leaves the record to the caller.
    mutating func answer(to call: TakeRecordCall) -> Answer {
        let object = ObjectID(calendar: CalendarID(call.calendar), href: call.href)
        guard client.concerns(object, token: call.token) else { return .value { $0.flag(false) } }
        let version = ObjectVersion(
            etag: call.etag,
            text: call.ical,
            isUnanswered: call.isUnanswered
        )
        take(.record(object, call.isThere ? version : nil, token: call.token))
        return .value { $0.flag(true) }
    }

    /// Says that the server may be back.
    mutating func answer(to _: NoteReachedCall) -> Answer { noting(.reached) }

    /// Says that as many seconds have passed as the effects asked for.
    mutating func answer(to call: WakeCall) -> Answer { noting(.woke(call.number)) }

    /// Takes back an edit, or an answer, that waits.
    mutating func answer(to call: TakeBackEditCall) -> Answer {
        noting(.takeBack(WaitingEdit.Name(client: call.client, place: call.place)))
    }

    /// Forgets a conflict that the user has seen.
    mutating func answer(to call: DismissConflictCall) -> Answer {
        noting(.dismiss(WaitingEdit.Name(client: call.client, place: call.place)))
    }

    /// Makes the user's side of a conflict an edit.
    ///
    /// Answers the edit; nothing if it can't be made, which the effects say.
    mutating func answer(to call: UseMineCall) -> Answer {
        let name = WaitingEdit.Name(client: call.client, place: call.place)
        let (outcome, effects) = client.useMine(name, at: now)
        add(effects)
        return outcome.map { outcome in .object { Page.write(outcome, to: &$0) } } ?? .nothing
    }

    /// Tells the client what has happened, which has no answer.
    private mutating func noting(_ input: Input) -> Answer {
        take(input)
        return .nothing
    }
}

extension WaitingEdit.SentAs {
    /// Nil for an edit that wasn't sent, whose client is empty.
    fileprivate init?(_ client: String, number: Int) {
        guard !client.isEmpty else { return nil }
        self.init(client: client, number: number)
    }
}

extension WaitingEdit {
    fileprivate init(_ fields: WaitingEditFields) {
        self.init(
            name: Name(client: fields.client, place: fields.place),
            made: Instant(secondsSinceEpoch: Int64(clamping: fields.made)),
            title: fields.title,
            isQuiet: fields.isQuiet,
            isUndoing: fields.isUndoing,
            changes: fields.changes { WaitingChange($0) },
            sentAs: SentAs(fields.sentClient, number: fields.sentNumber)
        )
    }
}

extension WaitingChange {
    fileprivate init(_ fields: WaitingChangeFields) {
        self.init(
            object: ObjectID(calendar: CalendarID(fields.calendar), href: fields.href),
            base: fields.base.map { text in
                ObjectVersion(
                    etag: fields.baseEtag ?? "",
                    text: text,
                    isUnanswered: fields.isUnanswered ?? false
                )
            },
            text: fields.ical,
            isUnanswered: fields.isUnanswered ?? false
        )
    }
}

extension WaitingAnswer {
    fileprivate convenience init(_ fields: WaitingAnswerFields) {
        self.init(
            name: WaitingEdit.Name(client: fields.client, place: fields.place),
            made: Instant(secondsSinceEpoch: Int64(clamping: fields.made)),
            title: fields.title,
            object: ObjectID(calendar: CalendarID(fields.calendar), href: fields.href),
            occurrence: fields.occurrence,
            choice: ProposalChoice(fields.answer),
            comment: fields.comment,
            proposal: fields.proposal,
            earlier: ProposalChoice(fields.earlier),
            hasLeft: fields.hasLeft
        )
    }
}

extension EditConflict {
    fileprivate init(_ fields: EditConflictFields) {
        self.init(
            name: WaitingEdit.Name(client: fields.client, place: fields.place),
            object: ObjectID(calendar: CalendarID(fields.calendar), href: fields.href),
            title: fields.title,
            fields: fields.fields { field in
                ContestedField(
                    name: field.name,
                    occurrence: field.occurrence,
                    ours: field.ours,
                    theirs: field.theirs
                )
            },
            ours: fields.ours,
            theirs: fields.theirs
        )
    }
}

extension EditAnswer {
    fileprivate init(_ call: NoteAnswerCall) {
        switch call.kind {
        case .made: self = .made(call.saved { SavedObject(etag: $0.etag, token: $0.token) })
        case .refused, nil:
            self.init(refusal: call.code.isEmpty ? nil : call.code, isKept: call.isKept)
        case .unsent: self = .unsent
        }
    }
}
