import ServerBase
import Store
import WebDAV

extension CalendarStep {
    /// What became of the changes made here.
    struct Sent: Sendable {
        /// Changes that were tried.
        var count = 0
        /// Those to something that has been changed or removed on the other side as well.
        var conflictCount = 0
    }

    /// Sends what was changed here, and reads what was in the way.
    ///
    /// - Parameter isLast: Whether to give up on what is still in the way, for a while.
    /// - Returns: What became of it.
    /// - Throws: ``ExternalCalendarFailure`` and the errors of the database.
    func send(isLast: Bool) async throws -> Sent {
        try await readUncertain()
        var sent = Sent()
        var inTheWay: [String] = []
        for change in try await waiting() {
            sent.count += 1
            let path = try await path(for: change)
            try await management.store.externalCalendars.noteSending(change, of: run)
            switch try await send(change, to: path) {
            case .taken(let etag):
                try await noteTaken(change, at: path, etag)
            case .gone where change.object == nil:
                try await noteTaken(change, at: path, nil)
            case .changedElsewhere, .gone:
                sent.conflictCount += 1
                inTheWay.append(path)
                try await management.store.externalCalendars.noteNotTaken(change, of: run)
                if isLast { try await noteRefused(change, isForGood: false) }
            case .refused(let isForGood):
                try await noteRefused(change, isForGood: isForGood)
            }
        }
        _ = try await readMembers(inTheWay, isForOwnChanges: true)
        return sent
    }

    private func waiting() async throws -> [WaitingChange] {
        try await management.store.externalCalendars.waiting(
            of: run,
            nowSecond: management.clockAndRandom.nowSecond(),
            countMax: Limits.foreignChangesPerRoundMax
        )
    }

    /// Reads what is to be changed and isn't known for sure.
    ///
    /// Without a strong ETag a change that was made there meanwhile would be overwritten. And what was
    /// sent before without an answer may have arrived.
    private func readUncertain() async throws {
        var (present, new): ([String], [String]) = ([], [])
        let changes = try await waiting()
        for change in changes {
            guard let member = change.member else {
                if change.isUncertain { new.append(try await path(for: change)) }
                continue
            }
            if change.isUncertain || strongTag(of: member) == nil { present.append(member.path) }
        }
        var isComplete = try await readMembers(present, isForOwnChanges: true)
        isComplete =
            try await readMembers(
                new,
                areUnlisted: true,
                isForOwnChanges: true
            ) && isComplete
        guard isComplete else { return }
        for change in changes where change.isUncertain {
            try await management.store.externalCalendars.noteNotTaken(change, of: run)
        }
    }

    private func strongTag(of member: ExternalMember) -> String? {
        member.foreignETag.flatMap { calendar.isStrong($0) ? $0 : nil }
    }

    private func send(
        _ change: WaitingChange,
        to path: String
    ) async throws -> ExternalWriteAnswer {
        guard let member = change.member else {
            let text = change.object?.text ?? ""
            return try await calendar.store(text, at: path, if: .nothing, known: nil)
        }
        // Nobody would know what is overwritten.
        if try await management.store.externalCalendars.isUnread(member.path, of: run) {
            return .changedElsewhere
        }
        let condition = ExternalWriteCondition.something(etag: strongTag(of: member))
        guard let object = change.object else {
            return try await calendar.remove(at: path, if: condition)
        }
        let known = try await management.store.externalCalendars.texts(at: [path], of: run)[path]
        return try await calendar.store(object.text, at: path, if: condition, known: known)
    }

    private func noteTaken(_ change: WaitingChange, at path: String, _ etag: String?) async throws {
        try await management.store.externalCalendars.noteTaken(
            change,
            at: path,
            foreignETag: etag,
            of: run
        )
    }

    private func noteRefused(_ change: WaitingChange, isForGood: Bool) async throws {
        let pause = isForGood ? Limits.foreignRefusalSeconds : Limits.foreignIntervalSeconds
        try await management.store.externalCalendars.noteRefused(
            change,
            retrySecond: management.clockAndRandom.nowSecond() + pause,
            of: run
        )
    }

    // MARK: - Paths

    /// Where a change goes: to its member, or for something new to the first path that isn't taken.
    private func path(for change: WaitingChange) async throws -> String {
        if let member = change.member { return member.path }
        let paths = calendar.paths(
            forUID: change.object?.uid ?? "",
            orElse: management.clockAndRandom.identifier()
        )
        let taken = try await management.store.externalCalendars.present(among: paths, of: run)
        return paths.first { !taken.contains($0) } ?? paths.last ?? ""
    }
}
