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
            guard try await server.account(of: session) == session.account else {
                connection = .signedOut
                return .needsPassword
            }
            if copy == nil { try await load(session) }
        } catch {
            guard copy != nil else { throw error }
            connection = .away(reason: error.reason)
        }
        return .ready
    }

    /// Signs in with a password, which isn't kept.
    ///
    /// - Throws: ``ServerFailure``.
    package func signIn(password: String) async throws(ServerFailure) {
        let new = try await server.signIn(email: settings.email, password: password)
        if let copy, copy.account != new.account {
            throw .refused(code: "not-signed-in", detail: "This device has kept another account.")
        }
        if kept?.account != new.account { kept = nil }
        session = new
        do {
            try new.keep(in: folder)
        } catch {
            note("The session can't be kept, so you'll have to sign in again: \(error.sentence)")
        }
        openKept()
        if copy == nil { try await load(new) }
        connection = .connecting
        hurry()
    }

    /// Loads everything, whatever the device has kept, for a single look; if that can't be done, what is kept stays.
    package func look() async {
        guard let session else { return }
        do throws(ServerFailure) {
            if !hasLoaded { try await load(session) }
            connection = .connected
            keepCopy()
        } catch {
            connection = .away(reason: error.reason)
        }
    }

    private func load(_ session: Session) async throws(ServerFailure) {
        let lines = try await server.load(session)
        guard let load = ServerCopy(lines, heardSecond: now.secondsSinceEpoch) else { return }
        hasLoaded = true
        take(load: load)
    }

    // MARK: - The live stream

    /// Stays connected until the task is cancelled: follows the live stream, and connects again after a pause.
    package func stayConnected() async {
        while !Task.isCancelled {
            var isOutage = true
            do {
                try await follow()
                if !Task.isCancelled { connection = .away(reason: "the connection was closed") }
            } catch ServerFailure.refused("not-signed-in", _) {
                connection = .signedOut
                isOutage = false
            } catch let failure as ServerFailure {
                if case .refused = failure { isOutage = false }
                if !Task.isCancelled { connection = .away(reason: failure.reason) }
            } catch {
                connection = .away(reason: "\(error)")
            }
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

    /// Connects at once.
    package func hurry() {
        pause.noteConnected()
        pausing?.cancel()
    }

    /// Follows the live stream to its end.
    private func follow() async throws {
        guard let session, try await server.account(of: session) == session.account else {
            throw ServerFailure.refused(code: "not-signed-in", detail: "")
        }
        if copy == nil { try await load(session) }
        guard let token = copy?.token else { return }
        var events = ServerSentEvents()
        let begun = now.secondsSinceEpoch
        for try await piece in server.live(session, since: token) {
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
