import CivilTime
import Client
import JSON

// Signing in, loading, and the live stream.

extension Watch {
    /// What is needed before it can be watched.
    package enum Beginning: Hashable, Sendable {
        /// Nothing: the agenda is shown as the server has it, or as the device has kept it.
        case ready
        /// A password.
        case needsPassword
    }

    /// Shows what the device has kept, and asks the server who is signed in.
    ///
    /// - Returns: What is needed. If the server is away, a device that has kept nothing needs to sign in later.
    /// - Throws: ``ServerFailure`` if the server is away and the device has kept nothing.
    package func begin() async throws(ServerFailure) -> Beginning {
        openKept()
        guard let session else { return .needsPassword }
        do throws(ServerFailure) {
            try await check(session)
            try await loadFirst()
        } catch {
            if error.isSignedOut {
                leave(session)
                return .needsPassword
            }
            guard copy != nil else { throw error }
            connection = .away(reason: error.reason)
        }
        return .ready
    }

    /// Asks the server whether a session is still that of its account.
    func check(_ session: Session) async throws(ServerFailure) {
        guard try await server.account(of: session) == session.account else {
            throw .signedOut
        }
    }

    /// Signs in with a password, which isn't kept.
    ///
    /// The calendars are loaded by whoever needs them first.
    ///
    /// - Throws: ``ServerFailure``.
    package func signIn(password: String) async throws(ServerFailure) {
        let new = try await server.signIn(email: settings.email, password: password)
        if let session, session.account != new.account { leave(session) }
        if kept?.account != new.account { kept = nil }
        // What was said before isn't so any more.
        answer([])
        signOutQuestion = ""
        session = new
        do {
            try new.keep(in: folder)
        } catch {
            note("The session can't be kept, so you'll have to sign in again: \(error.sentence)")
        }
        openKept()
        connection = .connecting
        hurry()
    }

    /// Loads everything, unless the calendars are known.
    ///
    /// - Throws: ``ServerFailure``.
    package func loadFirst() async throws(ServerFailure) {
        guard copy == nil, let session else { return }
        try await load(session, isFirst: true)
    }

    /// Loads everything, whatever the device has kept, for a single look; if that can't be done, what is kept stays.
    package func look() async {
        guard let session else { return }
        do throws(ServerFailure) {
            if !hasLoaded { try await load(session) }
            connection = .connected
            keepCopy()
        } catch {
            if error.isSignedOut { return leave(session) }
            connection = .away(reason: error.reason)
        }
    }

    /// Loads everything.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - isFirst: Whether only the first load counts. What the live stream has said since another one would be lost.
    /// - Throws: ``ServerFailure``.
    private func load(_ session: Session, isFirst: Bool = false) async throws(ServerFailure) {
        let ended = endedSessionCount
        let lines = try await server.load(session)
        guard ended == endedSessionCount else { throw .signedOut }
        guard !isFirst || copy == nil else { return }
        guard let load = ServerCopy(lines, heardSecond: now.secondsSinceEpoch) else { return }
        hasLoaded = true
        take(load: load)
    }

    // MARK: - The live stream

    /// Stays connected until the task is cancelled: follows the live stream, and connects again after a pause.
    package func stayConnected() async {
        while !Task.isCancelled {
            let isOutage = await tryToFollow()
            let seconds = pause.seconds(isOutage: isOutage)
            let pausing = Task { () -> Void in try? await Task.sleep(for: .seconds(seconds)) }
            self.pausing = pausing
            await withTaskCancellationHandler {
                await pausing.value
            } onCancel: {
                pausing.cancel()
            }
        }
    }

    /// Follows the live stream until it ends.
    ///
    /// - Returns: Whether it ended because nobody answers any more.
    private func tryToFollow() async -> Bool {
        guard let session else { return false }
        let ended = endedSessionCount
        do {
            try await follow(session)
            noteAway("the connection was closed", ended)
        } catch let failure as ServerFailure {
            if failure.isSignedOut {
                leave(session)
                return false
            }
            noteAway(failure.reason, ended)
            if case .refused = failure { return false }
        } catch {
            noteAway("\(error)", ended)
        }
        return true
    }

    /// Notes that the live stream has ended that was asked for after so many sessions, unless its own is over, too.
    private func noteAway(_ reason: String, _ ended: Int) {
        guard !Task.isCancelled, ended == endedSessionCount else { return }
        connection = .away(reason: reason)
    }

    /// Connects at once.
    package func hurry() {
        pause.noteConnected()
        pausing?.cancel()
    }

    /// Follows the live stream to its end.
    private func follow(_ session: Session) async throws {
        let ended = endedSessionCount
        try await check(session)
        try await loadFirst()
        guard let token = copy?.token else { return }
        var events = ServerSentEvents()
        let begun = now.secondsSinceEpoch
        for try await piece in server.live(session, since: token) {
            guard ended == endedSessionCount else { throw ServerFailure.signedOut }
            let heard = events.take(piece)
            // A stream that the server closes at once is no connection.
            if !heard.isEmpty || now.secondsSinceEpoch - begun >= Limits.lastingSeconds {
                pause.noteConnected()
            }
            guard !events.isTooLong else {
                throw ServerFailure.away(reason: "what it sends has no end")
            }
            // The copy is older than this sign of life, and the load brings everything.
            if heard.contains(where: { $0.name == "reset" }) { return try await load(session) }
            noteHeard()
            drawOnce { for event in heard { hear(event) } }
        }
    }

    /// Notes a sign of life.
    private func noteHeard() {
        copy?.heardSecond = now.secondsSinceEpoch
        guard connection != .connected else { return }
        connection = .connected
        perform(client.take(.reached, at: now))
    }

    private func hear(_ event: ServerSentEvent) {
        if let id = event.id.flatMap({ UInt64($0) }) { copy?.token = id }
        if event.name == "change", let line = SyncLine(event.data), let token = copy?.token {
            copy?.take(line)
            perform(
                client.take(line.record, token: line.token ?? token, into: &directory, at: now)
            )
        }
        if event.id != nil { keepCopySoon() }
    }
}
