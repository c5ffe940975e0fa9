package import Logging
import NIOCore
import Observability
import Outgoing
import Secrets
import ServerBase
package import Store

/// What a feed has said.
package struct FeedFinding: Sendable {
    package let answer: FeedAnswer
    package let contents: FeedContents
}

/// Reads an external calendar and brings the one here up to date.
package struct ExternalCalendarReading: Sendable {
    private let management: ExternalCalendarManagement
    private let logger: Logger

    package init(_ management: ExternalCalendarManagement, logger: Logger) {
        self.management = management
        self.logger = logger
    }

    private var nowSecond: Int64 { management.clockAndRandom.nowSecond() }

    /// Reads an external calendar if it's due and no other reading of it is under way.
    ///
    /// An external calendar that can't be read isn't an error here: that is noted in the store.
    ///
    /// - Parameters:
    ///   - calendar: The calendar that is read.
    ///   - finding: What the feed has just said, if it was asked before.
    /// - Throws: The errors of the database.
    package func read(_ calendar: CalendarID, finding: FeedFinding? = nil) async throws {
        let run = try await management.store.externalCalendars.begin(
            calendar,
            nowSecond: nowSecond,
            endsSecond: nowSecond + Limits.externalRunSeconds
        )
        guard let run else { return }
        try await read(run, finding)
        await management.progress.end(calendar)
    }

    private func read(_ run: ReadingRun, _ finding: FeedFinding?) async throws {
        let calendar = run.source.calendar
        let schedule = ReadingSchedule(clockAndRandom: management.clockAndRandom)
        do {
            let (outcome, hasMore) = try await outcome(of: run, finding)
            var interval = run.source.intervalSeconds
            if case .read(let state) = outcome { interval = state.intervalSeconds }
            let due = hasMore ? nowSecond : schedule.next(afterSuccess: interval)
            try await finish(run, outcome, dueSecond: due)
            count(run, "read")
        } catch ExternalCalendarFailure.interrupted {
            // This server stops; the calendar is due again when the reading is taken for dead.
            count(run, "interrupted")
        } catch let failure as ExternalCalendarFailure {
            logger.info(
                "A source could not be read",
                metadata: ["calendar": "\(calendar.text)", "reason": "\(failure.word)"]
            )
            let due = schedule.next(
                afterFailures: (run.source.failure?.count ?? 0) + 1,
                retryAfter: failure.retryAfterSeconds
            )
            try await finish(
                run,
                .failed(failure.word),
                dueSecond: due,
                holdsBack: failure.wantsToBeLeftAlone
            )
            count(run, "failed")
        } catch StoreError.notFound {
            // The reading has ended: somebody changed the calendar, or removed it.
            count(run, "interrupted")
        } catch {
            if !management.troubles.covers(error, logger) {
                logger.warning(
                    "A source could not be stored",
                    metadata: ["calendar": "\(calendar.text)", "error": "\(error)"]
                )
            }
            let failureCount = (run.source.failure?.count ?? 0) + 1
            let due = schedule.next(afterFailures: failureCount, retryAfter: nil)
            count(run, "not-stored")
            try await finish(run, .failed(ExternalCalendarFailure.notStored.word), dueSecond: due)
        }
    }

    private func count(_ run: ReadingRun, _ outcome: String) {
        management.observation.metrics?.countJob(run.source.kind.rawValue, outcome)
    }

    private func finish(
        _ run: ReadingRun,
        _ outcome: ReadingOutcome,
        dueSecond: Int64,
        holdsBack: Bool = false
    ) async throws {
        try await management.store.externalCalendars.finish(
            run,
            outcome,
            nowSecond: nowSecond,
            dueSecond: dueSecond,
            holdsBack: holdsBack
        )
    }

    private func outcome(
        of run: ReadingRun,
        _ known: FeedFinding?
    ) async throws -> (outcome: ReadingOutcome, hasMore: Bool) {
        let source = run.source
        switch source.kind {
        case .feed: return (try await feedOutcome(of: run, known), false)
        case .calDAV:
            let address = try management.address(of: source)
            return try await stepOutcome(of: run, CalDAVCalendar(management.fetcher, at: address))
        case .google:
            let (calendar, account) = try await management.googleCalendar(of: source)
            let outcome = try await stepOutcome(of: run, calendar)
            guard let role = await calendar.role else { return outcome }
            let isChanged = try await management.store.externalCalendars.noteAccess(
                role,
                canWrite: account.canWrite && GoogleCalendar.canWrite(as: role),
                of: run
            )
            return isChanged ? (.unchanged, true) : outcome
        }
    }

    private func stepOutcome(
        of run: ReadingRun,
        _ calendar: any ExternalCalendarClient
    ) async throws -> (outcome: ReadingOutcome, hasMore: Bool) {
        let step = CalendarStep(management: management, run: run, calendar: calendar)
        do {
            return try await withTimeLimit(.seconds(Limits.externalRunSeconds)) {
                try await step.outcome()
            }
        } catch OutgoingError.tooSlow {
            throw ExternalCalendarFailure.tooSlow
        }
    }

    private func feedOutcome(
        of run: ReadingRun,
        _ known: FeedFinding?
    ) async throws -> ReadingOutcome {
        let before = await management.outlines.take(for: run)
        let answer: FeedAnswer?
        do {
            answer =
                if let known { known.answer } else { try await management.answer(of: run.source) }
        } catch {
            if let before { await management.outlines.keep(before, after: run) }
            throw error
        }
        guard let answer else {
            if let before { await management.outlines.keep(before, after: run) }
            return .unchanged
        }
        let scan = FeedScan(answer.octets)
        var (interval, droppedCount) = (run.source.intervalSeconds, Int(run.source.droppedCount))
        let hasSameUIDs: Bool
        if let scan, let before, let known = try await apply(scan, since: before, of: run) {
            // The rest is as it was.
            hasSameUIDs = known
        } else {
            let contents =
                if let known { known.contents } else {
                    try await management.contents(of: answer, run.source)
                }
            let stored = try await management.store.externalCalendars.objects(of: run)
            hasSameUIDs = try await apply(contents.objects, over: stored, of: run)
            (interval, droppedCount) = (contents.refreshSeconds, contents.droppedCount)
        }
        // Otherwise the next reading wouldn't find what an event is stored as.
        if let scan, hasSameUIDs { await management.outlines.keep(scan.outline, after: run) }
        return .read(
            ReadingState(
                etag: answer.etag,
                lastModified: answer.lastModified,
                intervalSeconds: interval,
                address: answer.movedTo.map { management.sealed($0, for: run.source.calendar) },
                droppedCount: droppedCount
            )
        )
    }

    /// Applies a few changes of a feed without reading the events that are as they were.
    ///
    /// - Returns: Whether what was changed is stored under the feed's UIDs; nil if all of it has to be read.
    private func apply(
        _ scan: FeedScan,
        since before: FeedOutline,
        of run: ReadingRun
    ) async throws -> Bool? {
        let source = run.source
        let changed = scan.outline.changed(since: before)
        guard scan.outline.hasSameFrame(as: before), source.droppedCount == 0,
            changed.count <= max(scan.outline.events.count / 4, 10)
        else { return nil }
        let gone = before.events.keys.filter { scan.outline.events[$0] == nil }
        if changed.isEmpty, gone.isEmpty { return true }
        var found: [FeedObject] = []
        if !changed.isEmpty {
            let contents = try await FeedContents(
                scan.with(changed),
                keepsReminders: source.keepsReminders,
                zones: management.zones
            )
            guard contents.droppedCount == 0 else { return nil }
            found = contents.objects
        }
        let uids = found.map(\.draft.uid) + FeedOutline.uids(gone)
        let stored = try await management.store.externalCalendars.objects(of: run, uids: uids)
        return try await apply(found, over: stored, of: run)
    }

    /// Changes the calendar a batch at a time, so that other writes get their turn.
    ///
    /// - Returns: Whether each object is stored under the UID that the feed gives it.
    private func apply(
        _ objects: [FeedObject],
        over stored: [ReadObject],
        of run: ReadingRun
    ) async throws -> Bool {
        let comparison = FeedComparison(stored: stored, found: objects)
        let writing = ReadingWriter(management: management, run: run)
        try await writing.requireRoom(
            for: comparison.changed.reduce(Int64(comparison.removed.count)) {
                $0 + $1.object.draft.sourceWriteCount
            }
        )
        do {
            try await management.store.externalCalendars.requireRoom(
                for: comparison.changed.map { ($0.object.draft.ical.utf8.count, $0.href) },
                removing: comparison.removed,
                of: run
            )
        } catch {
            throw ExternalCalendarFailure(storing: error) ?? error
        }
        var (batch, bytes) = (ReadingChanges(), 0)
        let count = comparison.changed.count + comparison.removed.count
        var doneCount = 0
        func write() async throws {
            await management.progress.note(doneCount, of: count, in: run.source.calendar)
            doneCount += batch.count
            let changes = batch
            try await writing.write(changes.writeCount) {
                try await management.store.externalCalendars.apply(changes, of: run)
            }
            (batch, bytes) = (ReadingChanges(), 0)
        }
        // Removed first, so that there is room for what is new.
        for href in comparison.removed {
            batch.removed.append(href)
            if batch.count >= Limits.externalBatchCount { try await write() }
        }
        for (object, href) in comparison.changed {
            let id = management.clockAndRandom.identifier()
            guard let href = href ?? Href(id + ".ics") else { continue }
            let written = ImportedObject(id: id, href: href, draft: object.draft)
            batch.stored.append((written, object.digest))
            bytes += object.draft.ical.utf8.count
            let isFull =
                batch.count >= Limits.externalBatchCount || bytes >= Limits.externalBatchBytesMax
            if isFull { try await write() }
        }
        if batch.count > 0 { try await write() }
        return comparison.hasSameUIDs
    }
}

