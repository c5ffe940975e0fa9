import Agenda

/// The contents of a place: its calendar, and the object that is there.
///
/// A write needs all of it, so one query asks for it.
struct PlaceContents {
    let charge: StorageCharge
    /// The object that is there; nil if there is none.
    let present: PresentObject?

    /// Reads the columns of ``Query/contents(of:in:)``.
    fileprivate init(_ row: Row) throws {
        let owner = AccountID(stored: try row.text(0))
        charge = StorageCharge(
            owner: owner,
            holder: row.isNull(1) ? .account(owner) : .group(GroupID(stored: try row.text(1))),
            presentBytes: row.isNull(3) ? 0 : try row.integer(7),
            hasSource: try row.bool(2)
        )
        present =
            row.isNull(3)
            ? nil
            : PresentObject(
                id: try row.text(3),
                etag: try row.text(4),
                isProposal: try row.bool(5),
                scheduleTag: try row.text(6),
                isUnanswered: try row.bool(8)
            )
    }
}

/// The properties of a stored object that a write to its address needs.
struct PresentObject {
    let id: String
    let etag: String
    let isProposal: Bool
    /// The Schedule-Tag, which stays the same if only others' answers change (RFC 6638, 3.2.10).
    let scheduleTag: String
    /// Whether it's an invitation that its owner hasn't answered.
    let isUnanswered: Bool
}

extension Query {
    /// The query for ``PlaceContents``.
    static func contents(of place: ObjectPlace, in dialect: Dialect) -> Query {
        Query(
            """
            SELECT owner_id, group_id, is_subscribed,
            objects.id, etag, is_candidate, coalesce(schedule_tag, etag),
            \(dialect.byteCount(of: "ical")), is_unanswered
            FROM calendars LEFT JOIN objects ON calendar_id = calendars.id AND href = $2
            WHERE calendars.id = $1
            """,
            [.text(place.calendar.text), .text(place.href.text)]
        )
    }
}

extension ObjectStatements {
    private func contents(of place: ObjectPlace) throws -> PlaceContents? {
        try connection.row(.contents(of: place, in: connection.dialect)).map {
            try PlaceContents($0)
        }
    }

    func present(at place: ObjectPlace) throws -> PresentObject? {
        try contents(of: place)?.present
    }

    func charge(at place: ObjectPlace) throws -> StorageCharge {
        guard let contents = try contents(of: place) else { throw StoreError.notFound }
        return contents.charge
    }
}

extension StorageCharge {
    /// Refuses a text that is marked as a candidate in a group's calendar, unless ``Proposals`` writes it.
    ///
    /// Every write of an object comes through here: otherwise the answers in such a text would
    /// count as the members' own.
    func refuseForgedCandidate(_ draft: ObjectDraft) throws {
        guard case .group = holder, draft.proposal == nil else { return }
        guard Candidate.mark(inText: draft.ical) == nil else { throw StoreError.isProposal }
    }
}
