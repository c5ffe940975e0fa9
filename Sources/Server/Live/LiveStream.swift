import CalDAVServer
import NIOCore
import ServerBase
import ServiceLifecycle
import Store

/// One page's stream of changes.
///
/// A class, so that the closures passed to ``SharedReads`` capture a reference instead of copying the backend.
final class LiveStream: Sendable {
    private let backend: Backend
    private let owner: AccountID
    /// How the page signed in.
    ///
    /// The stream ends when that sign-in does.
    private let entry: RequestEntry?

    init(backend: Backend, owner: AccountID, entry: RequestEntry?) {
        self.backend = backend
        self.owner = owner
        self.entry = entry
    }

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
            try await withGracefulShutdownHandler {
                try await follow(listener, since: token, write: write)
            } onGracefulShutdown: { [backend] in
                Task { await backend.changeNotifier.stopListening(listener) }
            }
        } catch is NotAdmitted {
            // It just ends.
        } catch {
            await backend.changeNotifier.stopListening(listener)
            throw error
        }
        await backend.changeNotifier.stopListening(listener)
    }

    /// Where a page is.
    private struct Progress: Equatable {
        var reached: ChangeToken
        var settingsETag: String?
        var inboxVersion: Int64?
    }

    private func follow(
        _ listener: ChangeNotifier.Listener,
        since token: ChangeToken,
        write: (ByteBuffer) async throws -> Void
    ) async throws {
        try await write(ByteBuffer(string: ": live\n\n"))
        // A page that was away may have missed a version of the settings.
        let nothing = Progress(reached: token, settingsETag: nil, inboxVersion: nil)
        guard var progress = try await send(from: nothing, after: nil, write: write) else { return }
        for await ring in listener.rings {
            guard let next = try await send(from: progress, after: ring, write: write) else {
                return
            }
            if next == progress { try await write(ByteBuffer(string: ": ping\n\n")) }
            progress = next
        }
    }

    /// The sign-in ended while the log, or a calendar, was being sent.
    private struct NotAdmitted: Error {}

    private func isStillAdmitted(after ring: Int?) async throws -> Bool {
        switch entry {
        case .session(let hash):
            try await backend.sharedReads.read(
                .admission(sessionHash: hash),
                after: ring
            ) { [self] in
                let now = backend.clockAndRandom.nowSecond()
                return try await backend.store.sessions.use(tokenHash: hash, nowSecond: now) != nil
            }
        case .program(let id?):
            try await backend.store.appPasswords.admits(id, of: owner)
        case .program(nil), nil:
            false
        }
    }

    /// Writes the log from where the page is to its end, and the version of the settings if
    /// that's another.
    ///
    /// Returns where it is then, or nil after a reset.
    private func send(
        from progress: Progress,
        after ring: Int?,
        write: (ByteBuffer) async throws -> Void
    ) async throws -> Progress? {
        var progress = progress
        var isFirst = true
        while true {
            let batch = try await batch(after: progress.reached, ring)
            // Asked after reading, so that nothing is sent that was written after the sign-in had ended. The
            // request has been admitted itself, but a page that reads slowly may take hours for what follows.
            if !isFirst || ring != nil {
                guard try await isStillAdmitted(after: isFirst ? ring : nil) else {
                    throw NotAdmitted()
                }
            }
            isFirst = false
            guard let batch else {
                try await write(ByteBuffer(string: "event: reset\ndata: {}\n\n"))
                return nil
            }
            var events = EventRecords(of: backend, seenBy: owner)
            for part in batch.parts {
                switch part {
                case .bytes(let bytes): try await write(bytes)
                case .events(let calendar):
                    try await events.eachPage(of: calendar) { page in
                        guard try await isStillAdmitted(after: nil) else { throw NotAdmitted() }
                        var buffer = ByteBuffer()
                        for record in page { buffer.write(event: record) }
                        try await write(buffer)
                    }
                }
            }
            progress.reached = batch.reached
            guard !batch.hasMore else { continue }
            if batch.settingsETag != progress.settingsETag {
                progress.settingsETag = batch.settingsETag
                try await sendSettings(batch.settingsETag, write: write)
            }
            if batch.inboxVersion != progress.inboxVersion {
                progress.inboxVersion = batch.inboxVersion
                try await sendInbox(write: write)
            }
            return progress
        }
    }

    /// What follows a token; nil when the log no longer reaches back to it.
    private func batch(after token: ChangeToken, _ ring: Int?) async throws -> LiveBatch? {
        try await backend.sharedReads.read(
            .batch(owner, after: token),
            after: ring,
            keepingIf: { $0?.isSmall ?? true },
            { [self] in try await readBatch(after: token) }
        )
    }

    private func readBatch(after token: ChangeToken) async throws -> LiveBatch? {
        let page = try await backend.store.changes.page(
            of: owner,
            after: token,
            countMax: Limits.livePageCount
        )
        guard let page else { return nil }
        let (etag, inbox) = try await backend.store.inboxes.streamVersions(of: owner)
        return LiveBatch(page, after: token, settingsETag: etag, inboxVersion: inbox)
    }

    private func sendSettings(
        _ etag: String,
        write: (ByteBuffer) async throws -> Void
    ) async throws {
        var object = JSONObject()
        object.add("etag", etag)
        try await write(ByteBuffer(event: "settings", object))
    }

    /// Says how many invitations wait, so that a page needn't ask for none.
    private func sendInbox(write: (ByteBuffer) async throws -> Void) async throws {
        var object = JSONObject()
        object.add("waiting", try await backend.store.waitingInvitations.count(of: owner))
        try await write(ByteBuffer(event: "inbox", object))
    }
}

extension ByteBuffer {
    /// A message of a stream that has no ID.
    fileprivate init(event name: String, _ data: JSONObject) {
        self.init(string: "event: \(name)\ndata: ")
        writeBytes(data.text)
        writeString("\n\n")
    }
}
