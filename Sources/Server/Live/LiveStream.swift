import NIOCore
import ServiceLifecycle
import Store

/// One page's stream of changes.
struct LiveStream<Driver: Database>: Sendable {
    let backend: Backend<Driver>
    let owner: AccountID
    /// How the page signed in.
    ///
    /// The stream ends when that sign-in does.
    let entry: AppContext.Entry?

    /// Starts to listen.
    ///
    /// Must happen before the first read, or a change in between would wake nobody, and before the
    /// response begins, so that it can still refuse when there are too many.
    func listen() async throws(ServerError) -> ChangeNotifier.Listener {
        try await backend.changeNotifier.listen(for: owner)
    }

    /// Writes the change log from a token on, then new changes, until the page disconnects or the
    /// server stops.
    func run(
        _ listener: ChangeNotifier.Listener,
        since token: ChangeToken,
        write: (ByteBuffer) async throws -> Void
    ) async throws {
        do {
            try await follow(listener, since: token, write: write)
            await backend.changeNotifier.stopListening(listener)
        } catch {
            await backend.changeNotifier.stopListening(listener)
            throw error
        }
    }

    private func follow(
        _ listener: ChangeNotifier.Listener,
        since token: ChangeToken,
        write: (ByteBuffer) async throws -> Void
    ) async throws {
        try await write(ByteBuffer(string: ": live\n\n"))
        guard var reached = try await catchUp(from: token, after: nil, write: write) else { return }
        var settingsETag = try await tellSettings(unless: nil, after: nil, write: write)
        for await ring in listener.rings.cancelOnGracefulShutdown() {
            guard try await isStillAdmitted(after: ring) else { return }
            let before = (reached, settingsETag)
            guard let next = try await catchUp(from: reached, after: ring, write: write) else {
                return
            }
            reached = next
            settingsETag = try await tellSettings(unless: settingsETag, after: ring, write: write)
            if (reached, settingsETag) == before {
                try await write(ByteBuffer(string: ": ping\n\n"))
            }
        }
    }

    private func isStillAdmitted(after ring: Int) async throws -> Bool {
        switch entry {
        case .session(let hash):
            let now = backend.clockAndRandom.nowSecond()
            return try await backend.sharedReads.read(
                .admission(sessionHash: hash),
                after: ring
            ) { [backend] in
                try await backend.store.sessions.use(tokenHash: hash, nowSecond: now) != nil
            }
        case .program(let id?):
            return try await backend.store.appPasswords.admits(id, of: owner)
        case .program(nil), nil:
            return false
        }
    }

    /// Writes the version of the settings, unless it was the last one sent.
    ///
    /// Also sent at the start, because a page that was away may have missed a version.
    private func tellSettings(
        unless told: String?,
        after ring: Int?,
        write: (ByteBuffer) async throws -> Void
    ) async throws -> String {
        let etag = try await backend.sharedReads.read(
            .settings(owner),
            after: ring
        ) { [backend, owner] in
            try await backend.store.settings.etag(of: owner)
        }
        guard etag != told else { return etag }
        var object = JSONObject()
        object.add("etag", etag)
        var buffer = ByteBuffer(string: "event: settings\ndata: ")
        buffer.writeBytes(object.text)
        buffer.writeString("\n\n")
        try await write(buffer)
        return etag
    }

    /// Writes the log from a token to its end.
    ///
    /// Returns the new token, or nil after a reset.
    private func catchUp(
        from token: ChangeToken,
        after ring: Int?,
        write: (ByteBuffer) async throws -> Void
    ) async throws -> ChangeToken? {
        var reached = token
        while true {
            let page = try await backend.sharedReads.read(
                .page(owner, after: reached),
                after: ring
            ) { [backend, owner, reached] in
                try await backend.store.changes.page(
                    of: owner,
                    after: reached,
                    countMax: Limits.livePageCount
                )
            }
            guard let page else {
                try await write(ByteBuffer(string: "event: reset\ndata: {}\n\n"))
                return nil
            }
            if page.reached > reached { try await send(page, write: write) }
            reached = page.reached
            guard page.hasMore else { return reached }
        }
    }

    /// Writes a stretch of the log as events.
    ///
    /// Sends the new token even if nothing in it was for this page.
    private func send(
        _ page: ChangePage,
        write: (ByteBuffer) async throws -> Void
    ) async throws {
        var buffer = ByteBuffer()
        let changes = page.changes.filter(\.change.isForPage)
        for (place, entry) in changes.enumerated() {
            guard case .access(let calendar, let seen?) = entry.change else {
                // One log entry may be sent as several events; only the last carries its token.
                let next = place + 1 < changes.count ? changes[place + 1].token : nil
                let isLast = next != entry.token
                buffer.write(event: entry.change.json, id: isLast ? entry.token : nil)
                continue
            }
            // Only the last of these events carries the token: a page that is cut off in between
            // gets all of them again.
            buffer.write(event: entry.change.json)
            buffer.write(event: seen.json)
            try await write(buffer)
            buffer.clear()
            try await sendEvents(of: calendar, write: write)
            buffer.writeString("id: \(entry.token.text)\n\n")
        }
        if changes.last?.token != page.reached {
            buffer.writeString("id: \(page.reached.text)\n\n")
        }
        try await write(buffer)
    }

    private func sendEvents(
        of calendar: CalendarID,
        write: (ByteBuffer) async throws -> Void
    ) async throws {
        try await backend.store.objects.eachPage(of: calendar, seenBy: owner) { page in
            var buffer = ByteBuffer()
            for object in page { buffer.write(event: object.json) }
            try await write(buffer)
        }
    }
}

extension ByteBuffer {
    /// Appends a record as an event, with the token it leads to.
    fileprivate mutating func write(event record: JSONObject, id: ChangeToken? = nil) {
        if let id { writeString("id: \(id.text)\n") }
        writeString("event: change\ndata: ")
        writeBytes(record.text)
        writeString("\n\n")
    }
}
