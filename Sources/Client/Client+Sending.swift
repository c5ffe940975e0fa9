import Agenda

// The first edit on its way to the server; answers come after the edits.

extension Client {
    /// Sends the first edit, or else the first answer, unless something is under way.
    mutating func send() {
        guard case .idle = phase, retryWake == nil else { return }
        guard !edits.isEmpty else { return sendAnswer() }
        if edits[0].sentAs == nil {
            numberCount += 1
            edits[0].sentAs = WaitingEdit.SentAs(client: name, number: numberCount)
        } else if edits[0].isKept != false {
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
        guard let place = place(of: name) else {
            return noteAnswerKept(name, isKept)
        }
        edits[place].isKept = isKept
        guard case .keeping = phase, place == 0, edits[0].sentAs == sentAs else { return }
        request()
    }

    private mutating func request() {
        guard let first = edits.first, let sentAs = first.sentAs else { return }
        phase = .sending(wake: wake(after: Self.slowSeconds))
        let changes = first.changes.map {
            EditRequest.Change(object: $0.object, text: $0.text, etag: $0.base?.etag)
        }
        noteAnswersLeave(with: first)
        effects.append(
            .send(EditRequest(sentAs: sentAs, changes: changes, isForGood: first.isUndoing))
        )
    }

    /// Asks for a wake-up call.
    mutating func wake(after seconds: Int) -> Int {
        wakeCount += 1
        effects.append(.wake(after: seconds, number: wakeCount))
        return wakeCount
    }

    /// Notes that an edit may be sent again, or has got no answer for too long.
    mutating func noteWake(_ number: Int) {
        if number == retryWake { retryWake = nil }
        switch phase {
        case .sending(number), .sendingAnswer(_, number): noteAway()
        default: break
        }
    }

    /// Takes what became of the first edit, or of the answer that was sent.
    mutating func takeAnswer(_ answer: EditAnswer) {
        if case .sendingAnswer(let name, _) = phase { return takeReply(answer, to: name) }
        guard case .sending = phase, !edits.isEmpty else { return }
        phase = .idle
        if answer != .unsent { edits[0].hasLeft = true }
        switch answer {
        case .made(let saved): confirm(saved)
        case .changedElsewhere, .passed:
            edits[0].mergeCount += 1
            if edits[0].mergeCount % (Self.mergesMax + 1) == 0 { return retryLater() }
            readAgain()
        case .refused(let code): refuse(.server(code: code))
        case .failed:
            edits[0].failureCount += 1
            if edits[0].failureCount < Self.failuresMax {
                retryLater()
            } else {
                refuse(.server(code: "unexpected"))
            }
        case .signedOut, .away: retryLater()
        case .unsent:
            retryLater()
            if !edits[0].hasLeft { openAgain() }
        }
        if isReached(answer) { noteReached() }
    }

    func isReached(_ answer: EditAnswer) -> Bool {
        switch answer {
        case .away, .failed, .signedOut, .unsent: false
        default: true
        }
    }

    mutating func retryLater() {
        noteAway()
        retryWake = wake(after: retrySeconds)
        retrySeconds = min(2 * retrySeconds, Self.retryMax)
        // What the device couldn't keep, it may keep now.
        for place in edits.indices.dropFirst() where edits[place].isKept == false {
            keep(place)
        }
        keepAnswersAgain()
    }

    private mutating func noteAway() {
        isAway = true
        effects.append(.show)
    }

    mutating func noteReached() {
        guard isAway else { return }
        retrySeconds = Self.retryMin
        guard hasSentAll else { return }
        isAway = false
        effects.append(.show)
        // Of what gave way, the conflict says what was kept.
        var saved = late
        for conflict in conflicts { saved.remove(conflict.object) }
        if !saved.isEmpty { effects.append(.tell(.saved(count: saved.count))) }
        late = []
    }

    /// Notes that the server has made the first edit.
    private mutating func confirm(_ saved: [SavedObject]) {
        guard saved.count == edits[0].changes.count else { return retryLater() }
        let edit = remove(0)
        for (change, save) in zip(edit.changes, saved) {
            setSave(save, of: change.object)
            if let earlier = held(of: change.object), earlier.token > 0, earlier.token <= save.token
            {
                setHeld(nil, of: change.object)
            }
            if isAway, !edit.isQuiet { late.insert(change.object) }
            let version = change.version(etag: save.etag)
            // An edit that is sent again was made long ago, and what is held is later.
            follow(change.object, version, isLast: held(of: change.object) == nil)
            agenda.confirm(change.object, etag: save.etag)
            setBeneath(version, of: change.object)
            if change.text == nil { dropAnswers(to: change.object, nil) }
            if isSent(change.object), held(of: change.object) == nil {
                // The other edit may be refused.
                setHeld(ObjectNote.Held(version: version, token: save.token), of: change.object)
            }
            releaseHeld(change.object)
        }
    }

    /// Bases the next edit of an object on what the server has just made.
    private mutating func follow(_ object: ObjectID, _ version: ObjectVersion?, isLast: Bool) {
        guard let next = places(of: object).first,
            let place = edits[next].changes.firstIndex(where: { $0.object == object })
        else { return }
        if edits[next].changes[place].base.map({ $0.etag.isEmpty }) ?? (version == nil) {
            edits[next].changes[place].base = version
            keep(next)
        } else if isLast, edits[next].sentAs == nil {
            rebase(next, onto: [(object, version)])
        }
        // An edit of another client that was sent on its own is read again when the server refuses it.
    }

    // MARK: - Another version at the server

    /// Reads what the server has of the objects of the first edit, which it refused because one has changed.
    private mutating func readAgain() {
        let objects = edits[0].changes.map { $0.object }
        // What is read is later than any of this. But perhaps nothing can be read, so it stays until then.
        let since = objects.reduce(token) { max($0, held(of: $1)?.token ?? 0) }
        phase = .reading(objects.map { ObjectRead(object: $0) }, since: since)
        effects += objects.map { .read($0) }
    }

    mutating func takeRead(_ object: ObjectID, _ answer: ReadAnswer) {
        guard case .reading(var reads, let since) = phase,
            let place = reads.firstIndex(where: { $0.object == object && $0.answer == nil })
        else { return }
        reads[place].answer = answer
        phase = .reading(reads, since: since)
        guard !reads.contains(where: { $0.answer == nil }) else { return }
        phase = .idle
        guard !reads.contains(where: { $0.answer == .away }) else { return retryLater() }
        let versions = reads.map { read -> (ObjectID, ObjectVersion?) in
            if case .found(let version)? = read.answer {
                (read.object, version)
            } else {
                (read.object, nil)
            }
        }
        for (object, _) in versions { forgetSavedAnswers(to: object, isRead: true) }
        // What was known before is no longer true.
        for (object, _) in versions where held(of: object).map({ $0.token <= since }) ?? false {
            setHeld(nil, of: object)
        }
        reopen()
        let name = edits[0].name
        // Later ones that were made without knowing of it.
        for place in unsentPlaces(touching: edits[0]).reversed() where place > 0 {
            rebase(place, onto: versions)
        }
        rebase(0, onto: versions)
        if edits.first?.name == name { join(take(0)) }
        for (object, version) in versions {
            if isSent(object), held(of: object) == nil {
                setHeld(ObjectNote.Held(version: version, token: token), of: object)
            }
            releaseHeld(object)
        }
        noteReached()
    }

    /// Makes the first edit one that wasn't sent, because the server hasn't made it.
    ///
    /// Edits on top of it become one with it.
    private mutating func reopen() {
        edits[0].sentAs = nil
        edits[0].hasLeft = false
        fold()
        keep(0)
    }

    /// Makes the first edit one that can still be changed, because it hasn't left the device.
    private mutating func openAgain() {
        let known = edits[0].changes.map { ($0.object, $0.base) }
        reopen()
        for (object, base) in known where !edits[0].touches(object) {
            show(object, otherwise: base)
        }
        if edits[0].changes.isEmpty {
            remove(0)
        } else if edits.contains(where: { $0.sentAs != nil }) {
            // Those of another tab, which may have been made, come first.
            join(take(0))
        }
        for (object, _) in known { releaseHeld(object) }
    }

    private mutating func fold() {
        while let next = unsentPlaces(touching: edits[0]).first(where: {
            $0 > 0 && edits[$0].isOnTop(of: edits[0])
        }) {
            let edit = remove(next)
            change(0) { $0.absorb(edit) }
        }
        change(0) { _ = $0.takeVoidChanges() }
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
        takeOff(remove(place), refusal, showing: versions)
    }

    /// Takes an edit that is out of the log off the screen and out of the history, and says so.
    ///
    /// - Parameters:
    ///   - edit: The edit.
    ///   - refusal: Why; nil if the person wanted that.
    ///   - versions: What the server has of some of its objects.
    mutating func takeOff(
        _ edit: WaitingEdit,
        _ refusal: Refusal?,
        showing versions: [(ObjectID, ObjectVersion?)] = []
    ) {
        let others = edit.changes.filter { change in !versions.contains { $0.0 == change.object } }
        for (object, version) in versions + others.map({ ($0.object, $0.base) }) {
            let later = held(of: object)
            // The server may have made another edit of it, which says nothing of what came after.
            let kept = isSent(object) ? later : nil
            setHeld(kept, of: object)
            if kept == nil { forgetSavedAnswers(to: object) }
            show(object, otherwise: later.map { $0.version } ?? version)
        }
        // The server's texts are shown already; the history loses the steps that led away from them.
        for step in edit.steps.reversed() { agenda.revertInHistory(step.edit) }
        if let refusal {
            if !edit.isQuiet { effects.append(.tell(.refused(edit, refusal))) }
        } else {
            effects.append(.tell(.tookBack(edit)))
        }
    }
}
