package import ICalendar

extension SchedulingObject {
    /// The calendar, with the note that no guest who hasn't answered was invited.
    ///
    /// In a group's calendar people answer in the event itself, and no message is sent. A program that sees no note
    /// believes that its server invites everybody (RFC 6638 section 3.1).
    package func sayingThatNobodyIsInvited() -> Component {
        let organizer = Set(organizer)
        return mapParts { part in
            part.component.mapAttendees { attendee in
                // Members whom the page asks stand there by their accounts.
                guard attendee.scheduleAgent == .server, attendee.partStat == .needsAction,
                    !attendee.isParticipant(organizer),
                    attendee.address?.text.hasPrefix("urn:uuid:") == false
                else { return attendee }
                return attendee.delivered(.noWay)
            }
        }.calendar
    }
}
