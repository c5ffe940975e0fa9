import ICalendar

/// A person whom an event invites (`ATTENDEE`, RFC 5545, 3.8.4.1), or who invites them
/// (`ORGANIZER`, 3.8.4.3).
public struct Guest: Hashable, Sendable {
    /// The calendar address: `mailto:` with an e-mail address, or `urn:uuid:` with an account.
    public var address: String
    /// The name; may be empty.
    public var name: String
    /// Whether the event takes place without them as well (`ROLE=OPT-PARTICIPANT`, 3.2.16).
    public var isOptional: Bool

    /// Creates a guest from its parts.
    public init(address: String, name: String = "", isOptional: Bool = false) {
        self.address = address
        self.name = name
        self.isOptional = isOptional
    }

    /// Creates a guest from an e-mail address.
    public init(email: String, name: String) {
        self.init(address: Self.mailPrefix + email, name: name)
    }

    /// Whether somebody can be invited at the address: it's an account's or an e-mail address.
    var hasUsableAddress: Bool {
        let isMail = begins(with: Self.mailPrefix)
        guard isMail || begins(with: Candidate.addressPrefix),
            address.utf8.count <= Limits.guestAddressBytesMax
        else { return false }
        // Of an e-mail address, both sides of the sign have something; an account has no sign.
        var (signs, length) = (0, -(isMail ? Self.mailPrefix : Candidate.addressPrefix).utf8.count)
        for octet in address.utf8 {
            guard octet > 0x20, octet != 0x7F else { return false }
            let isSign = octet == UInt8(ascii: "@")
            if isSign && length <= 0 { return false }
            signs += isSign ? 1 : 0
            length = isSign ? 0 : length + 1
        }
        return length > 0 && signs == (isMail ? 1 : 0)
    }

    private func begins(with prefix: String) -> Bool {
        var octets = address.utf8.makeIterator()
        for octet in prefix.utf8 where octets.next() != octet { return false }
        return true
    }

    /// What an e-mail address begins with as a calendar address.
    static let mailPrefix = "mailto:"

    /// The line that invites them, or in which they invite.
    func property(_ name: String, _ more: [Parameter]) -> Property {
        let names = self.name.isEmpty ? [] : [Parameter("CN", self.name)]
        let roles = isOptional ? [Parameter("ROLE", Property.optionalParticipant)] : []
        return Property(name: name, parameters: names + roles + more, rawValue: address)
    }
}

extension Property {
    fileprivate static let optionalParticipant = "OPT-PARTICIPANT"

    /// Whether an `ATTENDEE` needn't come.
    var isOptionalParticipant: Bool {
        parameter("ROLE")?.isSame(ignoringCase: Self.optionalParticipant) ?? false
    }

    /// The attendee as one who needn't come, or who is needed; all else stays as written.
    func asOptionalParticipant(_ isOptional: Bool) -> Property {
        guard isOptional != isOptionalParticipant else { return self }
        return setting("ROLE", to: isOptional ? [Self.optionalParticipant] : [])
    }

    /// Whether an `ATTENDEE` or `ORGANIZER` has an address, ignoring case.
    func hasAddress(_ address: String) -> Bool { rawValue.isSame(ignoringCase: address) }
}
