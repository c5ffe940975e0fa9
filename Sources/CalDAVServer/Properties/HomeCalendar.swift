import Agenda
import ServerBase
import Store
import WebDAV

/// A calendar as it stands in the home of somebody who sees it.
struct HomeCalendar {
    let record: CalendarRecord
    /// What it's called, unless the person named it otherwise.
    let title: String
    /// The last change of what the person sees of it.
    let token: ChangeToken
    /// What programs of this person stored with it, by ``WebDAV/XMLName/key``.
    let stored: [String: String]
    /// The key by which push services know this server.
    let pushKey: String
    /// Adds what the texts of objects lack; nil for a program that knows zones by their names.
    let descriptions: ZoneDescriptions?
    /// The zones that the server knows.
    let zones: ZoneDescriptions

    /// The zone that a program of this person set for it.
    var zone: CalendarZone { CalendarZone(stored: stored) }

    /// The text of an object as the program gets it, which may have been parsed already.
    func text(of object: ObjectRecord, _ parsed: ParsedObject? = nil) -> String {
        descriptions?.completing(object.ical, parsed) ?? object.ical
    }

    /// Its name in the address.
    var name: String { record.pathName ?? record.id.text }

    var level: AccessLevel { record.relation.level }

    /// Whether a program may write its objects.
    var isWritable: Bool { Permission.allows(.writeEvents, at: level) }
}

extension CalendarRecord {
    /// What a program calls it in a list of calendars, where it stands beside others' of that name.
    func title(ownerNames: [AccountID: String]) -> String {
        guard case .mirrored(let level, let owner, _) = relation else { return name }
        let person = ownerNames[owner] ?? ""
        guard Permission.allows(.seeEvents, at: level) else { return "\(person) (busy)" }
        return "\(name) (\(person))"
    }
}
