import Store
import WebDAV

/// Brings a calendar and the one at another CalDAV server into step: sends what was changed here, and
/// reads what was changed there.
struct CalendarStep<Driver: Database>: Sendable {
    let backend: Backend<Driver>
    let run: SourceRun
    private let client: CalDAVClient
    private let address: SourceAddress

    /// - Throws: ``SourceFailure/secretLost``.
    init(backend: Backend<Driver>, run: SourceRun) throws(SourceFailure) {
        self.backend = backend
        self.run = run
        address = try backend.address(of: run.source)
        client = CalDAVClient(backend.sources, credentials: address.credentials)
    }

    /// Sends and reads until both sides have the same.
    ///
    /// - Throws: ``SourceFailure`` and the errors of the database.
    func outcome() async throws -> SourceOutcome {
        var outcome = SourceOutcome.unchanged
        for round in 1... {
            let sent = run.source.isConnected ? try await send() : Sent()
            let isFirst = round == 1 && sent.count == 0
            outcome = try await read(mayBeUnchanged: isFirst)
            guard sent.conflictCount > 0 else {
                if sent.refusedCount > 0 { throw SourceFailure.notTaken }
                break
            }
            // What was changed on both sides has been merged now.
            guard round < Limits.foreignRoundsMax else { throw SourceFailure.notTaken }
        }
        return outcome
    }

    // MARK: - Sending

    private struct Sent {
        /// Changes that were tried.
        var count = 0
        /// Those to something that has been changed on the other side as well.
        var conflictCount = 0
        var refusedCount = 0
    }

    private func send() async throws -> Sent {
        var sent = Sent()
        let changes = try await backend.store.sources.waiting(
            of: run,
            countMax: Limits.foreignChangesPerRoundMax
        )
        for change in changes {
            sent.count += 1
            let path = change.member?.path ?? newPath(for: change)
            switch try await send(change, to: path) {
            case .taken(let etag):
                try await noteTaken(change, at: path, etag)
            case .changedElsewhere where change.object == nil && change.member?.foreignETag == nil:
                // Nothing is left of what was to be removed.
                try await noteTaken(change, at: path, nil)
            case .changedElsewhere: sent.conflictCount += 1
            case .refused: sent.refusedCount += 1
            }
        }
        return sent
    }

    private func send(
        _ change: WaitingChange,
        to path: String
    ) async throws(SourceFailure) -> CalDAVClient.Answered {
        let tag = change.member.map { CalDAVClient.ForeignTag(etag: $0.foreignETag) }
        if let object = change.object {
            return try await client.store(object.text, at: address.at(path), replacing: tag)
        }
        return try await client.remove(at: address.at(path), tag ?? .init(etag: nil))
    }

    private func noteTaken(_ change: WaitingChange, at path: String, _ etag: String?) async throws {
        try await backend.store.sources.noteTaken(change, at: path, foreignETag: etag, of: run)
    }

    /// Where something new shall be: under its UID if that can stand in a path.
    private func newPath(for change: WaitingChange) -> String {
        let uid = change.object?.uid ?? ""
        let isPlain =
            (1...Limits.pathUIDBytesMax).contains(uid.utf8.count)
            && uid.utf8.allSatisfy { isPlainInPath($0) }
        let name = isPlain ? uid : String(sha256Text(Array(uid.utf8)).prefix(32))
        return collection + name + ".ics"
    }

