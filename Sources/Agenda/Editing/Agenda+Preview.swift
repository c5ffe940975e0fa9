public import CivilTime

/// What a change would move within some days, before it's made.
public struct ChangePreview: Sendable {
    /// The occurrences that would be new or somewhere else, at their new times, by start.
    public let arriving: [EventOccurrence]
    /// The occurrences that would no longer be where they are, by start.
    public let leaving: [OccurrenceKey]
}

extension Agenda {
    /// Works out what a change would move, of the occurrences that touch some days.
    ///
    /// Only the objects that the change writes are looked at, so the cost doesn't depend on how
    /// many others there are. Of each, before and after, at most 4,000 occurrences are compared.
    ///
    /// - Parameters:
    ///   - key: The occurrence that is edited.
    ///   - scope: The occurrences to change.
    ///   - draft: The fields to change.
    ///   - days: The days by the viewer's clock, the last one excluded.
    ///   - now: The time to write into the temporary text.
    /// - Returns: The occurrences that move; empty if the change moves nothing.
    /// - Throws: The same errors as ``change(_:scope:_:newUID:now:)``.
    public func preview(
        ofChanging key: OccurrenceKey,
        scope: EditScope,
        _ draft: EventDraft,
        in days: Range<CivilDate>,
        now: Instant
    ) throws(EditError) -> ChangePreview {
        // No object has an empty UID, so the new address can't be taken.
        let plan = try planChange(key, scope: scope, draft, newUID: "", now: now)
        let old = series(key.object).map { [$0] } ?? []
        var budgets = (before: QuestionBudget.list, after: QuestionBudget.list)
        let before = holding(old).occurrences(in: days, within: &budgets.before)
        let after = holding(plan.series).occurrences(in: days, within: &budgets.after)
        let placesBefore = Set(before.map(OccurrencePlace.init))
        let placesAfter = Set(after.map(OccurrencePlace.init))
        return ChangePreview(
            arriving: after.filter { !placesBefore.contains(OccurrencePlace($0)) },
            leaving: before.filter { !placesAfter.contains(OccurrencePlace($0)) }.map { $0.key }
        )
    }

    /// An agenda with the same viewer's zone that has only some objects.
    func holding(_ objects: [Series]) -> Agenda {
        var excerpt = Agenda()
        excerpt.zones = zones
        excerpt.zone = zone
        for series in objects { excerpt.store(series, in: nil) }
        return excerpt
    }
}

/// The time of an occurrence, to compare it before and after a change.
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
