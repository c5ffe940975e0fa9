public import CivilTime
import ICalendar

/// A candidate: one of the times of a proposal, as an event of a group that its members answer
/// (decision 12).
///
/// All candidates of a proposal have the same ``identity``. Answers are stored only in the
/// iCalendar text, so that every calendar program shows the meeting with its answers.
public struct Candidate: Hashable, Sendable {
    /// The identity that all candidates of the proposal share.
    public let identity: String
    /// The title.
    public let title: String
    /// The place; may be empty.
    public let location: String
    /// The notes; may be empty.
    public let notes: String
    /// The time until which members can answer; nil if there is no deadline.
    public let deadline: Instant?
    /// The member who made the proposal.
    public let organizer: ProposalMember?
    /// The account that suggested this time; nil if the organizer did.
    public let suggester: String?
    /// The repetition as the value of an `RRULE`; empty for none.
    public let rule: String
    /// The answers to the whole candidate, in the order of the text.
    public let answers: [ProposalAnswer]
    /// The occurrences that somebody answered separately, in the order of the text.
    public let occurrences: [ProposalOccurrence]

    /// Reads a candidate; nil for any other event, also one that was a candidate until it was
    /// decided on.
    public init?(text: [UInt8]) {
        guard let object = CalendarText.parse(text).components.first else { return nil }
        self.init(object)
    }

    /// Reads a candidate without the occurrences that somebody answered separately.
    ///
    /// A list of candidates needs no more, and a text can have hundreds of these occurrences.
    init?(headOf text: [UInt8]) {
        let end = Array("\nEND:VEVENT".utf8)
        let rest = text.indices.first { text[$0...].starts(with: end) }
        let head = rest.map { text[..<$0] + end + Array("\r\nEND:VCALENDAR\r\n".utf8) }
        guard let head, let object = CalendarText.parse(Array(head)).components.first,
            let candidate = Candidate(object)
        else {
            // The master isn't the first event of the text.
            self.init(text: text)
            return
        }
        self = candidate
    }

    init?(_ object: Component) {
        self.init(asked: object)
        guard !identity.isEmpty else { return nil }
    }

    /// Reads anything people are asked to come to: a candidate, or an event, whose identity is
    /// empty.
    ///
    /// nil if the object has no master.
    init?(asked object: Component) {
        let events = object.components(named: .event)
        guard let master = events.first(where: { $0.first(.recurrenceID) == nil }) else {
            return nil
        }
        identity = master.first(Self.identityName)?.textValue ?? ""
        title = master.first(.summary)?.textValue ?? ""
        location = master.first(.location)?.textValue ?? ""
        notes = master.first(.description)?.textValue ?? ""
        deadline = Self.deadline(of: object)
        organizer = master.first(.organizer).flatMap { ProposalMember($0) }
        suggester = master.first(Self.suggesterName).flatMap { ProposalMember.account($0) }
        rule = master.first(.recurrenceRule)?.rawValue ?? ""
        answers = master.all(.attendee).compactMap { ProposalAnswer($0) }
        occurrences = events.compactMap { event in
            guard let replaced = event.time(.recurrenceID) else { return nil }
            let answers = event.all(.attendee).compactMap { ProposalAnswer($0) }
            return ProposalOccurrence(recurrenceID: replaced.basicText, answers: answers)
        }
    }

    /// Whether the deadline has passed; at the very second of it, answers are still taken.
    public func isClosed(at now: Instant) -> Bool { deadline.map { $0 < now } ?? false }

    /// The property with the identity of the proposal.
    static let identityName = "X-MEANTIME-PROPOSAL"
    /// The property with the deadline.
    static let deadlineName = "X-MEANTIME-DEADLINE"
    /// The property with the account that suggested the time, if that isn't the organizer.
    static let suggesterName = "X-MEANTIME-SUGGESTED-BY"
    /// The parameter of an `ATTENDEE` with the comment on the answer.
    static let commentName = "X-MEANTIME-COMMENT"
    /// The parameter of an `ATTENDEE` that answered this one occurrence separately.
    static let ownAnswerName = "X-MEANTIME-OWN"
    /// The beginning of an address, before an account's identity (RFC 9562, 4).
    static let addressPrefix = "urn:uuid:"
}

/// The answers to one occurrence of a candidate that repeats.
public struct ProposalOccurrence: Hashable, Sendable {
    /// The start that the rule gave it, in the basic form of RFC 5545.
    public let recurrenceID: String
    /// The answers to it.
    public let answers: [ProposalAnswer]
}

/// A member who takes part in a proposal: an account with the name to show.
public struct ProposalMember: Hashable, Sendable {
    /// The account's identity.
    public let account: String
    /// The name.
    public let name: String

    /// Creates a member.
    public init(account: String, name: String) {
        self.account = account
        self.name = name
    }

    init?(_ property: Property) {
        guard let account = Self.account(property) else { return nil }
        self.init(account: account, name: property.parameter("CN") ?? "")
    }

    /// The account in an `ATTENDEE` or `ORGANIZER`; nil if it has another kind of address.
    static func account(_ property: Property) -> String? {
        let prefix = Array(Candidate.addressPrefix.utf8)
        let value = property.valueOctets
        guard value.count > prefix.count,
            zip(value, prefix).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
        else { return nil }
        return String(decoding: value.dropFirst(prefix.count), as: UTF8.self)
    }

    /// The address of the account in iCalendar text.
    var address: String { Candidate.addressPrefix + account }
}

