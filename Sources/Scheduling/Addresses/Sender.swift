import ICalendar

/// Somebody who invites or answers, as their server names them in what it delivers for them.
///
/// In their own `ORGANIZER` or `ATTENDEE` a program may have written somebody else's name or address, so neither is
/// passed on.
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

    /// The line that names them as an attendee, with what their own line says of the answer.
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

    /// The parameters that say who somebody is, or who acts for them (RFC 5545 section 3.2; RFC 7986 section 6.2).
    private static let nameParameters = ["CN", "EMAIL", "SENT-BY", "DIR", "LANGUAGE"]
        .map { Keyword($0) }
}
