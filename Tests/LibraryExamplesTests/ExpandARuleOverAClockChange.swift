// swift-format-ignore-file: NeverForceUnwrap
// A literal that can't be read is a programmer's mistake.

import CivilTime
import Foundation
import Recurrence

extension ExampleRun {
    func expandARule() throws -> Zone {
        // Example:
        let data = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))
        let berlin = try Zone(id: ZoneID("Europe/Berlin"), tzif: Array(data))

        let rule = try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=3")
        let start = CalendarTime.zoned(CivilDateTime("2026-03-28T02:30:00")!, berlin.id)
        for occurrence in rule.occurrences(from: start, in: berlin) {
            print(berlin.civil(at: occurrence.instant).text, "is", occurrence.instant.text)
        }
        // 2026-03-28T02:30:00 is 2026-03-28T01:30:00Z
        // 2026-03-29T03:30:00 is 2026-03-29T01:30:00Z
        // 2026-03-30T02:30:00 is 2026-03-30T00:30:00Z
        // End of the example.
        return berlin
    }
}
