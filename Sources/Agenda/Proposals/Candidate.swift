public import CivilTime
import ICalendar

/// One candidate time of a proposal: an event of a group that its members answer (decision 12).
///
/// All candidates of one proposal have the same ``identity``. What they say is in their iCalendar
/// text alone; whoever changes an answer rewrites that, so that every calendar program shows the
/// meeting with its answers.
public struct Candidate: Hashable, Sendable {
    /// What the candidates of one proposal share.
    public let identity: String
    /// The title.
    public let title: String
    /// The place; may be empty.
    public let location: String
    /// The notes; may be empty.
    public let notes: String
    /// Until when answers are asked for.
    public let deadline: Instant?
    /// Who proposed it.
    public let organizer: ProposalMember?
    /// The account of who suggested this time, where that is somebody else.
    public let suggester: String?
    /// The answers to all of it, in the order of the text.
    public let answers: [ProposalAnswer]
    /// The occurrences that somebody answered otherwise, in the order of the text.
    public let occurrences: [ProposalOccurrence]

    /// Reads a candidate; nil for everything else, among it a candidate that became an event.
    public init?(text: [UInt8]) {
        guard let object = CalendarText.parse(text).components.first else { return nil }
        self.init(object)
    }

    init?(_ object: Component) {
        self.init(asked: object)
        guard !identity.isEmpty else { return nil }
    }

    /// Reads what people are asked to come to, whether it is still a candidate or an event by now,
    /// which has no identity; nil where nothing begins.
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
        answers = master.all(.attendee).compactMap { ProposalAnswer($0) }
        occurrences = events.compactMap { event in
            guard let replaced = event.time(.recurrenceID) else { return nil }
            let answers = event.all(.attendee).compactMap { ProposalAnswer($0) }
            return ProposalOccurrence(recurrenceID: replaced.basicText, answers: answers)
        }
    }

    /// Whether answers are no longer taken; at the very second of the deadline they still are.
    public func isOver(at now: Instant) -> Bool { deadline.map { $0 < now } ?? false }

    /// The property with the identity.
    static let identityName = "X-MEANTIME-PROPOSAL"
    /// The property with the time until which answers are asked for.
    static let deadlineName = "X-MEANTIME-DEADLINE"
    /// The property with who suggested the time, where that is not who proposed.
    static let suggesterName = "X-MEANTIME-SUGGESTED-BY"
    /// The parameter of an `ATTENDEE` with what was said along with the answer.
    static let commentName = "X-MEANTIME-COMMENT"
    /// The parameter of an `ATTENDEE` of one occurrence who answered this one alone.
    static let ownAnswerName = "X-MEANTIME-OWN"
    /// What an account's identity stands behind in an address (RFC 9562, 4).
    static let addressPrefix = "urn:uuid:"
}

/// The answers to one occurrence of a proposal that repeats.
public struct ProposalOccurrence: Hashable, Sendable {
    /// The start that the rule gave it, in the basic form of RFC 5545.
    public let recurrenceID: String
    /// The answers to it.
    public let answers: [ProposalAnswer]
}

/// Somebody who takes part in a proposal: an account and the name to show.
public struct ProposalMember: Hashable, Sendable {
    /// The account's identity.
    public let account: String
    /// The name.
    public let name: String

    /// Joins both parts.
    public init(account: String, name: String) {
        self.account = account
        self.name = name
    }

    init?(_ property: Property) {
        guard let account = Self.account(property) else { return nil }
        self.init(account: account, name: property.parameter("CN") ?? "")
    }

    /// The account that an `ATTENDEE` or an `ORGANIZER` names; nil when it names another address.
    static func account(_ property: Property) -> String? {
        let prefix = Array(Candidate.addressPrefix.utf8)
        let value = property.valueOctets
        guard value.count > prefix.count,
            zip(value, prefix).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
        else { return nil }
        return String(decoding: value.dropFirst(prefix.count), as: UTF8.self)
    }

