// swift-format-ignore-file: NeverForceUnwrap
// A literal that can't be read is a programmer's mistake.

import Agenda
import CalendarLayout
import CivilTime

extension ExampleRun {
    func layOutAMonth(_ agenda: Agenda) {
        // Example:
        let first = CivilDate("2026-04-01")!.startOfWeek(.monday)
        let weeks = MonthLayout(lanesMax: 3).rows(from: first, count: 5, in: agenda)
        for (number, week) in weeks.enumerated() {
            for chip in week.chips {
                let columns = chip.column..<chip.column + chip.span
                let title = chip.occurrence.event.title
                print("week \(number), lane \(chip.lane), columns \(columns): \(title)")
            }
        }
        // week 0, lane 0, columns 4..<7: Fair
        // week 0, lane 0, columns 0..<1: Stand-up
        // week 0, lane 1, columns 0..<1: Lunch
        // week 1, lane 0, columns 0..<2: Fair
        // week 1, lane 1, columns 0..<1: Stand-up
        // week 2, lane 0, columns 0..<1: Stand-up
        // week 3, lane 0, columns 0..<1: Stand-up
        // End of the example.
    }
}
