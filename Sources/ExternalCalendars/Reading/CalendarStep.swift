import ICalendar
import ServerBase
import Store
import WebDAV

/// Brings a calendar and the one at another service into step: sends what was changed here, and
/// reads what was changed there.
struct CalendarStep: Sendable {
    let management: ExternalCalendarManagement
    let run: ReadingRun
    /// The calendar at the other service.
    let calendar: any ExternalCalendarClient

    private var writing: ReadingWriter { ReadingWriter(management: management, run: run) }

    /// Sends and reads until both sides have the same.
    ///
    /// - Returns: What was read, and whether there is more to send at once.
    /// - Throws: ``ExternalCalendarFailure`` and the errors of the database.
    func outcome() async throws -> (outcome: ReadingOutcome, hasMore: Bool) {
        // Somebody who asks for it doesn't believe that it's unchanged.
        var mayBeUnchanged = !run.source.isWanted
        var round = 1
        while true {
            let isLast = round == Limits.foreignRoundsMax
            let sent = run.source.isConnected ? try await send(isLast: isLast) : Sent()
            mayBeUnchanged = mayBeUnchanged && sent.count == 0
            let outcome = try await read(mayBeUnchanged: mayBeUnchanged)
            // What was changed on both sides has been merged, and is sent in the next round.
            guard sent.conflictCount > 0, !isLast else {
                return (outcome, sent.count == Limits.foreignChangesPerRoundMax)
            }
            round += 1
        }
    }
}

// MARK: - Reading

extension CalendarStep {
    /// Reads what has changed.
    ///
    /// - Parameter mayBeUnchanged: Whether to read nothing if the other server says that its state is
    ///   still the one that was read last.
    /// - Returns: Whether something was read.
    /// - Throws: ``ExternalCalendarFailure`` and the errors of the database.
    private func read(mayBeUnchanged: Bool) async throws -> ReadingOutcome {
        let state = try await calendar.state()
        if mayBeUnchanged, isKnown(state) { return .unchanged }
        let listing = try await listing(state)
        // A list of changes is short, and the calendar may be long.
        let known = try await management.store.externalCalendars.members(
            of: run,
            at: listing.isWhole ? nil : listing.paths
        )
        var changed = listing.changed(since: known)
        if run.source.isWanted {
            // Somebody may know that they can be read by now.
            let unread = try await management.store.externalCalendars.illegiblePaths(of: run)
            changed += Set(unread).subtracting(changed.map(\.path)).sorted().compactMap {
                ForeignHref($0)
            }
        }
        let removed = listing.removed(from: known)
        let knownPaths = Set(known.map(\.path))
        let newCount = changed.count { !knownPaths.contains($0.path) }
        let knownCount = try await management.store.externalCalendars.memberCount(of: run)
        guard knownCount - removed.count + newCount <= Limits.externalEventsMax else {
            throw ExternalCalendarFailure.tooManyEvents
        }
        // Known before anything is removed; how long the texts are is found out with each.
        try await writing.requireRoom(for: Int64(removed.count + changed.count))
        var isComplete = listing.isComplete
        if listing.isWhole {
            // What a server leaves out of a list isn't always gone.
            isComplete = try await readMembers(removed, areUnlisted: true) && isComplete
        } else {
            try await remove(removed)
        }
        if !removed.isEmpty {
            // One of them may have kept another with the same UID out, which an older version read.
            changed += try await management.store.externalCalendars.unreadPaths(
                of: run,
                countMax: Limits.foreignObjectsPerRequestMax
            ).compactMap { ForeignHref($0) }
        }
        isComplete = try await readMembers(changed) && isComplete
        if !(removed.isEmpty && changed.isEmpty) {
            // Two members that swap their UIDs are in each other's way at first.
            let freed = try await management.store.externalCalendars.freedPaths(of: run)
            isComplete = try await readMembers(freed) && isComplete
        }
        return .read(
            ReadingState(
                etag: isComplete ? kept(state.ctag, Limits.externalValidatorBytesMax) : nil,
                lastModified: nil,
                intervalSeconds: Limits.foreignIntervalSeconds,
                syncToken: isComplete
                    ? kept(listing.syncToken, Limits.foreignPathBytesMax) : run.source.syncToken
            )
        )
    }

