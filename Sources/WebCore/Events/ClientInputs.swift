import Agenda
import CivilTime
import Client
import ICalendar
import JSON

// Edits on their way to the server. After each of these operations, and after each edit, the page asks for the effects and
// carries them out. An edit and a conflict are named by the client that made them and their place there.

/// Says under what name this page numbers its edits: `beginClient(name)`.
@_expose(wasm, "beginClient")
@_cdecl("meantime_begin_client")
public func meantimeBeginClient(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.client.begin(as: arguments[0])
        return .nothing
    }
}

/// Says how far the server's log had been read when everything was loaded: `noteLoaded(token)`.
@_expose(wasm, "noteLoaded")
@_cdecl("meantime_note_loaded")
public func meantimeNoteLoaded(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.client.noteLoaded(upTo: arguments.token(0))
        return .nothing
    }
}

/// Takes over an edit that another client has left on the device: `adoptEdit(client, place, made, title, isQuiet, isUndoing,
/// sentClient, sentNumber, …)`.
///
/// Eight arguments follow for each change: calendar, href, whether it has a base, its ETag, its text, whether the object is
/// an unanswered invitation, whether there is a new text, and the text. `sentClient` is empty if the edit wasn't sent.
@_expose(wasm, "adoptEdit")
@_cdecl("meantime_adopt_edit")
public func meantimeAdoptEdit(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.take(.adopted([arguments.edit], []))
        return .nothing
    }
}

/// Takes over a conflict: `adoptConflict(client, place, calendar, href, title, ours, theirs, …)`.
///
/// Four arguments follow for each field: its name, the occurrence, our value and theirs.
@_expose(wasm, "adoptConflict")
@_cdecl("meantime_adopt_conflict")
public func meantimeAdoptConflict(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.take(.adopted([], [arguments.conflict]))
        return .nothing
    }
}

/// Takes over an answer that another client has left on the device: `adoptAnswer(client, place, made, title, calendar, href,
/// occurrence, answer, proposal, earlier, hasLeft, comment)`.
///
/// `hasLeft` says that the server may have it. The comment may be left out.
@_expose(wasm, "adoptAnswer")
@_cdecl("meantime_adopt_answer")
public func meantimeAdoptAnswer(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.take(.adoptedAnswers([arguments.waitingAnswer]))
        return .nothing
    }
}

/// Notes whether the device has kept an edit, or an answer: `noteKept(client, place, sentClient, sentNumber, isKept)`.
@_expose(wasm, "noteKept")
@_cdecl("meantime_note_kept")
public func meantimeNoteKept(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.take(.kept(arguments.entryName, arguments.sentAs(from: 2), isKept: arguments.flag(4)))
        return .nothing
    }
}

/// Notes what became of the edit, or the answer, that was sent: `noteAnswer(kind, code, …)`, with an ETag and a token for each saved change.
///
/// The kind is `made`, `changed-elsewhere`, `passed`, `refused` with a code, `failed`, `signed-out`, `away` or `unsent`.
@_expose(wasm, "noteAnswer")
@_cdecl("meantime_note_answer")
public func meantimeNoteAnswer(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.take(.answered(arguments.answer))
        return .nothing
    }
}

/// Notes what the server has of an object that the effects asked for: `noteRead(kind, calendar, href, etag, ical,
/// isUnanswered)`; the kind is `found`, `gone` or `away`.
@_expose(wasm, "noteRead")
@_cdecl("meantime_note_read")
public func meantimeNoteRead(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let kind = arguments[0]
        let answer: ReadAnswer =
            kind == "found" ? .found(arguments.version(from: 3)) : kind == "gone" ? .gone : .away
        page.take(.read(arguments.object(from: 1), answer))
        return .nothing
    }
}

/// Takes a record of an object that has an edit or an answer on its way: `takeRecord(token, isThere, calendar, href, etag, ical,
/// isUnanswered)`.
///
/// Answers false if there is none, and leaves the record to the caller.
@_expose(wasm, "takeRecord")
@_cdecl("meantime_take_record")
public func meantimeTakeRecord(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let object = arguments.object(from: 2)
        guard page.client.concerns(object, token: arguments.token(0)) else {
            return .value { $0.flag(false) }
        }
        let version = arguments.flag(1) ? arguments.version(from: 4) : nil
        page.take(.record(object, version, token: arguments.token(0)))
        return .value { $0.flag(true) }
    }
}