    private func isPlainInPath(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "@"):
            true
        default: false
        }
    }

    /// The path of the calendar, in the spelling of its members'.
    private var collection: String {
        let path = ForeignHref(address.path)?.path ?? address.path
        return path.hasSuffix("/") ? path : path + "/"
    }

    // MARK: - Reading

    /// Reads what has changed.
    ///
    /// - Parameter mayBeUnchanged: Whether to read nothing if the other server says that its state is
    ///   still the one that was read last.
    /// - Returns: Whether something was read.
    /// - Throws: ``SourceFailure`` and the errors of the database.
    private func read(mayBeUnchanged: Bool) async throws -> SourceOutcome {
        let state = try await client.state(of: address)
        if mayBeUnchanged, isKnown(state) { return .unchanged }
        let known = try await backend.store.sources.members(of: run)
        let listing = try await listing(state, known)
        try await remove(listing.removed)
        try await take(listing.changed)
        return .read(
            SourceState(
                etag: kept(state.ctag, Limits.sourceValidatorBytesMax),
                lastModified: nil,
                intervalSeconds: Limits.foreignIntervalSeconds,
                syncToken: kept(listing.syncToken, Limits.foreignPathBytesMax)
            )
        )
    }

    private func isKnown(_ state: ForeignState) -> Bool {
        if let tag = state.ctag { return tag == run.source.etag }
        return state.syncToken != nil && state.syncToken == run.source.syncToken
    }

    /// A name of a state that isn't too long to be kept.
    private func kept(_ name: String?, _ bytesMax: Int) -> String? {
        name.flatMap { $0.utf8.count <= bytesMax ? $0 : nil }
    }

    private struct Listing {
        var changed: [(href: ForeignHref, etag: String?)] = []
        var removed: [String] = []
        var syncToken: String?
    }

    private func listing(_ state: ForeignState, _ known: [SourceMember]) async throws -> Listing {
        if let token = run.source.syncToken,
            let found = try await changes(since: token)
        {
            return Self.listing(of: found, known, isWhole: false)
        }
        var found = state.hasSync ? try await changes(since: nil) : nil
        if found == nil {
            let members = try await client.members(of: address)
            found = Found(changed: members.changed, removed: [], syncToken: nil)
        }
        return Self.listing(of: found ?? Found(), known, isWhole: true)
    }

    private struct Found {
        var changed: [(href: ForeignHref, etag: String?)] = []
        var removed: [ForeignHref] = []
        var syncToken: String?
    }

    /// All changes since a token, however many answers that takes; nil if the server can't tell them.
    private func changes(since token: String?) async throws -> Found? {
        var found = Found(syncToken: token)
        for _ in 0..<Limits.foreignPagesMax {
            guard let page = try await client.changes(in: address, since: found.syncToken) else {
                return nil
            }
            found.changed += page.changed
            found.removed += page.removed
            guard found.changed.count <= Limits.sourceEventsMax else {
                throw SourceFailure.tooManyEvents
            }
            let isNew = page.syncToken != found.syncToken
            found.syncToken = page.syncToken
            guard page.isCut, isNew else { return found }
        }
        throw SourceFailure.tooManyEvents
    }

    private static func listing(
        of found: Found,
        _ known: [SourceMember],
        isWhole: Bool
    ) -> Listing {
        var etags: [String: String?] = [:]
        for member in known { etags[member.path] = .some(member.foreignETag) }
        var listing = Listing(syncToken: found.syncToken)
        // The last word on each counts.
        var latest: [String: (href: ForeignHref, etag: String?)] = [:]
        for change in found.changed { latest[change.href.path] = change }
        for href in found.removed { latest[href.path] = nil }
        for (path, change) in latest {
            let isSame = change.etag != nil && etags[path].flatMap { $0 } == change.etag
            if !isSame { listing.changed.append(change) }
        }
        listing.changed.sort { $0.href.path < $1.href.path }
        listing.removed =
            isWhole
            ? known.map(\.path).filter { latest[$0] == nil }
            : found.removed.map(\.path).filter { etags[$0] != nil }
        return listing
    }

    private func remove(_ paths: [String]) async throws {
        var rest = paths[...]
        while !rest.isEmpty {
            var batch = MemberChanges()
            batch.removed = Array(rest.prefix(Limits.importBatchCount))
            rest = rest.dropFirst(Limits.importBatchCount)
            try await apply(batch)
        }
    }

    private func take(_ changed: [(href: ForeignHref, etag: String?)]) async throws {
        var rest = changed[...]
        while !rest.isEmpty {
            let asked = rest.prefix(Limits.foreignObjectsPerRequestMax)
            rest = rest.dropFirst(Limits.foreignObjectsPerRequestMax)
            var batch = MemberChanges()
            for read in try await client.objects(asked.map(\.href), in: address) {
                // One that is gone by now is told with the next changes.
                guard let object = read.object,
                    read.href.path.utf8.count <= Limits.foreignPathBytesMax
                else { continue }
                batch.found.append(await member(object, at: read.href.path))
            }
            try await apply(batch)
        }
    }

    private func member(_ object: ForeignObject, at path: String) async -> FoundMember {
        let etag = object.etag.flatMap { etag in
            etag.utf8.count <= Limits.sourceValidatorBytesMax ? etag : nil
        }
        let id = backend.clockAndRandom.identifier()
        let imported: ImportedObject? =
            if let draft = await draft(of: object.text), let href = Href(id + ".ics") {
                ImportedObject(id: id, href: href, draft: draft)
            } else {
                nil
            }
        return FoundMember(path: path, foreignETag: etag, object: imported)
    }

    /// The event in a text, as it is if that can be stored, or else repaired; nil if there is none.
    private func draft(of text: String) async -> ObjectDraft? {
        let octets = Array(text.utf8)
        if let draft = try? ObjectReader.draft(of: octets) {
            return draft.component == "VEVENT" ? draft : nil
        }
        let contents = try? await FeedContents(octets, keepsReminders: true, zones: backend.zones)
        guard let draft = contents?.objects.first?.draft, draft.component == "VEVENT" else {
            return nil
        }
        return draft
    }

    private func apply(_ changes: MemberChanges) async throws {
        guard changes.count > 0 else { return }
        do {
            try await backend.store.sources.apply(changes, of: run, merging: EventMerge.draft)
        } catch StoreError.tooMany(.events) {
            throw SourceFailure.tooManyEvents
        }
    }
}
