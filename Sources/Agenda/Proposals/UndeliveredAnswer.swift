import ICalendar

/// The viewer's answer to an invitation, if the organizer didn't get it.
public struct UndeliveredAnswer: Hashable, Sendable {
    /// The organizer's name, or else their address; empty if only their account is known.
    public let organizer: String
    /// The organizer's e-mail address; empty if they have another kind of address.
    public let email: String
    /// Why it wasn't delivered.
    public let failure: DeliveryFailure

    /// Reads the `ORGANIZER` of the viewer's copy.
    ///
    /// nil if the last answer is on its way or has arrived, and if there was none (RFC 6638, 7.3).
    init?(_ property: Property) {
        let read = ProposalAnswer(anybody: property)
        guard let found = read.deliveryFailure else { return nil }
        organizer = read.member.name
        email = ProposalAnswer.email(in: property) ?? ""
        failure = found
    }
}
