import ICalendar

extension CalendarObject {
    /// The object without other people, and without what Meantime doesn't understand.
    ///
    /// Guests with their addresses and answers aren't the owner's to give out, and what other programs
    /// added may hold anything. Nil if nothing is left then.
    var givenOut: CalendarObject? {
        CalendarObject(calendar.givenOut)
    }
}

extension Component {
    /// What names other people, or what they said.
    private static let othersProperties: Set<String> = [
        "ATTENDEE", "ORGANIZER", "REQUEST-STATUS", "CONTACT", "COMMENT",
    ]
    /// Properties that Meantime understands although they aren't standard.
    private static let ownProperties: Set<String> = ["X-MEANTIME-COLOR"]

    fileprivate var givenOut: Component {
        // Zones are described for everybody.
        guard !isNamed(.timeZone) else { return self }
        return Component(
            name: writtenName,
            nodes: nodes.compactMap { node in
                switch node {
                case .unread: nil
                case .property(let property):
                    Self.isGivenOut(property) ? .property(property.givenOut) : nil
                case .component(let component):
                    Self.isGivenOut(component) ? .component(component.givenOut) : nil
                }
            }
        )
    }

    private static func isGivenOut(_ component: Component) -> Bool {
        // RFC 9073, 7.1: a participant is somebody else.
        !component.isNamed("PARTICIPANT") && !component.name.hasPrefix("X-")
    }

    private static func isGivenOut(_ property: Property) -> Bool {
        let name = property.name
        guard !name.hasPrefix("X-") else { return ownProperties.contains(name) }
        return !othersProperties.contains(name)
    }
}

extension Property {
    /// The property without the parameters of other programs.
    fileprivate var givenOut: Property {
        let kept = parameters.filter { !$0.name.uppercased().hasPrefix("X-") }
        guard kept.count < parameters.count else { return self }
        return Property(name: name, parameters: kept, rawValue: rawValue)
    }
}
