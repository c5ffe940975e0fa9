import Agenda

/// The target of copying or moving an object, and whether an object there is replaced.
package struct CopyTarget: Hashable, Sendable {
    package let place: ObjectPlace
    /// The ID of the object if a new one is made.
    package let id: String
    /// Whether an object at the target is replaced.
    package let overwrites: Bool

    package init(place: ObjectPlace, id: String, overwrites: Bool) {
        self.place = place
        self.id = id
        self.overwrites = overwrites
    }
}

extension Objects {
    /// Copies or moves an object of a calendar that the account may write to another address.
    ///
    /// Within one calendar, a copy would have the UID of the original, and an object at the target
    /// keeps its own UID. So both are refused with ``StoreError/uidTaken(href:)`` (RFC 4791 section
    /// 5.3.2.1).
    ///
    /// A move between the account's own calendars, here or at another service, isn't a change for
    /// guests: nobody is told, and the tag stays (RFC 6638 section 3.2.3.3). Any other copy is like
    /// a new object (section 3.2.3.2). An object that is moved out of these calendars, or replaced,
    /// is like one that is removed.
    package func copy(
        _ source: ObjectPlace,
        to target: CopyTarget,
        expecting: WriteCondition = .anything,
        isMove: Bool,
        through way: WriteSource,
        scheduling planning: (any SchedulingPlanning)? = nil
    ) async throws -> PutOutcome {
        try await observed.change(of: source.account, through: way) { connection in
            try connection.calendars.require(.writeEvents, of: source.calendar, by: source.account)
            guard let present = try connection.objects.present(at: source) else {
                throw StoreError.notFound
            }
            try expecting.check(against: present.etag, present.scheduleTag)
            guard !present.isProposal else { throw StoreError.isProposal }
            let draft = try connection.objects.draft(at: source)
            let isKept =
                try isMove
                && connection.calendars.isOwnOrConnected(source.calendar, of: source.account)
                && connection.calendars.isOwnOrConnected(target.place.calendar, of: source.account)
            let told = isKept ? nil : planning
            // In the same calendar, the UID has to be freed first.
            let isRenaming = isMove && source.calendar == target.place.calendar
            if isRenaming { _ = try connection.objects.remove(at: source, id: present.id) }
            try connection.invitations.letYield(to: draft, at: target.place, by: planning)
            let isFree = try connection.objects.requirePlace(target, for: draft)
            let isOfGroups =
                try connection.calendars.isOfGroup(source.calendar)
                && connection.calendars.isOfGroup(target.place.calendar)
            var outcome = try connection.objects.write(
                ObjectWrite(
                    draft: draft,
                    place: target.place,
                    present: try connection.objects.present(at: target.place),
                    newID: target.id,
                    way: way,
                    movedFromGroup: isOfGroups ? draft.ical : nil,
                    planning: told
                )
            )
            outcome.created = isFree
            if isKept { try connection.objects.keepState(of: present, at: target.place) }
            if isMove, !isRenaming {
                _ = try connection.objects.remove(present, at: source, through: way, by: told)
            }
            return outcome
        }
    }
}

extension ObjectStatements {
    /// Checks that a draft may go to an address, and returns whether the address is free.
    ///
    /// An object there is replaced only by another text of the same object.
    fileprivate func requirePlace(_ target: CopyTarget, for draft: ObjectDraft) throws -> Bool {
        let place = target.place
        try connection.calendars.require(.writeEvents, of: place.calendar, by: place.account)
        try requireKind(draft.component, in: place.calendar)
        let known = try href(ofUID: draft.uid, in: place.calendar)
        guard let present = try present(at: place) else {
            if let known { throw StoreError.uidTaken(href: known.text) }
            return true
        }
        guard target.overwrites else { throw StoreError.changedElsewhere(etag: present.etag) }
        guard !present.isProposal else { throw StoreError.isProposal }
        guard known == place.href else {
            throw StoreError.uidTaken(href: (known ?? place.href).text)
        }
        return false
    }

    /// Keeps the state of a moved object that isn't in its text.
    fileprivate func keepState(of moved: PresentObject, at place: ObjectPlace) throws {
        guard let present = try present(at: place) else { return }
        if present.scheduleTag != moved.scheduleTag {
            try connection.scheduling.setScheduleTag(moved.scheduleTag, of: present.id)
        }
        if present.isUnanswered != moved.isUnanswered {
            try connection.execute(
                "UPDATE objects SET is_unanswered = $2 WHERE id = $1",
                [.text(present.id), .bool(moved.isUnanswered)]
            )
        }
    }

    /// The object at an address, as a draft.
    fileprivate func draft(at place: ObjectPlace) throws -> ObjectDraft {
        let row = try connection.row(
            """
            SELECT uid, etag, ical, first_second, last_second FROM objects
            WHERE calendar_id = $1 AND href = $2
            """,
            [.text(place.calendar.text), .text(place.href.text)]
        )
        guard let row else { throw StoreError.notFound }
        return ObjectDraft(
            uid: try row.text(0),
            etag: try row.text(1),
            ical: try row.text(2),
            firstSecond: try row.integer(3),
            lastSecond: row.isNull(4) ? nil : try row.integer(4)
        )
    }
}
