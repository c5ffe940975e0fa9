import ICalendar

extension CalendarObject {
    /// The object without other people, and without what Meantime doesn't understand.
    ///
    /// Guests with their addresses and answers aren't the owner's to give out, and properties of other
    /// programs may hold anything.
    var givenOut: CalendarObject {
        CalendarObject(calendar.givenOut) ?? self
    }
}

extension Component {
    /// What names other people, or what they said.
    private static let othersProperties: Set<String> = [
        "ATTENDEE", "ORGANIZER", "REQUEST-STATUS", "CONTACT",
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
                case .property(let property): Self.isGivenOut(property) ? node : nil
                // RFC 9073, 7.1.
                case .component(let component):
                    component.isNamed("PARTICIPANT") ? nil : .component(component.givenOut)
                }
            }
        )
    }

    private static func isGivenOut(_ property: Property) -> Bool {
        let name = property.name
        guard !name.hasPrefix("X-") else { return ownProperties.contains(name) }
        return !othersProperties.contains(name)
    }
}
