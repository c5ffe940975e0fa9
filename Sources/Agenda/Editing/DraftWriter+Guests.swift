import ICalendar

extension DraftWriter {
    /// Sets whom an event invites (RFC 5545, 3.8.4.1).
    ///
    /// A guest who is invited already keeps their line, and their answer with it. The first guest
    /// makes the viewer the organizer, who takes part; without guests, the event is no invitation
    /// any more. Of an event with more attendees than are read, the others stay.
    func setGuests(_ guests: [Guest], of event: inout Component) throws(EditError) {
        guard guests.count <= Limits.attendeesShownMax else { throw .list }
        let written = event.all(.attendee)
        let organizer = event.first(.organizer)
        guard let host = organizer.map({ $0.rawValue }) ?? self.host?.address else {
            throw .noOrganizer
        }
        var lines: [Property] = []
        for line in written where line.hasAddress(host) { lines.append(line) }
        if organizer == nil, lines.isEmpty, let viewer = self.host {
            lines.append(viewer.property("ATTENDEE", [Parameter("PARTSTAT", "ACCEPTED")]))
        }
        let hosts = lines.count
        for guest in guests where line(of: guest.address, in: lines) == nil {
            lines.append(try invitation(of: guest, among: written))
        }
        for index in written.indices
        where index >= Limits.attendeesShownMax && !written[index].hasAddress(host) {
            lines.append(written[index])
        }
        guard lines.count > hosts else {
            event.remove("ATTENDEE")
            event.remove("ORGANIZER")
            return
        }
        if organizer == nil, let viewer = self.host {
            event.set(viewer.property("ORGANIZER", []))
        }
        event.setAll("ATTENDEE", to: lines)
    }

    /// The line that invites a guest: the one that is written already, or a new one.
    private func invitation(
        of guest: Guest,
        among written: [Property]
    ) throws(EditError) -> Property {
        if let line = line(of: guest.address, in: written) {
            return line.asOptionalParticipant(guest.isOptional)
        }
        guard guest.hasUsableAddress, guest.name.utf8.count <= Limits.titleBytesMax else {
            throw .guest(guest.address)
        }
        let asked = [Parameter("PARTSTAT", "NEEDS-ACTION"), Parameter("RSVP", "TRUE")]
        return guest.property("ATTENDEE", asked)
    }

    private func line(of address: String, in lines: [Property]) -> Property? {
        for line in lines where line.hasAddress(address) { return line }
        return nil
    }
}
