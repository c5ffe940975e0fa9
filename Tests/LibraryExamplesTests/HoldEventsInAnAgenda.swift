import Agenda
import CivilTime
import ICalendar

extension ExampleRun {
    func holdEvents(_ octets: [UInt8], in berlin: Zone) -> Agenda {
        // Example:
        var agenda = Agenda()
        agenda.setAccount("ana")
        agenda.addZone(berlin)  // knows what TZID=Europe/Berlin means
        agenda.setZone(berlin)  // shows days as Ana's clock has them
        let team = CalendarCollection(id: CalendarID("team"), name: "Team", color: .green)
        agenda.putCalendar(team)
        for object in CalendarFile.read(octets).objects {
            let id = ObjectID(calendar: team.id, href: object.uid)
            agenda.putObject(id, etag: "", text: object.text)
        }
        print("\(agenda.objectCount) objects, missing zones: \(agenda.missingZones.count)")
        // 3 objects, missing zones: 0
        // End of the example.
        return agenda
    }
}
