public import Agenda
public import CivilTime

// Answers to proposals and to groups' events, from giving them until the server has them.

extension Client {
    /// The answer that was given, what the viewer had answered before, and what to do.
    public typealias GivenAnswer = (
        answer: WaitingAnswer, earlier: ProposalChoice?, effects: [Effect]
    )

    /// Answers a candidate or a group's event.
    ///
    /// - Parameters:
    ///   - key: One of its occurrences.
    ///   - choice: The answer; nil takes back an earlier one.
    ///   - isForAll: Whether the answer is for all occurrences, not just for this one.
    ///   - comment: The comment on the answer; nil keeps the earlier one.
    ///   - now: The present time.
    /// - Returns: The answer.
    /// - Throws: The reason why the answer can't be taken.
    public mutating func answer(
        _ key: OccurrenceKey,
        _ choice: ProposalChoice?,
        isForAll: Bool,
        comment: String? = nil,
        at now: Instant
    ) throws(ProposalError) -> GivenAnswer {
        self.now = now
        let answered = try agenda.answering(
            key,
            choice,
            isForAll: isForAll,
            comment: comment,
            now: now
        )
        placeCount += 1
        let answer = WaitingAnswer(
            name: WaitingEdit.Name(client: name, place: placeCount),
            made: now,
            title: agenda.occurrence(key)?.event.title ?? "",
            object: key.object,
            occurrence: answered.occurrence ?? "",
            choice: choice,
            comment: comment,
            proposal: answered.identity,
            earlier: answered.earlier
        )
        give(answer)
        return (answer, answered.earlier, end())
    }

    /// Adds an answer in place of an earlier one to the same.
    private mutating func give(_ answer: WaitingAnswer) {
        var answer = answer
        let beneath = served(answer.object)
        let replaced = answers.firstIndex {
            $0.isAboutSame(as: answer) && !$0.isSaved && !isUnderWay($0.name)
        }
        if let replaced { answer = answer.replacing(removeAnswer(replaced)) }
        if !answer.isVoid {
            answers.append(answer)
            effects.append(.keepAnswer(answer))
        }
        show(answer.object, otherwise: beneath)
    }

    /// Takes over the answers that other clients left on the device when they ended.
    mutating func adopt(_ left: [WaitingAnswer]) {
        for answer in left where placeOfAnswer(answer.name) == nil {
            let isLater = answers.contains {
                $0.isAboutSame(as: answer) && !$0.isSaved && $0.made > answer.made
            }
            if isLater { effects.append(.forgetAnswer(answer.name)) } else { give(answer) }
        }
    }

    /// Takes an answer back that waits.
    mutating func takeBackAnswer(_ name: WaitingEdit.Name) {
        guard let place = placeOfAnswer(name), !isUnderWay(name), !answers[place].isSaved else {
            return
        }
        let answer = answers[place]
        effects.append(.tell(.tookBackAnswer(answer)))
        guard answer.hasLeft else { return takeOffAnswer(place) }
        // The server may have it, so it's told the earlier one.
        placeCount += 1
        let name = WaitingEdit.Name(client: self.name, place: placeCount)
        give(answer.reversed(as: name, made: now))
    }

    // MARK: - What is shown

    /// What the server has of an object.
    private func served(_ object: ObjectID) -> ObjectVersion? {
        if let version = beneath(object) { return version }
        return places(of: object).first.flatMap { edits[$0].change(of: object)?.base }
            ?? stored(object)
    }

    /// Shows all answers, because the zones of their events are there by now.
    public mutating func showAnswers() {
        for answer in answers {
            let object = answer.object
            guard let shown = stored(object) else { continue }
            showAnswers(to: object, etag: shown.etag, shown.isUnanswered)
        }
    }

    /// Shows the answers to an object on top of what is shown of it.
    mutating func showAnswers(to object: ObjectID, etag: String, _ isUnanswered: Bool) {
        var isUnanswered = isUnanswered
        for place in answers.indices where answers[place].object == object {
            guard let answered = answered(answers[place]) else { continue }
            // An invitation that is answered as a whole doesn't wait any more.
            if answers[place].choice != nil, answers[place].occurrence.isEmpty {
                isUnanswered = false
            }
            // What was a proposal may be an event by now.
            if answers[place].proposal != answered.identity {
                answers[place] = answers[place].changed { $0.proposal = answered.identity }
            }
            _ = agenda.load(
                object,
                etag: etag,
                text: answered.text,
                isUnanswered: isUnanswered
            )
        }
    }

    /// An object with an answer; nil if it can't be answered any more, which the server will say.
    ///
    /// By when it was given: a deadline that has passed since doesn't take it off the screen.
    private func answered(_ answer: WaitingAnswer) -> AnsweredCandidate? {
        try? agenda.answering(
            answer.key,
            answer.choice,
            isForAll: answer.occurrence.isEmpty,
            comment: answer.comment,
            now: answer.made
        )
    }

    /// Forgets the answers that are in what the server has said of an object.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - isRead: Whether the object was just read, which has all that were saved.
    mutating func forgetSavedAnswers(to object: ObjectID, isRead: Bool = false) {
        answers.removeAll { answer in
            guard answer.object == object, let savedAt = answer.state.savedAt else { return false }
            return isRead || savedAt <= token
        }
    }

