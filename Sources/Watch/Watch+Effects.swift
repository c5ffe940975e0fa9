import Agenda
import Client

// What the client wants done.

extension Watch {
    /// Carries out effects, and what they lead to, in their order.
    func perform(_ effects: [Effect]) {
        guard !isOver else { return }
        var effects = effects
        var isChanged = false
        while !effects.isEmpty {
            switch effects.removeFirst() {
            case .keep(let edit):
                let isKept = keep { kept throws(StateFolder.Fault) in try kept.keep(edit) }
                effects += client.take(.kept(edit.name, edit.sentAs, isKept: isKept), at: now)
            case .forget(let name), .forgetAnswer(let name):
                keep { kept throws(StateFolder.Fault) in try kept.forget(name) }
            case .keepConflict(let conflict):
                keep { kept throws(StateFolder.Fault) in try kept.keep(conflict) }
            case .forgetConflict(let name):
                keep { kept throws(StateFolder.Fault) in try kept.forgetConflict(name) }
            case .keepAnswer(let answer):
                let isKept = keep { kept throws(StateFolder.Fault) in try kept.keep(answer) }
                effects += client.take(.kept(answer.name, nil, isKept: isKept), at: now)
            case .send(let request): effects += send(request)
            case .sendAnswer(let request): effects += send(request)
            case .read(let object): read(object)
            case .wake(let seconds, let number):
                let ended = endedSessionCount
                Task { [weak self] in
                    try? await Task.sleep(for: .seconds(seconds))
                    await self?.wake(number, ended)
                }
            case .show: isChanged = true
            case .tell(let notice): note(notice.sentence)
            }
        }
        if isChanged { refresh() }
    }

    private func wake(_ number: Int, _ ended: Int) {
        guard ended == endedSessionCount else { return }
        perform(client.take(.woke(number), at: now))
    }

    /// Changes what is kept on this device.
    ///
    /// - Returns: Whether it's there.
    @discardableResult
    private func keep(_ change: (inout KeptEdits) throws(StateFolder.Fault) -> Void) -> Bool {
        guard var kept else { return false }
        do throws(StateFolder.Fault) {
            try change(&kept)
            self.kept = kept
            return true
        } catch {
            note("This device can't keep what waits: \(error.sentence)")
            return false
        }
    }

    /// Sends an edit, unless the server is away.
    private func send(_ request: EditRequest) -> [Effect] {
        guard connection == .connected, let session else {
            return client.take(.answered(.unsent), at: now)
        }
        let isKept = kept?.has(request.sentAs) ?? false
        let ended = endedSessionCount
        Task {
            let answer = await server.send(request, session, isKept: isKept)
            take(answer, changes: request.changes, session, ended)
        }
        return []
    }

    /// Sends an answer, unless the server is away.
    private func send(_ request: AnswerRequest) -> [Effect] {
        guard connection == .connected, let session else {
            return client.take(.answered(.unsent), at: now)
        }
        guard let place = directory.answerPlace(of: request.answer) else {
            return client.take(.answered(.refused(code: "not-found")), at: now)
        }
        let ended = endedSessionCount
        Task {
            let answer = await server.send(request.answer, to: place, session)
            let change = EditRequest.Change(
                object: request.answer.object,
                text: request.text,
                etag: nil
            )
            take(answer, changes: request.text == nil ? [] : [change], session, ended)
        }
        return []
    }

    /// Takes what became of a request that was sent in a session, after so many others were over.
    private func take(
        _ answer: EditAnswer,
        changes: [EditRequest.Change],
        _ session: Session,
        _ ended: Int
    ) {
        guard ended == endedSessionCount else { return }
        if answer == .signedOut || answer == .refused(code: "not-signed-in") { leave(session) }
        if case .made(let saved) = answer {
            copy?.take(saved, of: changes)
            keepCopySoon()
        }
        perform(client.take(.answered(answer), at: now))
        if client.hasSentAll { endParting() }
    }

    private func read(_ object: ObjectID) {
        guard let session else { return perform(client.take(.read(object, .away), at: now)) }
        let ended = endedSessionCount
        Task {
            var answer = ReadAnswer.away
            do throws(ServerFailure) {
                answer = try await server.read(object, session)
            } catch {
                leave(session)
            }
            guard ended == endedSessionCount else { return }
            perform(client.take(.read(object, answer), at: now))
        }
    }
}
