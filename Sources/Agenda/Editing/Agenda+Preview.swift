public import CivilTime

/// What a change would move within some days, without it being done.
public struct ChangePreview: Sendable {
    /// The occurrences that would be somewhere else, where they would be; by start.
    public let arriving: [EventOccurrence]
    /// The occurrences that would no longer be where they are; by start.
    public let leaving: [OccurrenceKey]
}

extension Agenda {
    /// What a change would move, of the occurrences that touch some days.
    ///
    /// Only the objects that the change writes are looked at, so that the cost does not grow with
    /// what else there is.
    ///
    /// - Parameters:
    ///   - key: The occurrence that is edited.
    ///   - scope: How much of a repeating event the change is about.
    ///   - draft: What changes.
    ///   - days: The days, by the viewer's clock; the last one excluded.
    ///   - now: The time to note in what is written.
    /// - Returns: What would be somewhere else; nothing where the change moves nothing.
    /// - Throws: What ``change(_:scope:_:newUID:now:)`` would.
    public func preview(
        ofChanging key: OccurrenceKey,
        scope: EditScope,
        _ draft: EventDraft,
        in days: Range<CivilDate>,
        now: Instant
    ) throws(EditError) -> ChangePreview {
        // No object can have this name, so that none is in the way.
        let plan = try planChange(key, scope: scope, draft, newUID: "", now: now)
        let old = [(id: key.object, text: series(key.object)?.text)]
        let before = holding(old).occurrences(in: days)
        let after = holding(plan.texts).occurrences(in: days)
        let placesBefore = Set(before.map(OccurrencePlace.init))
        let placesAfter = Set(after.map(OccurrencePlace.init))
        return ChangePreview(
            arriving: after.filter { !placesBefore.contains(OccurrencePlace($0)) },
            leaving: before.filter { !placesAfter.contains(OccurrencePlace($0)) }.map { $0.key }
        )
    }

    /// An agenda like this one, with nothing in it but some objects.
    func holding(_ objects: [(id: ObjectID, text: [UInt8]?)]) -> Agenda {
        var excerpt = Agenda()
        excerpt.zones = zones
        excerpt.zone = zone
        for object in objects {
            if let text = object.text { excerpt.putObject(object.id, etag: "", text: text) }
        }
        return excerpt
    }
}

/// Where an occurrence is.
private struct OccurrencePlace: Hashable {
    let isAllDay: Bool
    let start: Instant
    let end: Instant

    init(_ occurrence: EventOccurrence) {
        isAllDay = occurrence.event.isAllDay
        start = occurrence.startInstant
        end = occurrence.endInstant
    }
}
