import Agenda
import CivilTime

/// Puts overlapping pieces side by side.
enum TimelineColumns {
    /// The pieces with their columns, sorted by start, longer before shorter.
    ///
    /// Each piece gets the first free column. Pieces that overlap, directly or through others, have
    /// the same number of columns. A piece then also covers the columns beside it that stay free
    /// for its whole length.
    static func arranged(_ pieces: [TimelinePiece]) -> [TimelinePiece] {
        var pieces = pieces.sorted { a, b in
            if a.startMinute != b.startMinute { return a.startMinute < b.startMinute }
            if a.endMinute != b.endMinute { return a.endMinute > b.endMinute }
            // In a repeated hour, the piece with the earlier instant comes first.
            return a.occurrence.startInstant < b.occurrence.startInstant
        }
        var first = 0
        while first < pieces.count {
            var end = pieces[first].drawnEndMinute
            var last = first + 1
            while last < pieces.count, pieces[last].startMinute < end {
                end = max(end, pieces[last].drawnEndMinute)
                last += 1
            }
            arrange(&pieces[first..<last])
            first = last
        }
        return pieces
    }

    private static func arrange(_ group: inout ArraySlice<TimelinePiece>) {
        /// The indices of the pieces in each column.
        var columns: [[Int]] = []
        for place in group.indices {
            let start = group[place].startMinute
            let free = columns.firstIndex { column in
                column.last.map { group[$0].drawnEndMinute <= start } ?? true
            }
            if let free = free ?? (columns.count == Limits.columnsMax ? columns.count - 1 : nil) {
                columns[free].append(place)
                group[place].column = free
            } else {
                group[place].column = columns.count
                columns.append([place])
            }
        }
        for place in group.indices {
            let piece = group[place]
            var span = 1
            while piece.column + span < columns.count,
                columns[piece.column + span].allSatisfy({ !overlaps(group[$0], piece) })
            {
                span += 1
            }
            group[place].columnSpan = span
            group[place].columnCount = columns.count
        }
    }

    private static func overlaps(_ a: TimelinePiece, _ b: TimelinePiece) -> Bool {
        a.startMinute < b.drawnEndMinute && b.startMinute < a.drawnEndMinute
    }
}
