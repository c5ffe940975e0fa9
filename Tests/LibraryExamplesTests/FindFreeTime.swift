// swift-format-ignore-file: NeverForceUnwrap
// A literal that can't be read is a programmer's mistake.

import Agenda
import CivilTime

extension ExampleRun {
    func findFreeTime(_ agenda: Agenda, in berlin: Zone) throws -> CivilDate {
        // Example:
        let members = [
            FreeTimeMember(account: "ana", zone: berlin.id, workFrom: 9 * 60, workTo: 17 * 60),
            FreeTimeMember(account: "jonas", zone: .utc, workFrom: 9 * 60, workTo: 17 * 60),
        ]
        let monday = CivilDate("2026-03-30")!
        let query = try FreeTimeQuery(
            members: members,
            days: [monday],
            hours: 8 * 60..<20 * 60,
            lengthMinutes: 45
        )
        for window in try agenda.freeTime(query).windows where window.missing.isEmpty {
            print(window.start.text, "to", window.end.text)
        }
        // 2026-03-30T11:00:00 to 2026-03-30T12:00:00
        // 2026-03-30T13:00:00 to 2026-03-30T17:00:00
        // End of the example.
        return monday
    }
}