/// Says that the server may be back: `noteReached()`.
@_expose(wasm, "noteReached")
@_cdecl("meantime_note_reached")
public func meantimeNoteReached(_ length: Int32) -> Int32 {
    respond(length) { page, _ in
        page.take(.reached)
        return .nothing
    }
}

/// Says that as many seconds have passed as the effects asked for: `wake(number)`.
@_expose(wasm, "wake")
@_cdecl("meantime_wake")
public func meantimeWake(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.take(.woke(arguments.integer(0)))
        return .nothing
    }
}

/// Takes back an edit, or an answer, that waits: `takeBackEdit(client, place)`.
@_expose(wasm, "takeBackEdit")
@_cdecl("meantime_take_back_edit")
public func meantimeTakeBackEdit(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.take(.takeBack(arguments.entryName))
        return .nothing
    }
}

/// Forgets a conflict that the user has seen: `dismissConflict(client, place)`.
@_expose(wasm, "dismissConflict")
@_cdecl("meantime_dismiss_conflict")
public func meantimeDismissConflict(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        page.take(.dismiss(arguments.entryName))
        return .nothing
    }
}

/// Makes the user's side of a conflict an edit: `useMine(client, place)`.
///
/// Answers the edit; nothing if it can't be made, which the effects say.
@_expose(wasm, "useMine")
@_cdecl("meantime_use_mine")
public func meantimeUseMine(_ length: Int32) -> Int32 {
    respond(length) { page, arguments in
        let (outcome, effects) = page.client.useMine(arguments.entryName, at: page.now)
        page.add(effects)
        return outcome.map { outcome in .object { Page.write(outcome, to: &$0) } } ?? .nothing
    }
}

extension Arguments {
    /// A place in the server's log; 0 if it's unknown.
    fileprivate func token(_ index: Int) -> UInt64 {
        octets(index).reduce(0) { $0 &* 10 &+ UInt64($1 & 0xF) }
    }

    fileprivate var entryName: WaitingEdit.Name {
        WaitingEdit.Name(client: self[0], place: integer(1))
    }

    fileprivate func sentAs(from index: Int) -> WaitingEdit.SentAs? {
        let client = self[index]
        return client.isEmpty
            ? nil : WaitingEdit.SentAs(client: client, number: integer(index + 1))
    }

    fileprivate func object(from index: Int) -> ObjectID {
        ObjectID(calendar: CalendarID(self[index]), href: self[index + 1])
    }

    fileprivate func version(from index: Int) -> ObjectVersion {
        ObjectVersion(
            etag: self[index],
            text: octets(index + 1),
            isUnanswered: flag(index + 2)
        )
    }

    fileprivate var edit: WaitingEdit {
        WaitingEdit(
            name: entryName,
            made: Instant(secondsSinceEpoch: Int64(number(2))),
            title: self[3],
            isQuiet: flag(4),
            isUndoing: flag(5),
            changes: stride(from: 8, to: count, by: 8).map { place in
                WaitingChange(
                    object: object(from: place),
                    base: flag(place + 2) ? version(from: place + 3) : nil,
                    text: flag(place + 6) ? octets(place + 7) : nil,
                    isUnanswered: flag(place + 5)
                )
            },
            sentAs: sentAs(from: 6)
        )
    }

    fileprivate var waitingAnswer: WaitingAnswer {
        WaitingAnswer(
            name: entryName,
            made: Instant(secondsSinceEpoch: Int64(number(2))),
            title: self[3],
            object: object(from: 4),
            occurrence: self[6],
            choice: ProposalChoice(self[7]),
            comment: count > 11 ? self[11] : nil,
            proposal: self[8],
            earlier: ProposalChoice(self[9]),
            hasLeft: flag(10)
        )
    }

    fileprivate var conflict: EditConflict {
        EditConflict(
            name: entryName,
            object: object(from: 2),
            title: self[4],
            fields: stride(from: 7, to: count, by: 4).map { place in
                ContestedField(
                    name: self[place],
                    occurrence: self[place + 1],
                    ours: self[place + 2],
                    theirs: self[place + 3]
                )
            },
            ours: octets(5),
            theirs: octets(6)
        )
    }

    fileprivate var answer: EditAnswer {
        switch self[0] {
        case "made":
            .made(
                stride(from: 2, to: count, by: 2).map {
                    SavedObject(etag: self[$0], token: token($0 + 1))
                }
            )
        case "changed-elsewhere": .changedElsewhere
        case "passed": .passed
        case "refused": .refused(code: self[1])
        case "failed": .failed
        case "signed-out": .signedOut
        case "unsent": .unsent
        default: .away
        }
    }
}
