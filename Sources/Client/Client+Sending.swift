import Agenda
import CivilTime

// The first edit on its way to the server.

extension Client {
    /// Sends the first edit, unless something is under way.
    mutating func send() {
        guard phase == .idle, retryAt == nil, !isSignedOut, !edits.isEmpty else { return }
        if edits[0].sentAs == nil {
            numberCount += 1
            edits[0].sentAs = WaitingEdit.SentAs(client: name, number: numberCount)
        } else if !unkept.contains(edits[0].name) {
            return request()
        }
        phase = .keeping
        keep(0)
    }

    /// Notes that the device has answered about an edit.
    mutating func noteKept(
        _ name: WaitingEdit.Name,
        _ sentAs: WaitingEdit.SentAs?,
        _ isKept: Bool
    ) {
        guard edits.contains(where: { $0.name == name }) else { return }
        if isKept { unkept.remove(name) } else { unkept.insert(name) }
        guard phase == .keeping, let first = edits.first, first.name == name,
            first.sentAs == sentAs
        else { return }
        request()
    }

    private mutating func request() {
        guard let first = edits.first, let sentAs = first.sentAs else { return }
        phase = .sending(since: now)
        effects.append(.wake(now.adding(seconds: Self.slowSeconds)))
        let changes = first.changes.map {
            EditRequest.Change(object: $0.object, text: $0.text, etag: $0.base?.etag)
        }
        effects.append(
            .send(EditRequest(sentAs: sentAs, changes: changes, isForGood: first.isUndoing))
        )
    }

    /// Notes that time has passed: an edit may be sent again, or has got no answer for too long.
    mutating func noteTime() {
        if let retryAt, retryAt <= now { self.retryAt = nil }
        if case .sending(let since) = phase, since.adding(seconds: Self.slowSeconds) <= now {
            noteAway()
        }
    }

    /// Takes what became of the first edit.
    mutating func takeAnswer(_ answer: EditAnswer) {
        guard case .sending = phase, !edits.isEmpty else { return }
        phase = .idle
        switch answer {
        case .made(let saved): confirm(saved)
        case .changedElsewhere, .passed: readAgain()
        case .refused(let code): refuse(.server(code: code))
        case .failed:
            edits[0].failureCount += 1
            if edits[0].failureCount < Self.failuresMax {
                retryLater()
            } else {
                refuse(.server(code: "unexpected"))
            }
        case .signedOut:
            isSignedOut = true
            noteAway()
        case .away: retryLater()
        }
        if isReached(answer) { noteReached() }
    }

    private func isReached(_ answer: EditAnswer) -> Bool {
        switch answer {
        case .away, .failed, .signedOut: false
        default: true
        }
    }

    private mutating func retryLater() {
        noteAway()
        let at = now.adding(seconds: retrySeconds)
        retryAt = at
        retrySeconds = min(2 * retrySeconds, Self.retryMax)
        // What the device couldn't keep, it may keep now.
        for place in edits.indices.dropFirst() where unkept.contains(edits[place].name) {
            keep(place)
        }
        effects.append(.wake(at))
    }

    private mutating func noteAway() {
        isAway = true
        effects.append(.show)
    }

    private mutating func noteReached() {
        guard isAway else { return }
        retrySeconds = Self.retryMin
        guard edits.isEmpty else { return }
        isAway = false
        effects.append(.show)
        if !late.isEmpty { effects.append(.tell(.saved(count: late.count))) }
        late = []
    }

    /// Notes that the server has made the first edit.
    private mutating func confirm(_ saved: [SavedObject]) {
        guard saved.count == edits[0].changes.count else { return retryLater() }
        let edit = remove(0)
        for (change, save) in zip(edit.changes, saved) {
            saves[change.object] = save
            if let earlier = held[change.object], earlier.token <= save.token {
                held[change.object] = nil
            }
            if isAway, !edit.isQuiet { late.insert(change.object) }
            let version = change.text.map { ObjectVersion(etag: save.etag, text: $0) }
            follow(change.object, version)
            agenda.confirm(change.object, etag: save.etag)
            releaseHeld(change.object)
        }
    }