    private func isKnown(_ state: ForeignState) -> Bool {
        let source = run.source
        guard state.ctag != nil || state.syncToken != nil else { return false }
        return (state.ctag == nil || state.ctag == source.etag)
            && (state.syncToken == nil || source.syncToken == nil
                || state.syncToken == source.syncToken)
    }

    /// A name of a state that isn't too long to be kept.
    private func kept(_ name: String?, _ bytesMax: Int) -> String? {
        name.flatMap { $0.utf8.count <= bytesMax ? $0 : nil }
    }

    private func listing(_ state: ForeignState) async throws -> MemberListing {
        if let token = run.source.syncToken, let found = try await changes(since: token) {
            return found
        }
        if state.hasSync, let found = try await changes(since: nil) { return found }
        var listing = MemberListing(isWhole: true)
        listing.add(try await calendar.members())
        return listing
    }

    /// All changes since a token, however many answers that takes; nil if the server can't tell them.
    private func changes(since token: String?) async throws -> MemberListing? {
        var listing = MemberListing(isWhole: token == nil, syncToken: token)
        for _ in 0..<Limits.foreignPagesMax {
            let last = listing.syncToken
            guard let page = try await calendar.changes(since: last) else { return nil }
            listing.add(page)
            guard listing.count <= 2 * Limits.externalEventsMax else {
                throw ExternalCalendarFailure.tooManyEvents
            }
            guard page.isCut else { return listing }
            // There is more, and no way to get there.
            guard page.syncToken != last else {
                throw ExternalCalendarFailure.answered(status: 507, retryAfterSeconds: nil)
            }
        }
        throw ExternalCalendarFailure.tooManyEvents
    }

    private func remove(_ paths: [String]) async throws {
        var rest = paths[...]
        while !rest.isEmpty {
            var batch = MemberChanges()
            batch.removed = Array(rest.prefix(Limits.externalBatchCount))
            rest = rest.dropFirst(Limits.externalBatchCount)
            _ = try await apply(batch)
        }
    }

    /// Reads members by their paths, and removes those that aren't there.
    ///
    /// - Parameters:
    ///   - paths: Where they are.
    ///   - areUnlisted: Whether the server doesn't list them any more. If it doesn't answer for one
    ///     of those either, it's gone.
    ///   - isForOwnChanges: Whether they are read because of what was changed here.
    /// - Returns: Whether the server told about all of them.
    /// - Throws: ``ExternalCalendarFailure`` and the errors of the database.
    func readMembers(
        _ paths: [String],
        areUnlisted: Bool = false,
        isForOwnChanges: Bool = false
    ) async throws -> Bool {
        try await readMembers(
            paths.compactMap { ForeignHref($0) },
            areUnlisted: areUnlisted,
            isForOwnChanges: isForOwnChanges
        )
    }

