import ICalendar

/// Somebody whom the viewer has invited before.
public struct EarlierGuest: Hashable, Sendable {
    /// The guest, with the name that the invitation read last gives them.
    public internal(set) var guest: Guest
    /// How many events invite them; each changed date of a series counts as one.
    public internal(set) var eventCount: Int
}

extension Agenda {
    /// The people whom the viewer has invited to events of their own calendars, in no order; at most 500.
    ///
    /// Only events that the viewer organizes count. An invitation of somebody else's could put a
    /// stranger, or the likeness of a friend, among the people who are offered.
    public func earlierGuests() -> [EarlierGuest] {
        let own = ownCalendarNumbers
        var found: [EarlierGuest] = []
        var places: [String: Int] = [:]
        var objectsLeft = Limits.invitationsReadMax
        for slot in slots.indices {
            guard objectsLeft > 0, let series = slots[slot],
                own.contains(busySpans[slot].calendar),
                CalendarText.mentions(series.text, "organizer"),
                let object = CalendarText.parse(series.text).components.first
            else { continue }
            objectsLeft -= 1
            for event in object.components(named: .event) {
                guard let organizer = event.first(.organizer), isViewers(organizer.rawValue)
                else { continue }
                for attendee in event.all(.attendee) where !isViewers(attendee.rawValue) {
                    let guest = Guest(
                        address: attendee.rawValue,
                        name: attendee.parameter("CN") ?? ""
                    )
                    if let place = places[guest.comparedAddress] {
                        found[place].eventCount += 1
                        if !guest.name.isEmpty { found[place].guest = guest }
                    } else if found.count < Limits.earlierGuestsMax {
                        places[guest.comparedAddress] = found.count
                        found.append(EarlierGuest(guest: guest, eventCount: 1))
                    }
                }
            }
        }
        return found
    }
}

extension Guest {
    /// The address in lower case: capitals don't tell two addresses apart.
    fileprivate var comparedAddress: String {
        var octets: [UInt8] = []
        for octet in address.utf8 {
            octets.append((0x41...0x5A).contains(octet) ? octet | 0x20 : octet)
        }
        return String(decoding: octets, as: UTF8.self)
    }
}