    /// Bases the next edit of an object on what the server has just made.
    private mutating func follow(_ object: ObjectID, _ version: ObjectVersion?) {
        guard let next = edits.firstIndex(where: { $0.touches(object) }),
            let place = edits[next].changes.firstIndex(where: { $0.object == object })
        else { return }
        if edits[next].changes[place].base.map({ $0.etag.isEmpty }) ?? (version == nil) {
            edits[next].changes[place].base = version
            keep(next)
        } else if edits[next].sentAs == nil {
            rebase(next, onto: [(object, version)])
        }
        // An edit of another client that was sent on its own is read again when the server refuses it.
    }

    // MARK: - Another version at the server

    /// Reads what the server has of the objects of the first edit, which it refused because one has changed.
    private mutating func readAgain() {
        let objects = edits[0].changes.map { $0.object }
        // What is read is later than any of this.
        for object in objects { held[object] = nil }
        phase = .reading(objects, known: [:])
        effects += objects.map { .read($0) }
    }

    mutating func takeRead(_ object: ObjectID, _ answer: ReadAnswer) {
        guard case .reading(var missing, var known) = phase, missing.contains(object) else {
            return
        }
        missing.removeAll { $0 == object }
        known[object] = answer
        phase = .reading(missing, known: known)
        guard missing.isEmpty else { return }
        phase = .idle
        guard !known.values.contains(.away) else { return retryLater() }
        let versions = edits[0].changes.map { change -> (ObjectID, ObjectVersion?) in
            if case .found(let version) = known[change.object] {
                (change.object, version)
            } else {
                (change.object, nil)
            }
        }
        reopen()
        let name = edits[0].name
        // Later ones that were made without knowing of it.
        for place in edits.indices.dropFirst().reversed()
        where edits[place].sentAs == nil && edits[place].touches(edits[0]) {
            rebase(place, onto: versions)
        }
        rebase(0, onto: versions)
        if edits.first?.name == name { join(edits.removeFirst()) }
        for (object, version) in versions {
            if isSent(object), held[object] == nil { held[object] = (version, token) }
            releaseHeld(object)
        }
        noteReached()
    }

    /// Makes the first edit one that wasn't sent, because the server hasn't made it.
    ///
    /// Edits on top of it become one with it.
    private mutating func reopen() {
        edits[0].sentAs = nil
        fold()
        keep(0)
    }

    private mutating func fold() {
        while let next = edits.indices.dropFirst().first(where: { edits[$0].isOnTop(of: edits[0]) })
        {
            edits[0].absorb(remove(next))
        }
        _ = edits[0].takeVoidChanges()
    }

    /// Takes back the first edit, with those on top of it.
    private mutating func refuse(_ refusal: Refusal) {
        edits[0].sentAs = nil
        let known = edits[0].changes.map { ($0.object, $0.base) }
        fold()
        drop(0, refusal, showing: known)
    }

    /// Takes back an edit and shows what the server has.
    mutating func drop(
        _ place: Int,
        _ refusal: Refusal,
        showing versions: [(ObjectID, ObjectVersion?)] = []
    ) {
        let edit = remove(place)
        let others = edit.changes.filter { change in !versions.contains { $0.0 == change.object } }
        for (object, version) in versions + others.map({ ($0.object, $0.base) }) {
            let later = held.removeValue(forKey: object)
            show(object, otherwise: later.map { $0.version } ?? version)
        }
        // The texts are back already; the agenda's history follows.
        for step in edit.steps.reversed() { agenda.revertInHistory(step.edit) }
        if !edit.isQuiet { effects.append(.tell(.refused(edit, refusal))) }
    }
}