    /// The address as the text has it.
    var address: String { Candidate.addressPrefix + account }
}

/// What one member said to a candidate or to an occurrence of it; or anybody who is asked to come to
/// an event.
public struct ProposalAnswer: Hashable, Sendable {
    /// Who.
    public let member: ProposalMember
    /// What; nil as long as nothing was said.
    public let choice: ProposalChoice?
    /// What was said along with it; may be empty.
    public let comment: String
    /// Whether it was said to this one occurrence, and not to all.
    public let isOwn: Bool

    init?(_ property: Property) {
        guard ProposalMember.account(property) != nil else { return nil }
        self.init(anybody: property)
    }

    /// Reads an `ATTENDEE` of any address; who has no account here goes by their name, or else by
    /// the address.
    init(anybody property: Property) {
        let address = property.rawValue
        let isMail = address.utf8.prefix(7).elementsEqual("mailto:".utf8) { $0 | 0x20 == $1 | 0x20 }
        let name = property.parameter("CN") ?? ""
        let shown = isMail ? String(address.dropFirst(7)) : address
        member =
            ProposalMember(property)
            ?? ProposalMember(account: "", name: name.isEmpty ? shown : name)
        choice = property.parameter("PARTSTAT").flatMap { ProposalChoice(partStat: $0) }
        comment = property.parameter(Candidate.commentName) ?? ""
        isOwn = property.parameter(Candidate.ownAnswerName) != nil
    }
}

/// The three answers there are.
public enum ProposalChoice: UInt8, Hashable, Sendable {
    case yes
    case maybe
    case no

    /// The name as the page sends it; nil for anything else.
    public init?(_ name: String) {
        switch name {
        case "yes": self = .yes
        case "maybe": self = .maybe
        case "no": self = .no
        default: return nil
        }
    }

    /// What a `PARTSTAT` says (RFC 5545, 3.2.12); nil where it says that nothing was said.
    init?(partStat: String) {
        switch Keyword(partStat).text {
        case "ACCEPTED": self = .yes
        case "TENTATIVE": self = .maybe
        case "DECLINED": self = .no
        default: return nil
        }
    }

    /// The name as the page knows it.
    public var name: String {
        switch self {
        case .yes: "yes"
        case .maybe: "maybe"
        case .no: "no"
        }
    }

    /// The value of a `PARTSTAT` of who has said nothing.
    static let partStatOfNone = "NEEDS-ACTION"

    /// The value of a `PARTSTAT`.
    var partStat: String {
        switch self {
        case .yes: "ACCEPTED"
        case .maybe: "TENTATIVE"
        case .no: "DECLINED"
        }
    }
}

/// Why something could not be done with a proposal.
public enum ProposalError: Error, Hashable, Sendable {
    /// There is no title, or one of more than 1,000 bytes.
    case title
    /// The place has more than 1,000 bytes.
    case location
    /// The notes have more than 10,000 bytes.
    case notes
    /// The comment has more than 500 bytes.
    case comment
    /// There is no time, or there are more than 20.
    case timeCount
    /// A start or an end is no time, or one is a date and the other is not.
    case time(String)
    /// The end is before the start.
    case endBeforeStart
    /// The zone is not known here.
    case unknownZone(ZoneID)
    /// The repetition is not one of RFC 5545.
    case rule(String)
    /// The repetition comes more than 24 times a day.
    case ruleTooOften(String)
    /// The deadline to set has passed already.
    case deadline(Instant)
    /// Answers and other times were taken until then.
    case over(Instant)
    /// The text is no candidate of a proposal: none at all, or an event by now.
    case notAProposal
    /// Who answers is not asked.
    case notAMember
    /// The candidate has no such occurrence.
    case unknownOccurrence

    /// The cause as the page knows it.
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
        case .list, .unknownCalendar, .readOnly, .isProposal, .unknownEvent, .alreadyThere,
            .nothingToUndo, .nothingToRedo, .changedElsewhere:
            self = .unknownOccurrence
        }
    }
}
