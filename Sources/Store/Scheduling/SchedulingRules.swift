/// What scheduling makes of a write, decided within the write's transaction.
///
/// The store finds people and their copies; the rules read and write the texts.
package protocol SchedulingRules: Sendable {
    /// Whether a text may invite anybody: for most texts a quick no, without parsing them.
    func mayConcern(_ text: String) -> Bool

    /// What follows from a write or removal of an object in an account's own calendar; nil when
    /// nobody is to hear of it and it's stored as it is.
    ///
    /// - Parameters:
    ///   - old: The text as stored; nil when it's new.
    ///   - new: What is written; nil when it's removed.
    ///   - cause: Why it's written.
    ///   - user: The owner of the calendar.
    ///   - knows: Whether an account has one of some names.
    ///   - guest: The account that has one of some names, and its copy of the event with a UID.
    /// - Returns: Whom to tell what, and what to store then.
    /// - Throws: The reason why it can't be stored.
    func plan(
        from old: String?,
        to new: ObjectDraft?,
        cause: SchedulingCause,
        of user: CalendarUser,
        knows: ([CalendarUserName]) throws -> Bool,
        guest: (_ names: [CalendarUserName], _ uid: String) throws -> InvitedUser?
    ) throws -> SchedulingPlan?

    /// An event that a member writes into a group's calendar, as it's stored there; nil if it's stored as written.
    ///
    /// Others' answers are as they gave them. From there nobody is invited, and that is said of each guest who hasn't
    /// answered.
    ///
    /// - Parameters:
    ///   - draft: What is written.
    ///   - old: The text before; nil when it's new there.
    ///   - user: The member.
    ///   - guest: The account that has one of some names, and its copy of the event with a UID.
    /// - Returns: The event to store.
    /// - Throws: The errors of `guest`, and the reason why it can't be stored.
    func groupEvent(
        _ draft: ObjectDraft,
        replacing old: String?,
        by user: CalendarUser,
        guest: (_ names: [CalendarUserName], _ uid: String) throws -> InvitedUser?
    ) throws -> ObjectDraft?

    /// Whether a text may name anybody who comes: for most texts a quick no, without parsing them.
    func namesPeople(_ text: String) -> Bool

    /// Whether somebody else invites the owner of a calendar to an event, and has no answer from them.
    func isUnanswered(_ draft: ObjectDraft, by user: CalendarUser) -> Bool

    /// Who organizes the event with a text; nil if nobody does.
    func organizer(of text: String) -> CalendarUserName?

    /// A fresh ID for an object or message.
    func identifier() -> String

    /// Whether invitations of people the account shares no group with wait until they're answered, rather than
    /// getting into its calendar at once.
    var letsStrangersWait: Bool { get }
}

extension SchedulingRules {
    package var letsStrangersWait: Bool { false }

    package func isUnanswered(_ draft: ObjectDraft, by user: CalendarUser) -> Bool { false }

    package func organizer(of text: String) -> CalendarUserName? { nil }
}

/// Why an object is written or removed.
package enum SchedulingCause: Hashable, Sendable {
    /// Its owner changes it.
    case owner
    /// Somebody whom its owner invited answered.
    case answer
    /// It comes back from the bin.
    case restoration
    /// Its owner writes it again, after they removed what had this text.
    case rewriting(removed: String)
}

/// Whom to tell what about a write.
package struct SchedulingPlan: Sendable {
    package let deliveries: [SchedulingDelivery]
    /// What to store, given the result of each delivery; nil for a removal, and where it's what was
    /// written.
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
    /// What it is for.
    package enum Kind: Hashable, Sendable {
        /// It may create a copy.
        case invitation
        case cancellation
        /// It goes to the organizer.
        case reply
    }

    /// What the recipient's copy becomes.
    package enum Effect: Sendable {
        /// It becomes this text.
        ///
        /// `isCalledOff` says whether the whole event is cancelled by it, and `isUnanswered` whether the recipient
        /// has to answer it, as for the first time or anew.
        case stored(ObjectDraft, isCalledOff: Bool, isUnanswered: Bool)
        /// It stays as it is, or there's still none.
        case none
        /// The message has nothing to do with what the recipient has.
        case unusable
    }

    package let kind: Kind
    package let recipient: [CalendarUserName]
    package let uid: String
    /// The text for the recipient's inbox.
    package let message: String
    /// Reads the recipient's copy, nil when they have none, and says what it becomes.
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

/// What became of a delivery.
package enum DeliveryResult: Hashable, Sendable {
    case delivered
    /// No account has the address.
    ///
    /// This is the place where messages to people elsewhere will go out by mail.
    case unknownAddress
    /// The recipient has nothing that the message is about.
    case unusable
    /// The recipient has no room, or too many invitations to decide on.
    case refused
}
