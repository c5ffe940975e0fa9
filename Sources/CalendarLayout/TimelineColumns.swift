import Agenda
import CivilTime

/// Places overlapping pieces in the width of a day.
///
/// Pieces that would cover each other's titles, because they start at nearly the same time, form a
/// row and stand side by side. A row that starts later lies on what goes on below it, moved in by
/// one step, so that the titles and the edge of the earlier one stay in sight.
enum TimelineColumns {
    /// The pieces with their depths and columns, sorted by start, longer before shorter.
    ///
    /// Each row gets the least depth that is free for its whole length. The earlier one chooses
    /// first; if that moves the viewer's own in too far, they choose before all others. In a row,
    /// each piece gets the first free column; it then also covers the columns beside it that stay
    /// free for its whole length.
    static func arranged(_ pieces: [TimelinePiece]) -> [TimelinePiece] {
        var pieces = pieces.sorted { a, b in
            if a.startMinute != b.startMinute { return a.startMinute < b.startMinute }
            if a.endMinute != b.endMinute { return a.endMinute > b.endMinute }
            // In a repeated hour, the piece with the earlier instant comes first.
            return a.occurrence.startInstant < b.occurrence.startInstant
        }
        var rows: [Row] = []
        var first = 0
        while first < pieces.count {
            var (end, titleEnd) = (pieces[first].drawnEndMinute, pieces[first].titleEndMinute)
            var last = first + 1
            while last < pieces.count, pieces[last].startMinute < titleEnd {
                end = max(end, pieces[last].drawnEndMinute)
                titleEnd = max(titleEnd, pieces[last].titleEndMinute)
                last += 1
            }
            arrange(&pieces[first..<last])
            let precedence = pieces[first..<last].reduce(.unanswered) { min($0, $1.precedence) }
            let minutes = pieces[first].startMinute..<end
            rows.append(Row(places: first..<last, minutes: minutes, precedence: precedence))
            first = last
        }
        giveDepths(to: rows, of: &pieces)
        return pieces
    }

    /// Pieces that start at nearly the same time.
    private struct Row {
        let places: Range<Int>
        let minutes: Range<Int>
        /// The precedence of the piece that comes first.
        let precedence: Precedence
    }

    private static func giveDepths(to rows: [Row], of pieces: inout [TimelinePiece]) {
        var depths = depths(of: rows, in: Array(rows.indices))
        let first = rows.reduce(Precedence.unanswered) { min($0, $1.precedence) }
        let isPushedIn = rows.indices.contains {
            rows[$0].precedence == first && depths[$0] > Limits.ownDepthMax
        }
        if isPushedIn {
            let order = rows.indices.sorted {
                (rows[$0].precedence, $0) < (rows[$1].precedence, $1)
            }
            depths = Self.depths(of: rows, in: order)
        }
        for (row, depth) in zip(rows, depths) {
            for place in row.places { pieces[place].depth = depth }
        }
    }

    /// The depths of rows that choose in a certain order.
    private static func depths(of rows: [Row], in order: [Int]) -> [Int] {
        var depths = rows.map { _ in 0 }
        var taken: [[Range<Int>]] = []
        for place in order {
            let minutes = rows[place].minutes
            let free = taken.firstIndex { !$0.contains { $0.overlaps(minutes) } }
            if free == nil { taken.append([]) }
            depths[place] = free ?? taken.count - 1
            taken[depths[place]].append(minutes)
        }
        return depths
    }

    /// Gives the pieces of a row their columns.
    ///
    /// If there are more pieces than every screen shows, the viewer's own come first and get at
    /// least a quarter of the width, because the last columns are left out where there's no room.
    /// If none of the pieces is the viewer's own, those with the next precedence come first.
    private static func arrange(_ group: inout ArraySlice<TimelinePiece>) {
        var columns = columns(for: Array(group.indices), of: group, atMost: Limits.columnsMax)
        var widths = Array(repeating: 1, count: columns.count)
        guard columns.count > Limits.columnsAlwaysShown else {
            return put(group: &group, in: columns, widths)
        }
        let first = group.reduce(Precedence.unanswered) { min($0, $1.precedence) }
        let own = group.indices.filter { group[$0].precedence == first }
        let ownColumns = self.columns(for: own, of: group, atMost: Limits.columnsMax / 2)
        let quarter = Limits.columnsPerOwn * ownColumns.count
        if !own.isEmpty, own.count < group.count {
            let others = group.indices.filter { group[$0].precedence > first }
            let room = Limits.columnsMax - ownColumns.count
            let othersColumns = self.columns(for: others, of: group, atMost: room)
            let width =
                (othersColumns.count + quarter - ownColumns.count - 1)
                / (quarter - ownColumns.count)
            columns = ownColumns + othersColumns
            widths = ownColumns.map { _ in max(1, width) } + othersColumns.map { _ in 1 }
        }
        put(group: &group, in: columns, widths)
    }

    /// Notes the columns of pieces, and how many free ones beside it each of them covers.
    private static func put(
        group: inout ArraySlice<TimelinePiece>,
        in columns: [[Int]],
        _ widths: [Int]
    ) {
        var starts: [Int] = []
        var count = 0
        for width in widths {
            starts.append(count)
            count += width
        }
        for (column, places) in columns.enumerated() {
            for place in places {
                let piece = group[place]
                var next = column + 1
                while next < columns.count,
                    columns[next].allSatisfy({ !overlaps(group[$0], piece) })
                {
                    next += 1
                }
                group[place].column = starts[column]
                group[place].columnSpan =
                    (next < columns.count ? starts[next] : count) - starts[column]
                group[place].columnCount = count
            }
        }
    }

    /// Puts pieces into the first column that is free at their start; if all are taken, into the last.
    private static func columns(
        for places: [Int],
        of group: ArraySlice<TimelinePiece>,
        atMost most: Int
    ) -> [[Int]] {
        var columns: [[Int]] = []
        for place in places {
            let start = group[place].startMinute
            let free = columns.firstIndex { column in
                column.last.map { group[$0].drawnEndMinute <= start } ?? true
            }
            if let free = free ?? (columns.count == most ? columns.count - 1 : nil) {
                columns[free].append(place)
            } else {
                columns.append([place])
            }
        }
        return columns
    }

    private static func overlaps(_ a: TimelinePiece, _ b: TimelinePiece) -> Bool {
        a.startMinute < b.drawnEndMinute && b.startMinute < a.drawnEndMinute
    }
}
