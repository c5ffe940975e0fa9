import ICalendar
import Store

/// How the page and calendar programs write objects: everything they store or remove goes through here.
extension Backend {
    /// Stores the text of an object, as it is.
    ///
    /// Throws ``ServerError/notValid(_:)`` for a text that isn't one valid object of a kind that the
    /// calendar takes.
    func putObject(
        _ octets: [UInt8],
        at place: ObjectPlace,
        expecting: WriteCondition,
        through way: WriteWay
    ) async throws -> PutOutcome {
        let draft = try ObjectReader.draft(of: octets, asResource: way == .program)
        return try await store.objects.put(
            draft,
            at: place,
            id: clockAndRandom.identifier(),
            expecting: expecting,
            through: way,
            scheduling: SchedulingDesk(zones: zones, clockAndRandom: clockAndRandom)
        )
    }

    /// Moves an object into the bin.
    ///
    /// Whoever is invited hears of it, or the organizer does unless `sendsReplies` is false.
    func removeObject(
        at place: ObjectPlace,
        expecting: WriteCondition,
        through way: WriteWay,
        sendsReplies: Bool = true
    ) async throws {
        _ = try await store.objects.remove(
            at: place,
            expecting: expecting,
            through: way,
            scheduling: SchedulingDesk(
                zones: zones,
                clockAndRandom: clockAndRandom,
                sendsReplies: sendsReplies
            )
        )
    }
}
