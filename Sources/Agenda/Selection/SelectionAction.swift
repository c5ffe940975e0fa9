/// What is done with several occurrences at once.
public enum SelectionAction: Hashable, Sendable {
    /// Moves them by days and minutes of the viewer's clock.
    ///
    /// An all-day event has no time of day, so only the days count for it.
    case shift(days: Int, minutes: Int)
    /// Makes a copy of each, which doesn't repeat, moved the same way.
    case copy(days: Int, minutes: Int)
    /// Puts them into a calendar.
    case calendar(CalendarID)
    /// Gives them a colour of their own; an empty name takes it away.
    case color(String)
    case delete

    var kind: EditKind {
        switch self {
        case .shift: .moved
        case .copy: .created
        case .calendar, .color: .changed
        case .delete: .deleted
        }
    }
}

/// How many occurrences an action changes, and how many it leaves alone for which reason.
public struct SelectionEffect: Hashable, Sendable {
    /// The occurrences that change, or are copied.
    public internal(set) var changedCount = 0
    /// Of these, the dates of repeating events, whose other dates stay.
    public internal(set) var dateCount = 0
    /// Those in calendars that the viewer can only read.
    public internal(set) var readOnlyCount = 0
    /// Candidates of a proposal, which are answered rather than edited.
    public internal(set) var proposalCount = 0
    /// Those that already are as the action would make them.
    public internal(set) var unchangedCount = 0
    /// Those that no longer exist, or that can't be edited for another reason.
    public internal(set) var otherCount = 0

    /// All that the action leaves alone.
    public var leftCount: Int { readOnlyCount + proposalCount + unchangedCount + otherCount }

    mutating func leaveOut(_ reason: EditError) {
        switch reason {
        case .readOnly: readOnlyCount += 1
        case .isProposal: proposalCount += 1
        default: otherCount += 1
        }
    }
}
