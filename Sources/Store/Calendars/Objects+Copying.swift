import Agenda

/// Where an object is copied or moved to, and what may be there already.
package struct CopyTarget: Hashable, Sendable {
    package let place: ObjectPlace
    /// The ID of the object if a new one is made.
    package let id: String
    /// Whether an object that is there is replaced.
    package let overwrites: Bool

    package init(place: ObjectPlace, id: String, overwrites: Bool) {
        self.place = place
        self.id = id
        self.overwrites = overwrites
    }
}

extension Objects {
    /// Copies an object of a calendar that the account may write to another address, or moves it.
    ///
    /// Within one calendar a copy would have the UID of the original, so it's refused with
    /// ``StoreError/uidTaken(href:)``.
    package func copy(
        _ source: ObjectPlace,
        to target: CopyTarget,
        expecting: WriteCondition = .anything,
        isMove: Bool,
        through way: WriteWay
    ) async throws -> PutOutcome {
        try await observed.change(of: source.account, through: way) { connection in
            try connection.require(.writeEvents, of: source.calendar, by: source.account)
            guard let present = try connection.present(at: source) else {
                throw StoreError.notFound
            }
            try expecting.check(against: present.etag)
            guard !present.isProposal else { throw StoreError.isProposal }
            let draft = try connection.draft(at: source)
            // In the same calendar the UID has to be free first.
            let isRenaming = isMove && source.calendar == target.place.calendar
            if isRenaming { _ = try connection.remove(at: source, id: present.id) }
            let outcome = try connection.put(draft, copiedTo: target)
            if isMove, !isRenaming { _ = try connection.remove(at: source, id: present.id) }
            return outcome
        }
    }
}

extension DatabaseConnection {
    fileprivate func put(_ draft: ObjectDraft, copiedTo target: CopyTarget) throws -> PutOutcome {
        let place = target.place
        try require(.writeEvents, of: place.calendar, by: place.account)
        try requireKind(draft.component, in: place.calendar)
        let present = try present(at: place)
        if let present {
            guard target.overwrites else { throw StoreError.changedElsewhere(etag: present.etag) }
            guard !present.isProposal else { throw StoreError.isProposal }
        }
        if let other = try href(ofUID: draft.uid, in: place.calendar), other != place.href {
            throw StoreError.uidTaken(href: other.text)
        }
        let token =
            if let present {
                try update(draft, at: place, id: present.id)
            } else {
                try insert(draft, at: place, id: target.id)
            }
        return PutOutcome(created: present == nil, etag: draft.etag, token: token)
    }

    /// What is stored at an address, as a draft.
    fileprivate func draft(at place: ObjectPlace) throws -> ObjectDraft {
        let row = try row(
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