extension ExternalCalendarManagement {
    /// What the feed at an address says; nil if it says that nothing has changed.
    package func finding(
        at address: ExternalCalendarAddress,
        etag: String? = nil,
        lastModified: String? = nil,
        keepsReminders: Bool
    ) async throws(ExternalCalendarFailure) -> FeedFinding? {
        let answer = try await fetcher.fetch(address, etag: etag, lastModified: lastModified)
        guard let answer else { return nil }
        let contents = try await FeedContents(
            answer.octets,
            keepsReminders: keepsReminders,
            zones: zones
        )
        return FeedFinding(answer: answer, contents: contents)
    }

    /// What a feed answers; nil if it says that nothing has changed.
    fileprivate func answer(of source: ExternalCalendar) async throws(ExternalCalendarFailure)
        -> FeedAnswer?
    {
        try await fetcher.fetch(
            address(of: source),
            etag: source.etag,
            lastModified: source.lastModified
        )
    }

    fileprivate func contents(
        of answer: FeedAnswer,
        _ source: ExternalCalendar
    ) async throws(ExternalCalendarFailure) -> FeedContents {
        try await FeedContents(
            answer.octets,
            keepsReminders: source.keepsReminders,
            zones: zones
        )
    }

    /// Where an external calendar is read from.
    ///
    /// - Throws: ``ExternalCalendarFailure/secretLost`` if it was sealed with a key that is gone.
    package func address(of source: ExternalCalendar) throws(ExternalCalendarFailure)
        -> ExternalCalendarAddress
    {
        let place = Self.secretPlace(of: source.calendar)
        guard let text = try? secrets.open(source.address, for: place) else {
            throw .secretLost
        }
        return try fetcher.address(typed: text)
    }

    /// The host that an external calendar is read from; empty if that's not known.
    package func host(of source: ExternalCalendar) -> String {
        source.kind == .google ? Self.googleHost : (try? address(of: source))?.host ?? ""
    }

    package static var googleHost: String { "Google" }

    /// The address of an external calendar as it's stored.
    package func sealed(_ address: ExternalCalendarAddress, for calendar: CalendarID) -> String {
        secrets.seal(address.secretText, for: Self.secretPlace(of: calendar))
    }

    package static func secretPlace(of calendar: CalendarID) -> String {
        "source \(calendar.text)"
    }
}
