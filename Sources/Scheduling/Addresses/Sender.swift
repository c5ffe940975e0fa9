import ICalendar

/// An organizer or attendee, as their server names them in the messages that it delivers for them.
///
/// A program may have written somebody else's name or address into the person's own `ORGANIZER` or
/// `ATTENDEE`, so neither is passed on.
package struct Sender: Sendable {
    /// All addresses of the account.
    package let addresses: Set<CalendarAddress>
    private let email: String
    private let name: String

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - addresses: All addresses of the account.
    ///   - email: The e-mail address that the account signs in with.
    ///   - name: The name that the account shows others; empty for none.
    package init(_ addresses: Set<CalendarAddress>, email: String, name: String) {
        self.addresses = addresses
        self.email = email
        self.name = name
    }

    /// The line that names them as the organizer.
    var organizer: Property { named("ORGANIZER", []) }

    /// The line that names them as an attendee, with the answer from their own line.
    func attendee(_ line: Property) -> Property {
        let kept = line.parameters.filter { parameter in
            !Self.nameParameters.contains(Keyword(parameter.name))
        }
        return named("ATTENDEE", kept)
    }

    private func named(_ property: String, _ parameters: [Parameter]) -> Property {
        let names = name.isEmpty ? [] : [Parameter("CN", name)]
        return Property(name: property, parameters: names + parameters, rawValue: "mailto:" + email)
    }

    /// The parameters that say who a person is, or who acts for them (RFC 5545 section 3.2; RFC
    /// 7986 section 6.2).
    private static let nameParameters = ["CN", "EMAIL", "SENT-BY", "DIR", "LANGUAGE"]
        .map { Keyword($0) }
}
