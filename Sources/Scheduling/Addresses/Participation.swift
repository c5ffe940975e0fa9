import ICalendar

/// Who sends scheduling messages to a participant: `SCHEDULE-AGENT` (RFC 6638 section 7.1).
enum ScheduleAgent: Hashable {
    /// This server does.
    case server
    /// Not this server: either the program does, or nobody. Unknown words count as nobody.
    case other
}

extension Property {
    /// The address in the value of an `ATTENDEE` or `ORGANIZER`.
    package var address: CalendarAddress? { CalendarAddress(rawValue) }

    /// The address in the value, and for one that isn't an e-mail address also the one in `EMAIL`
    /// (RFC 7986 section 6.2), by which a person elsewhere can be reached.
    package var addresses: [CalendarAddress] {
        guard let address else { return [] }
        guard !address.isEmail,
            let email = parameter("EMAIL").flatMap({ CalendarAddress(email: $0) })
        else { return [address] }
        return [address, email]
    }

    /// Whether the participant is the person with these addresses, whatever the name.
    func isParticipant(_ addresses: Set<CalendarAddress>) -> Bool {
        self.addresses.contains { addresses.contains($0) }
    }

    /// The answer of an attendee (RFC 5545 section 3.2.12).
    var partStat: Keyword { Keyword(parameter("PARTSTAT") ?? "NEEDS-ACTION") }

    /// Who sends messages to the participant.
    var scheduleAgent: ScheduleAgent {
        guard let word = parameter("SCHEDULE-AGENT") else { return .server }
        return Keyword(word) == Keyword("SERVER") ? .server : .other
    }

    /// The kind of message that is to be sent even though nothing changed (RFC 6638 section 7.2).
    var forcedMessage: Keyword? { parameter("SCHEDULE-FORCE-SEND").map { Keyword($0) } }

    /// Whether the server delivered to this attendee before, so that the stored result is a
    /// success.
    var isReached: Bool {
        guard scheduleAgent == .server, let code = parameter("SCHEDULE-STATUS")?.utf8.first else {
            return false
        }
        return code == UInt8(ascii: "1") || code == UInt8(ascii: "2")
    }

    /// The property with an answer; itself when it has that already.
    func answered(_ partStat: Keyword) -> Property {
        self.partStat == partStat ? self : setting("PARTSTAT", to: [partStat.text])
    }

    /// The property with the result of the last delivery (RFC 6638 section 7.3).
    func delivered(_ status: DeliveryStatus) -> Property {
        parameter("SCHEDULE-STATUS") == status.code
            ? self : setting("SCHEDULE-STATUS", to: [status.code])
    }

    /// The property without these parameters; itself when it has none of them.
    func removing(_ names: [String]) -> Property {
        var property = self
        for name in names where property.parameter(name) != nil {
            property = property.setting(name, to: [])
        }
        return property
    }

    /// The property without the parameters that concern only a person and their own server (RFC
    /// 6638 section 7), and without the comment that came with an answer.
    var withoutServerParameters: Property { removing(Self.serverParameters) }

    static let serverParameters = [
        "SCHEDULE-AGENT", "SCHEDULE-STATUS", "SCHEDULE-FORCE-SEND", commentParameter,
        madeOverrideParameter,
    ]

    /// The parameter of an `ATTENDEE` with the comment that came with its answer.
    static let commentParameter = "X-MEANTIME-COMMENT"

    /// The parameter of the `ATTENDEE` whose answer to one occurrence made an override of it.
    static let madeOverrideParameter = "X-MEANTIME-MADE-OVERRIDE"
}

extension Keyword {
    static var needsAction: Keyword { Keyword("NEEDS-ACTION") }
    static var declined: Keyword { Keyword("DECLINED") }
    static var delegated: Keyword { Keyword("DELEGATED") }
    static var cancelled: Keyword { Keyword("CANCELLED") }
}
