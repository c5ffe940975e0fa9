import Agenda
import Client
import JSON

// Which calendars are shown on this device.

extension Watch {
    func listCalendars() {
        listedCalendars = directory.calendars.map { $0.id }
        answer(
            listedCalendars.enumerated().map { place, id in
                "\(place + 1)  \(directory.name(of: id))\(hidden.contains(id) ? " (hidden)" : "")"
            }
        )
    }

    /// The choice that shows all calendars but these.
    static func choice(hiding hidden: Set<CalendarID>) -> CalendarChoice {
        CalendarChoice(hidden: hidden.map { $0.text })
    }

    /// Shows or hides the calendar that has a name, or a number in the list.
    func show(_ isShown: Bool, _ text: String) {
        let named = directory.calendars.map { $0.id }.filter {
            directory.name(of: $0).lowercased() == text.lowercased()
        }
        let numbered = Int(text).flatMap {
            listedCalendars.indices.contains($0 - 1) ? listedCalendars[$0 - 1] : nil
        }
        guard let calendar = numbered ?? (named.count == 1 ? named[0] : nil) else {
            return answer(
                "Which calendar? Type “calendars”, and then its number after the command."
            )
        }
        if isShown { hidden.remove(calendar) } else { hidden.insert(calendar) }
        client.choose(Self.choice(hiding: hidden), in: &directory)
        answer(
            "“\(directory.name(of: calendar))” is \(isShown ? "shown" : "hidden on this device")."
        )
        do {
            try folder.keep(hidden: hidden)
        } catch {
            note("That can't be kept: \(error.sentence)")
        }
    }
}

extension StateFolder {
    static let hiddenFile = "hidden"

    /// The calendars that the device doesn't show.
    func hiddenCalendars() throws(Fault) -> Set<CalendarID> {
        let json = try read(Self.hiddenFile).flatMap { JSONValue.read($0) }
        return Set(
            (json?["calendars"]?.elements ?? []).compactMap { $0.text }.map { CalendarID($0) }
        )
    }

    func keep(hidden: Set<CalendarID>) throws(Fault) {
        var json = JSONWriter()
        json.object { json in
            json.name("calendars")
            json.array(hidden.map { $0.text }.sorted()) { json, id in json.string(id) }
        }
        try write(Self.hiddenFile, json.octets)
    }
}
