import CivilTime

/// The order in which occurrences get room in a view that can't show all; the first case comes
/// first.
public enum Precedence: UInt8, Comparable, CaseIterable, Hashable, Sendable {
    /// Events in the viewer's own calendars.
    case own
    /// Events in the viewer's calendars at another service.
    case connected
    /// Events in the calendars of the viewer's groups.
    case group
    /// Events that fellow members show, and those in subscribed calendars.
    case shared
    /// Invitations that the viewer hasn't answered.
    case unanswered

    /// Whether one gets room before another.
    public static func < (left: Precedence, right: Precedence) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Agenda {
    /// The precedence of an occurrence, by its calendar; unanswered invitations come last.
    public func precedence(of occurrence: EventOccurrence) -> Precedence {
        if occurrence.event.isUnanswered { return .unanswered }
        return switch calendar(of: occurrence.key.object)?.level {
        case .own, nil: .own
        case .connected: .connected
        case .group: .group
        case .hidden, .busy, .full, .subscribed: .shared
        }
    }

    /// The places of occurrences in the order in which they get room: by precedence, and within it, the
    /// first of each calendar on each day before the second of any.
    ///
    /// The viewer's own keep the order that they have. The first proposal of a day that waits for
    /// the viewer's answer comes before them; further ones don't, so that no group can fill the day.
    public func placesByPrecedence(_ occurrences: [EventOccurrence]) -> [Int] {
        var counts: [PlaceInDay: Int] = [:]
        var daysWithProposal: Set<CivilDate> = []
        let order = occurrences.indices.map { place in
            let occurrence = occurrences[place]
            let precedence = precedence(of: occurrence)
            if waitsForAnswer(occurrence), daysWithProposal.insert(occurrence.firstDate).inserted {
                return (Precedence.own, turn: -1, place)
            }
            guard precedence > .own else { return (precedence, turn: 0, place) }
            let source = PlaceInDay(
                calendar: occurrence.key.object.calendar,
                day: occurrence.firstDate.daysSinceEpoch
            )
            let turn = counts[source, default: 0]
            counts[source] = turn + 1
            return (precedence, turn, place)
        }
        return order.sorted { $0 < $1 }.map { $0.2 }
    }

    /// Whether an occurrence is a proposed time, within a day, that the viewer hasn't answered.
    private func waitsForAnswer(_ occurrence: EventOccurrence) -> Bool {
        guard let tally = tally(of: occurrence), tally.own == nil else { return false }
        return occurrence.firstDate == occurrence.lastDate
    }

    /// The occurrences in the order of ``placesByPrecedence(_:)``.
    public func byPrecedence(_ occurrences: [EventOccurrence]) -> [EventOccurrence] {
        placesByPrecedence(occurrences).map { occurrences[$0] }
    }

    /// As many occurrences as there is room for, chosen by precedence, in the order that they have.
    public func chosenByPrecedence(
        _ occurrences: [EventOccurrence],
        limit: Int
    ) -> [EventOccurrence] {
        guard occurrences.count > limit else { return occurrences }
        return placesByPrecedence(occurrences).prefix(limit).sorted().map { occurrences[$0] }
    }
}

/// A calendar on a day.
private struct PlaceInDay: Hashable {
    let calendar: CalendarID
    let day: Int
}
