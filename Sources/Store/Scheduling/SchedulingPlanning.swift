/// Plans what people are told about a write, within the write's transaction.
///
/// The store finds people and their copies; the planning reads and writes the texts.
package protocol SchedulingPlanning: Sendable {
    /// Whether a text may invite anybody; for most texts a quick no, without parsing them.
    func mayConcern(_ text: String) -> Bool

    /// The consequences of a write or removal of an object in an account's own calendar; nil when
    /// nobody has to be told and it's stored as it is.
    ///
    /// - Parameters:
    ///   - old: The text as stored; nil when it's new.
    ///   - new: The new text; nil when it's removed.
    ///   - cause: The reason for the write.
    ///   - user: The owner of the calendar.
    ///   - knows: Whether an account has one of these names.
    ///   - guest: The account that has one of these names, and its copy of the event with a UID.
    /// - Returns: The messages to send, and the text to store afterwards.
    /// - Throws: The reason why it can't be stored.
    func plan(
        from old: String?,
        to new: ObjectDraft?,
        cause: SchedulingCause,
        of user: CalendarUser,
        knows: ([CalendarUserName]) throws -> Bool,
        guest: (_ names: [CalendarUserName], _ uid: String) throws -> InvitedUser?
    ) throws -> SchedulingPlan?

    /// An event as it's stored when a member writes it into a group's calendar; nil if it's stored
    /// as written.
    ///
    /// Others keep the answers that they gave themselves. Nobody is invited from a group's
    /// calendar, and each guest who hasn't answered is marked accordingly.
    ///
    /// - Parameters:
    ///   - draft: The event as written.
    ///   - old: The earlier text; nil when the event is new there.
    ///   - user: The member.
    ///   - guest: The account that has one of these names, and its copy of the event with a UID.
    /// - Returns: The event to store.
    /// - Throws: The errors of `guest`, and the reason why it can't be stored.
    func groupEvent(
        _ draft: ObjectDraft,
        replacing old: String?,
        by user: CalendarUser,
        guest: (_ names: [CalendarUserName], _ uid: String) throws -> InvitedUser?
    ) throws -> ObjectDraft?

    /// Whether a text may name any attendees; for most texts a quick no, without parsing them.
    func namesPeople(_ text: String) -> Bool

    /// Whether somebody else invites the owner of a calendar to an event and has no answer from
    /// them.
    func isUnanswered(_ draft: ObjectDraft, by user: CalendarUser) -> Bool

    /// The organizer of the event with a text; nil if there is none.
    func organizer(of text: String) -> CalendarUserName?

    /// A fresh ID for an object or message.
    func identifier() -> String

    /// Whether invitations from people with whom the account shares no group wait until they're
    /// answered, instead of being added to its calendar at once.
    var letsStrangersWait: Bool { get }
}

extension SchedulingPlanning {
    package var letsStrangersWait: Bool { false }

    package func isUnanswered(_ draft: ObjectDraft, by user: CalendarUser) -> Bool { false }

    package func organizer(of text: String) -> CalendarUserName? { nil }
}

/// The reason why an object is written or removed.
package enum SchedulingCause: Hashable, Sendable {
    /// Its owner changes it.
    case owner
    /// Somebody invited by its owner answered.
    case answer
    /// It comes back from the bin.
    case restoration
    /// Its owner writes it again, after removing the object that had this text.
    case rewriting(removed: String)
}

/// The messages that a write causes, and the text to store afterwards.
package struct SchedulingPlan: Sendable {
    package let deliveries: [SchedulingDelivery]
    /// Returns the text to store, given the result of each delivery; nil for a removal, or if the
    /// text is stored as written.
    package let draft: (@Sendable ([DeliveryResult]) throws -> ObjectDraft?)?

    package init(
        deliveries: [SchedulingDelivery],
        draft: (@Sendable ([DeliveryResult]) throws -> ObjectDraft?)? = nil
    ) {
        self.deliveries = deliveries
        self.draft = draft
    }
}

/// One message to one person.
package struct SchedulingDelivery: Sendable {
    /// The kind of a message.
    package enum Kind: Hashable, Sendable {
        /// It may add a copy to the recipient's calendar.
        case invitation
        case cancellation
        /// It goes to the organizer.
        case reply
    }

    /// The effect of a message on the recipient's copy.
    package enum Effect: Sendable {
        /// The copy gets this text.
        ///
        /// `isCalledOff` says whether it cancels the whole event. `isUnanswered` says whether the
        /// recipient has to answer it, for the first time or again.
        case stored(ObjectDraft, isCalledOff: Bool, isUnanswered: Bool)
        /// The copy stays as it is, or there's still none.
        case none
        /// The message isn't about anything that the recipient has.
        case unusable
    }

    package let kind: Kind
    package let recipient: [CalendarUserName]
    package let uid: String
    /// The text for the recipient's inbox.
    package let message: String
    /// Returns the effect on the recipient's copy, which is nil if there is none.
    package let effect: @Sendable (_ copy: String?, _ recipient: CalendarUser) throws -> Effect

    package init(
        kind: Kind,
        recipient: [CalendarUserName],
        uid: String,
        message: String,
        effect: @escaping @Sendable (_ copy: String?, _ recipient: CalendarUser) throws -> Effect
    ) {
        self.kind = kind
        self.recipient = recipient
        self.uid = uid
        self.message = message
        self.effect = effect
    }
}

/// The result of a delivery.
package enum DeliveryResult: Hashable, Sendable {
    case delivered
    /// No account has the address.
    ///
    /// Messages to people elsewhere will be sent by mail from here.
    case unknownAddress
    /// The recipient doesn't have the object that the message is about.
    case unusable
    /// The recipient has no room for it, or too many invitations to decide on.
    case refused
}
