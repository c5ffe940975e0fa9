public import Agenda
public import CivilTime

/// The members of a group, one row each, with their events on some days.
public struct Board: Sendable {
    /// The days, in order.
    public let days: [CivilDate]
    /// The rows: the events of the group itself, then the members in the order given.
    public let rows: [BoardRow]
    /// Whether something was left out, because there is too much of it.
    public let isCut: Bool
    /// The sources of which it was left out, as far as that is known.
    public let cutSources: Set<AgendaSource>

    /// Lays out some days.
    ///
    /// - Parameters:
    ///   - first: The first day.
    ///   - count: How many days, 1 to 31.
    ///   - members: The accounts, at most 200; the row of a member that is hidden stays empty.
    ///   - agenda: The agenda to show; with a group open, only what is in that group.
    public init(from first: CivilDate, count: Int, members: [String], in agenda: Agenda) {
        let count = min(max(1, count), Limits.timelineDaysMax)
        let members = Array(members.prefix(Limits.boardMembersMax))
        let empty = Array(repeating: BoardCell(), count: count)
        var cells = Array(repeating: empty, count: members.count + 1)
        var rowByAccount: [String: Int] = [:]
        for (place, account) in members.enumerated() { rowByAccount[account] = place + 1 }
        var budget = QuestionBudget.list
        var blocksLeft = Limits.boardBlocksMax
        let window = first..<first.adding(days: count)
        for occurrence in agenda.occurrences(in: window, within: &budget)
        // The board shows whose time is taken, and an unanswered invitation takes nobody's.
        where !occurrence.event.isUnanswered {
            guard let calendar = agenda.calendars[occurrence.key.object.calendar],
                let row = agenda.boardRow(of: calendar, in: rowByAccount)
            else { continue }
            let from = max(0, occurrence.firstDate.days(since: first))
            let to = min(count - 1, occurrence.lastDate.days(since: first))
            guard from <= to else { continue }
            blocksLeft -= to - from + 1
            guard blocksLeft >= 0 else { break }
            for day in from...to {
                let date = first.adding(days: day)
                cells[row][day].take(BoardBlock(occurrence, on: date, in: agenda))
            }
        }
        isCut = budget.isCut || blocksLeft < 0
        cutSources = budget.cutSources
        days = (0..<count).map { first.adding(days: $0) }
        rows = cells.enumerated().map { place, cells in
            BoardRow(account: place == 0 ? nil : members[place - 1], cells: cells)
        }
    }
}

extension Agenda {
    /// The row for a calendar's events: that of the open group, or that of the calendar's owner.
    fileprivate func boardRow(of calendar: CalendarCollection, in rows: [String: Int]) -> Int? {
        guard calendar.level == .group else { return rows[calendar.owner] }
        return person(of: calendar).map { rows[$0] } ?? 0
    }
}

/// The row of a member, or of the group itself.
public struct BoardRow: Sendable {
    /// The member's account; nil for the group.
    public let account: String?
    /// One cell for each day.
    public let cells: [BoardCell]
    /// How many lanes its fullest day needs; at least 1.
    public var laneCount: Int { cells.reduce(1) { max($0, $1.laneCount) } }
}

/// The events of one row on one day.
public struct BoardCell: Sendable {
    /// The blocks: whole days first, then by start.
    public private(set) var blocks: [BoardBlock] = []
    /// How many lanes the day needs.
    public var laneCount: Int { laneEnds.count }
    private var laneEnds: [Int] = []

    /// Puts a block into the first lane that is free at its start.
    mutating func take(_ block: BoardBlock) {
        var block = block
        if let free = laneEnds.firstIndex(where: { $0 <= block.fromMinute }) {
            block.lane = free
            laneEnds[free] = block.toMinute
        } else if laneEnds.count == Limits.columnsMax {
            block.lane = laneEnds.count - 1
        } else {
            block.lane = laneEnds.count
            laneEnds.append(block.toMinute)
        }
        blocks.append(block)
    }
}

/// An occurrence, or the part of it that falls on one day.
public struct BoardBlock: Sendable {
    /// The occurrence to show.
    public let occurrence: EventOccurrence
    /// The colour to show it in.
    public let color: EventColor
    /// The first minute of the wall clock it covers, 0 to 1,439.
    public let fromMinute: Int
    /// The minute after the last one it covers; at least 15 later, to keep it visible.
    public let toMinute: Int
    /// The lane, from 0 at the top.
    public internal(set) var lane = 0

    init(_ occurrence: EventOccurrence, on date: CivilDate, in agenda: Agenda) {
        self.occurrence = occurrence
        color = agenda.color(of: occurrence)
        let isWhole = occurrence.event.isAllDay
        let start = occurrence.start.time.secondsSinceMidnight / 60
        let end = (occurrence.end.time.secondsSinceMidnight + 59) / 60
        let from = isWhole || occurrence.firstDate < date ? 0 : start
        let to = isWhole || occurrence.end.date > date ? 1_440 : end
        let shortest = Limits.drawnMinutesMin
        fromMinute = min(from, 1_440 - shortest)
        toMinute = max(fromMinute + shortest, min(to, 1_440))
    }
}