    private func readMembers(
        _ hrefs: [ForeignHref],
        areUnlisted: Bool = false,
        isForOwnChanges: Bool = false
    ) async throws -> Bool {
        var isComplete = true
        var rest = hrefs[...]
        while !rest.isEmpty {
            await management.progress.note(
                hrefs.count - rest.count,
                of: hrefs.count,
                in: run.source.calendar
            )
            let asked = Array(rest.prefix(Limits.foreignObjectsPerRequestMax))
            rest = rest.dropFirst(Limits.foreignObjectsPerRequestMax)
            var (batch, unread) = (MemberChanges(), [UnreadMember]())
            // Those about which the server says nothing, not even that it can't tell.
            var silent = Set(asked.map(\.path))
            for told in try await calendar.objects(asked) {
                let path = told.href.path
                if told.object != nil || told.status != nil { silent.remove(path) }
                if let member = told.unread {
                    // Not even that it isn't there.
                    silent.remove(path)
                    unread.append(member)
                } else if let object = told.object {
                    batch.found.append(await member(object, at: path))
                } else if told.isGone {
                    batch.removed.append(told.href.path)
                }
            }
            if areUnlisted { batch.removed += silent.sorted() }
            isComplete = isComplete && batch.count + unread.count == asked.count
            try await management.store.externalCalendars.noteUnread(unread, of: run)
            for part in batch.parts {
                let isStored = try await apply(part, isForOwnChanges: isForOwnChanges)
                isComplete = isStored && isComplete
            }
        }
        return isComplete
    }

    private func member(_ object: ForeignObject, at path: String) async -> FoundMember {
        let etag = object.etag.flatMap { etag in
            etag.utf8.count <= Limits.externalValidatorBytesMax ? etag : nil
        }
        let id = management.clockAndRandom.identifier()
        var imported: ImportedObject?
        if let draft = await draft(of: object.text), let href = Href(id + ".ics") {
            imported = ImportedObject(id: id, href: href, draft: draft)
        }
        return FoundMember(path: path, foreignETag: etag, object: imported)
    }

    /// What was found, with what the other service doesn't keep of the text that both sides had.
    private func completed(_ found: ObjectDraft, from known: String?) async -> ObjectDraft {
        guard let known, let kept = await calendar.kept(of: known), kept != known else {
            return found
        }
        return EventMerge.completed(found.ical, kept: kept, known: known) ?? found
    }

    /// The event in a text, as it is if that can be stored, or else repaired; nil if there is none.
    private func draft(of text: String) async -> ObjectDraft? {
        let octets = Array(text.utf8)
        if let draft = try? ObjectReader.draft(of: octets) {
            return draft.component == "VEVENT" ? draft : nil
        }
        let contents = try? await FeedContents(
            octets,
            keepsReminders: true,
            zones: management.zones
        )
        guard let draft = contents?.objects.first?.draft, draft.component == "VEVENT" else {
            return nil
        }
        return draft
    }

    /// Stores and removes what was found.
    ///
    /// Changes of both sides are merged before the transaction, so that nobody else waits for that.
    ///
    /// - Returns: Whether all of it was stored: what is being changed here is read again.
    private func apply(
        _ found: MemberChanges,
        isForOwnChanges: Bool = false
    ) async throws -> Bool {
        guard found.count > 0 else { return true }
        var changes = found
        let own = try await management.store.externalCalendars.ownChanges(of: found.found, in: run)
        let known = try await management.store.externalCalendars.texts(
            at: found.found.map(\.path),
            of: run
        )
        for place in changes.found.indices {
            let path = changes.found[place].path
            guard let object = changes.found[place].object else { continue }
            changes.found[place].object = ImportedObject(
                id: object.id,
                href: object.href,
                draft: await completed(object.draft, from: own[path]?.sent ?? known[path])
            )
        }
        for place in changes.found.indices {
            let member = changes.found[place]
            guard let change = own[member.path], let theirs = member.object?.draft else { continue }
            // What was sent without an answer may have come back.
            let isOurs = change.sent.map { ObjectReader.isSame($0, theirs.ical) } ?? false
            let merged = EventMerge.draft(
                base: isOurs ? theirs.ical : change.base ?? change.sent,
                ours: change.text,
                theirs: theirs.ical
            )
            changes.found[place].merged = MergedChange(
                draft: merged ?? theirs,
                ownETag: change.etag
            )
            await Task.yield()
        }
        let merged = changes
        return try await writing.write(merged.writeCount, isForOwnChanges: isForOwnChanges) {
            try await management.store.externalCalendars.apply(merged, of: run).isEmpty
        }
    }
}
