/// Why an object that invites people can't be stored.
package enum SchedulingError: Error, Hashable, Sendable {
    /// Its components name different organizers (RFC 6638 section 3.2.4.2).
    case differentOrganizers
    /// The organizer hands the event over to someone else (section 3.2.4.3).
    case organizerReplaced
    /// An attendee changed this property, which is the organizer's (section 3.2.4.4).
    case attendeeChanged(property: String)
    /// It invites more people than allowed (RFC 4791 section 5.2.9).
    case tooManyAttendees(max: Int)
    /// Copies of it for everybody would take more octets than one write may send.
    case tooMuchToSend(octetsMax: Int)
}