/// The answer of one member to a candidate or one of its occurrences, or of any attendee of an
/// event.
public struct ProposalAnswer: Hashable, Sendable {
    /// The member.
    public let member: ProposalMember
    /// The calendar address as it is written.
    public let address: String
    /// Whether they needn't come.
    public let isOptional: Bool
    /// The answer; nil before there is one.
    public let choice: ProposalChoice?
    /// The comment on the answer; may be empty.
    public let comment: String
    /// Whether it answers this one occurrence, rather than all.
    public let isOwn: Bool
    /// Why they couldn't be asked; nil if they could.
    public let deliveryFailure: DeliveryFailure?

    /// The longest comment, in bytes.
    public static let commentBytesMax = Limits.proposalCommentBytesMax

    init?(_ property: Property) {
        guard ProposalMember.account(property) != nil else { return nil }
        self.init(anybody: property)
    }

    /// Reads an `ATTENDEE` with any address.
    ///
    /// Attendees without an account are shown by name, or else by address.
    init(anybody property: Property) {
        let name = property.parameter("CN") ?? ""
        let shown = Self.email(in: property) ?? property.rawValue
        member =
            ProposalMember(property)
            ?? ProposalMember(account: "", name: name.isEmpty ? shown : name)
        address = property.rawValue
        isOptional = property.isOptionalParticipant
        choice = property.parameter("PARTSTAT").flatMap { ProposalChoice(partStat: $0) }
        comment = property.parameter(Candidate.commentName) ?? ""
        isOwn = property.parameter(Candidate.ownAnswerName) != nil
        deliveryFailure = property.parameter("SCHEDULE-STATUS")
            .flatMap { DeliveryFailure(scheduleStatus: $0) }
    }

    /// The e-mail address of an `ATTENDEE` or `ORGANIZER`; nil if it has another kind of address.
    static func email(in property: Property) -> String? {
        let address = property.rawValue
        let isMail = address.utf8.prefix(7).elementsEqual("mailto:".utf8) { $0 | 0x20 == $1 | 0x20 }
        return isMail ? String(address.dropFirst(7)) : nil
    }
}

/// An answer to a candidate or an invitation.
public enum ProposalChoice: UInt8, Hashable, Sendable {
    case yes
    case maybe
    case no

    /// Reads the name that the page sends; nil for anything else.
    public init?(_ name: String) {
        switch name {
        case "yes": self = .yes
        case "maybe": self = .maybe
        case "no": self = .no
        default: return nil
        }
    }

    /// Reads a `PARTSTAT` (RFC 5545, 3.2.12); nil if it says that there is no answer.
    public init?(partStat: String) {
        switch Keyword(partStat).text {
        case "ACCEPTED": self = .yes
        case "TENTATIVE": self = .maybe
        case "DECLINED": self = .no
        default: return nil
        }
    }

    /// The name that the page uses.
    public var name: String {
        switch self {
        case .yes: "yes"
        case .maybe: "maybe"
        case .no: "no"
        }
    }

    /// The `PARTSTAT` of a member who hasn't answered.
    static let partStatOfNone = "NEEDS-ACTION"

    /// The `PARTSTAT` of the answer.
    public var partStat: String {
        switch self {
        case .yes: "ACCEPTED"
        case .maybe: "TENTATIVE"
        case .no: "DECLINED"
        }
    }
}

/// The reason why something can't be done with a proposal.
public enum ProposalError: Error, Hashable, Sendable {
    /// The title is missing or has more than 1,000 bytes.
    case title
    /// The place has more than 1,000 bytes.
    case location
    /// The notes have more than 10,000 bytes.
    case notes
    /// The comment has more than 500 bytes.
    case comment
    /// There are no times, or more than 20.
    case timeCount
    /// A start or end can't be read, or one is a date and the other isn't.
    case time(String)
    /// The end is before the start.
    case endBeforeStart
    /// The zone isn't loaded.
    case unknownZone(ZoneID)
    /// The repetition isn't valid by RFC 5545.
    case rule(String)
    /// The repetition comes more than 24 times a day.
    case ruleTooOften(String)
    /// The new deadline has already passed.
    case deadline(Instant)
    /// The deadline for answers and other times has passed.
    case over(Instant)
    /// The text isn't a candidate, or no longer.
    case notAProposal
    /// The account isn't asked.
    case notAMember
    /// The candidate has no such occurrence.
    case unknownOccurrence

    /// The code that the page knows the error by.
    public var code: String {
        switch self {
        case .title: "title"
        case .location: "location"
        case .notes: "notes"
        case .comment: "comment"
        case .timeCount: "time-count"
        case .time: "time"
        case .endBeforeStart: "end-before-start"
        case .unknownZone: "unknown-zone"
        case .rule: "rule"
        case .ruleTooOften: "rule-too-often"
        case .deadline: "deadline"
        case .over: "deadline-over"
        case .notAProposal: "not-a-proposal"
        case .notAMember: "not-a-member"
        case .unknownOccurrence: "unknown-occurrence"
        }
    }

    init(_ error: EditError) {
        switch error {
        case .title: self = .title
        case .endBeforeStart: self = .endBeforeStart
        case .rule(let text): self = .rule(text)
        case .ruleTooOften(let text): self = .ruleTooOften(text)
        case .unknownZone(let zone): self = .unknownZone(zone)
        case .noStart: self = .time("")
        case .list, .guest, .noOrganizer, .unknownCalendar, .readOnly, .isProposal, .unknownEvent,
            .alreadyThere,
            .tooMany, .nothingChanges, .nothingToUndo, .nothingToRedo, .changedElsewhere:
            self = .unknownOccurrence
        }
    }
}
