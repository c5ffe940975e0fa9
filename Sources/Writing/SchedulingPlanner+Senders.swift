import Scheduling
package import Store

/// Whoever invites somebody, as the event names them.
package struct InvitationSender: Hashable {
    /// What the store finds their account by.
    package let address: CalendarUserName
    /// The name in the event; may be empty.
    package let name: String
    /// The e-mail address in the event; empty for another kind of address.
    package let email: String
    /// Whether the invitation is still to be answered.
    package let isUnanswered: Bool
}

extension SchedulingPlanner {
    /// Who organizes the event with a text, as the store finds their account; nil if nobody does.
    func organizer(of text: String) -> CalendarUserName? {
        object(in: text)?.organizer.first?.calendarUserName
    }

    /// Whoever invites an account to the event with a text; nil if nobody else does.
    package func sender(of text: String, to user: CalendarUser) -> InvitationSender? {
        let person = CalendarAddress.all(of: user)
        guard let copy = object(in: text), (try? copy.role(of: person)) == .attendee,
            let address = copy.organizer.first?.calendarUserName
        else { return nil }
        let email = if case .email(let text) = address { text } else { "" }
        return InvitationSender(
            address: address,
            name: copy.organizerName,
            email: email,
            isUnanswered: copy.isUnanswered(by: person)
        )
    }
}
