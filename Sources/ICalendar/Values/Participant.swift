/// An attendee or organizer: `ATTENDEE` and `ORGANIZER` (RFC 5545 sections 3.8.4.1 and 3.8.4.3).
public struct Participant: Hashable, Sendable {
    /// The address, usually a `mailto:` link.
    public var address: String
    /// The name to show: `CN`.
    public var name: String?
    /// What they are: `CUTYPE`; a person by default.
    public var kind: Keyword = .individual
    /// Their role: `ROLE`; by default they are required.
    public var role: Keyword = .requiredParticipant
    /// Their answer: `PARTSTAT`; none yet by default.
    public var status: Keyword = .needsAction
    /// Whether they are asked for an answer: `RSVP`.
    public var isReplyWanted = false
    /// Whom they send instead: `DELEGATED-TO`.
    public var delegates: [String] = []
    /// Who sent them: `DELEGATED-FROM`.
    public var delegators: [String] = []
    /// The groups they are invited with: `MEMBER`.
    public var groups: [String] = []
    /// Who acts for them: `SENT-BY`.
    public var sender: String?
    /// A link to more about them: `DIR`.
    public var directory: String?
    /// Their e-mail address, if the address isn't one: `EMAIL` (RFC 7986 section 6.2).
    public var email: String?
    /// The language of the name.
    public var language: String?

    /// All other parameters, which are kept.
    public var others: [Parameter] = []

    /// Makes a participant with only an address.
    public init(address: String) {
        self.address = address
    }

    /// Reads an ATTENDEE or an ORGANIZER.
    public init(_ property: Property) {
        self.init(address: property.rawValue)
        for parameter in property.parameters { note(parameter) }
    }

    private mutating func note(_ parameter: Parameter) {
        guard let value = parameter.values.first else { return }
        func isNamed(_ name: String) -> Bool { parameter.name.isSame(ignoringCase: name) }
        if isNamed("CN") {
            name = value
        } else if isNamed("CUTYPE") {
            kind = Keyword(value)
        } else if isNamed("ROLE") {
            role = Keyword(value)
        } else if isNamed("PARTSTAT") {
            status = Keyword(value)
        } else if isNamed("RSVP") {
            isReplyWanted = value.isSame(ignoringCase: "TRUE")
        } else if isNamed("DELEGATED-TO") {
            delegates = parameter.values
        } else if isNamed("DELEGATED-FROM") {
            delegators = parameter.values
        } else if isNamed("MEMBER") {
            groups = parameter.values
        } else if isNamed("SENT-BY") {
            sender = value
        } else if isNamed("DIR") {
            directory = value
        } else if isNamed("EMAIL") {
            email = value
        } else if isNamed("LANGUAGE") {
            language = value
        } else {
            others.append(parameter)
        }
    }

    /// The participant as a property; default values aren't written.
    public func property(_ name: PropertyName) -> Property {
        var parameters: [Parameter] = []
        func add(_ name: String, _ values: [String], unless isDefault: Bool = false) {
            guard !values.isEmpty, !isDefault else { return }
            parameters.append(Parameter(name: name, values: values))
        }
        add("CN", self.name.map { [$0] } ?? [])
        add("CUTYPE", [kind.text], unless: kind == .individual)
        add("ROLE", [role.text], unless: role == .requiredParticipant)
        add("PARTSTAT", [status.text], unless: status == .needsAction)
        add("RSVP", ["TRUE"], unless: !isReplyWanted)
        add("DELEGATED-TO", delegates)
        add("DELEGATED-FROM", delegators)
        add("MEMBER", groups)
        add("SENT-BY", sender.map { [$0] } ?? [])
        add("DIR", directory.map { [$0] } ?? [])
        add("EMAIL", email.map { [$0] } ?? [])
        add("LANGUAGE", language.map { [$0] } ?? [])
        return Property(name: name.text, parameters: parameters + others, rawValue: address)
    }
}