    /// Takes back the answers to an object that is gone.
    mutating func dropAnswers(to object: ObjectID, _ refusal: Refusal?) {
        while let place = answers.firstIndex(where: { $0.object == object }) {
            let answer = removeAnswer(place)
            if !answer.isSaved, let refusal {
                effects.append(.tell(.refusedAnswer(answer, refusal)))
            }
        }
    }

    private mutating func removeAnswer(_ place: Int) -> WaitingAnswer {
        let answer = answers.remove(at: place)
        effects.append(.forgetAnswer(answer.name))
        return answer
    }

    /// Takes an answer off the screen.
    private mutating func takeOffAnswer(_ place: Int) {
        let object = answers[place].object
        let beneath = served(object)
        _ = removeAnswer(place)
        // An edit that was made on top of it has it in its text.
        let edit = places(of: object).first {
            edits[$0].sentAs == nil && edits[$0].change(of: object)?.base != nil
        }
        if let edit {
            rebase(edit, onto: [(object, beneath)])
        } else {
            show(object, otherwise: beneath)
        }
    }

    // MARK: - Sending

    /// Whether a request with an answer isn't answered yet.
    public func isUnderWay(_ name: WaitingEdit.Name) -> Bool {
        if case .sendingAnswer(let sent, _) = phase { sent == name } else { false }
    }

    /// Sends the first answer that the server doesn't have.
    mutating func sendAnswer() {
        guard let answer = answers.first(where: { !$0.isSaved }) else { return }
        phase = .sendingAnswer(answer.name, wake: wake(after: Self.slowSeconds))
        effects.append(.sendAnswer(AnswerRequest(answer: answer, text: answered(answer)?.text)))
    }

    /// Takes what became of an answer that was sent.
    mutating func takeReply(_ reply: EditAnswer, to name: WaitingEdit.Name) {
        phase = .idle
        guard let place = placeOfAnswer(name) else { return }
        if reply != .unsent { answers[place] = answers[place].changed { $0.hasLeft = true } }
        switch reply {
        case .made(let saved): confirmAnswer(place, savedAt: saved.first?.token ?? 0)
        case .refused(let code): refuseAnswer(place, code)
        case .failed, .changedElsewhere, .passed:
            answers[place] = answers[place].changed { $0.failureCount += 1 }
            if answers[place].state.failureCount < Self.failuresMax {
                retryAnswerLater(place)
            } else {
                refuseAnswer(place, "unexpected")
            }
        case .signedOut, .away, .unsent: retryAnswerLater(place)
        }
        if isReached(reply) { noteReached() }
    }

    private mutating func confirmAnswer(_ place: Int, savedAt token: UInt64) {
        let answer = answers[place]
        effects.append(.forgetAnswer(answer.name))
        answers[place] = answer.changed { $0.savedAt = token }
        if isAway { late.insert(answer.object) }
        let beneath = served(answer.object)
        // Unless the server says when: then the next record is taken for a later one.
        if token > 0 { forgetSavedAnswers(to: answer.object) }
        show(answer.object, otherwise: beneath)
    }

    private mutating func refuseAnswer(_ place: Int, _ code: String) {
        let answer = answers[place]
        takeOffAnswer(place)
        effects.append(.tell(.refusedAnswer(answer, .server(code: code))))
    }

    private mutating func retryAnswerLater(_ place: Int) {
        let later = answers.lastIndex { $0.isAboutSame(as: answers[place]) } ?? place
        if later != place {
            answers[later] = answers[later].replacing(answers[place])
            effects.append(.keepAnswer(answers[later]))
            _ = removeAnswer(place)
        }
        retryLater()
    }

    /// Asks the device once more to keep the answers that it couldn't.
    mutating func keepAnswersAgain() {
        for answer in answers where answer.isKept == false && !answer.isSaved {
            effects.append(.keepAnswer(answer))
        }
    }

    // MARK: - What waits

    /// The answers that wait for the server; none while it can be reached, and before the device has answered whether it
    /// keeps them.
    public var waitingAnswers: [WaitingAnswer] {
        isAway ? answers.filter { !$0.isSaved && $0.isKept != nil } : []
    }

    /// The date that an answer is for, or the first one; nil if it can't be read.
    public func occurrence(of answer: WaitingAnswer) -> EventOccurrence? {
        if !answer.occurrence.isEmpty { return agenda.occurrence(answer.key) }
        return agenda.series(answer.object).flatMap {
            agenda.reading($0.text, at: answer.object)?.first
        }
    }

    /// Whether the server has every edit and every answer.
    public var hasSentAll: Bool { edits.isEmpty && hasSentAnswers }

    /// Whether the server has every answer.
    var hasSentAnswers: Bool { !answers.contains { !$0.isSaved } }

    private func placeOfAnswer(_ name: WaitingEdit.Name) -> Int? {
        answers.firstIndex { $0.name == name }
    }

    /// Notes whether the device has kept an answer.
    mutating func noteAnswerKept(_ name: WaitingEdit.Name, _ isKept: Bool) {
        guard let place = placeOfAnswer(name) else { return }
        answers[place] = answers[place].changed { $0.isKept = isKept }
    }

    /// Notes that an edit leaves whose text has the answers that were shown when it was made.
    mutating func noteAnswersLeave(with edit: WaitingEdit) {
        for place in answers.indices where edit.touches(answers[place].object) {
            answers[place] = answers[place].changed { $0.hasLeft = true }
        }
    }
}
