/// A write of an object that its author may make, before the people concerned are told about it.
struct ObjectWrite {
    let draft: ObjectDraft
    let place: ObjectPlace
    /// The object that it replaces; nil if nothing is stored there.
    let present: PresentObject?
    /// The ID of the object if nothing is stored there.
    let newID: String
    let way: WriteSource
    var cause = SchedulingCause.owner
    /// The draft's text in another group's calendar, or under another name in this one; the answers
    /// in it have already been checked.
    var movedFromGroup: String?
    /// Plans what the people concerned are told; nil if nobody is told.
    let planning: (any SchedulingPlanning)?
}

extension ObjectStatements {
    /// Stores an object, after the people concerned were told.
    func write(_ write: ObjectWrite) throws -> PutOutcome {
        let (place, present) = (write.place, write.present)
        let scheduled = try scheduled(write)
        let draft = (scheduled.draft ?? write.draft).asEvent
        let token =
            if let present {
                try update(
                    draft,
                    at: place,
                    id: present.id,
                    isUnanswered: scheduled.isUnanswered
                )
            } else {
                try insert(
                    draft,
                    at: place,
                    id: write.newID,
                    isUnanswered: scheduled.isUnanswered
                )
            }
        return PutOutcome(
            created: present == nil,
            etag: draft.etag,
            token: token,
            isStoredUnchanged: draft.etag == write.draft.etag
        )
    }

    /// What to store for a write, after the people concerned were told.
    private func scheduled(_ write: ObjectWrite) throws -> ScheduledWrite {
        guard let planning = write.planning else { return ScheduledWrite(draft: write.draft) }
        return try connection.scheduling.scheduled(
            write.draft,
            replacing: write.present == nil ? write.movedFromGroup : ical(at: write.place),
            at: write.place,
            through: write.way,
            because: write.cause,
            by: planning
        )
    }

    /// Moves an object into the bin, after the people concerned were told.
    ///
    /// - Parameters:
    ///   - present: The object.
    ///   - place: Where it's stored.
    ///   - way: What removes it.
    ///   - planning: Plans what the people concerned are told; nil if nobody is told.
    /// - Returns: The token of the change.
    /// - Throws: The errors of the database and of `planning`.
    func remove(
        _ present: PresentObject,
        at place: ObjectPlace,
        through way: WriteSource,
        by planning: (any SchedulingPlanning)?
    ) throws -> ChangeToken {
        if let planning {
            _ = try connection.scheduling.scheduled(
                nil,
                replacing: ical(at: place),
                at: place,
                through: way,
                by: planning
            )
        }
        return try remove(at: place, id: present.id)
    }
}
