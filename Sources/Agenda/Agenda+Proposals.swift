import CivilTime
import Recurrence

extension Agenda {
    /// What a candidate says; nil for an event that is none, or is no more.
    public func proposal(_ id: ObjectID) -> Proposal? {
        guard let series = series(id), series.master?.isCandidate ?? false else { return nil }
        return Proposal(text: series.text)
    }

    /// All candidates of a proposal that the viewer sees, each by its first occurrence; by start.
    public func candidates(of identity: String) -> [EventOccurrence] {
        var found: [EventOccurrence] = []
        for case let series? in slots where series.master?.answers?.identity == identity {
            guard !identity.isEmpty, let master = series.master else { continue }
            let time = series.recurrence.flatMap { all in
                var occurrences = all.occurrences()
                return occurrences.next().map { all.time(of: $0) }
            }
            let start = time ?? master.start
            let key = OccurrenceKey(object: series.id, originalStart: start, strand: series.strand)
            found.append(
                occurrence(key)
                    ?? occurrence(of: master, startingAt: start, replacing: nil, in: series)
            )
        }
        return found.sorted { a, b in
            if a.startInstant != b.startInstant { return a.startInstant < b.startInstant }
            return a.key.object.href < b.key.object.href
        }
    }
}

extension Proposal {
    /// The answers to one occurrence: those that it has of its own, or those to all.
    public func answers(to key: OccurrenceKey) -> [ProposalAnswer] {
        occurrences.first { $0.recurrenceID == key.originalStart }?.answers ?? answers
    }
}
