import CivilTime
package import ICalendar

extension Component {
    /// Whether people can be invited to it.
    var isSchedulable: Bool { isNamed(.event) || isNamed(.task) }

    /// The number of the organizer's last significant change (`SEQUENCE`, RFC 5545 section
    /// 3.8.7.4).
    var sequence: Int { first(.sequence)?.number ?? 0 }

    /// Whether the organizer has cancelled it.
    var isCancelled: Bool {
        first(.status).map { Keyword($0.textValue) == .cancelled } ?? false
    }

    /// Whether all events and tasks of a VCALENDAR are cancelled.
    package var isCalledOff: Bool {
        components.allSatisfy { !$0.isSchedulable || $0.isCancelled }
    }

    /// The `ATTENDEE` line of a person.
    func attendee(_ person: Set<CalendarAddress>) -> Property? {
        all(.attendee).first { $0.isParticipant(person) }
    }

    /// The component with its properties changed, in their places; nil removes one.
    func mapProperties(_ change: (Property) -> Property?) -> Component {
        var isChanged = false
        var kept: [Node] = []
        kept.reserveCapacity(nodes.count)
        for node in nodes {
            guard case .property(let property) = node else {
                kept.append(node)
                continue
            }
            let new = change(property)
            if new != property { isChanged = true }
            if let new { kept.append(.property(new)) }
        }
        return isChanged ? replacingNodes(kept) : self
    }

    /// A component of the same kind with other content.
    func replacingNodes(_ nodes: [Node]) -> Component {
        knownName.map { Component($0, nodes: nodes) } ?? Component(name: writtenName, nodes: nodes)
    }

    /// The component with a change to every attendee.
    func mapAttendees(_ change: (Property) -> Property) -> Component {
        mapProperties { $0.isNamed(.attendee) ? change($0) : $0 }
    }

    /// The component with a change to the organizer.
    func mapOrganizer(_ change: (Property) -> Property) -> Component {
        mapProperties { $0.isNamed(.organizer) ? change($0) : $0 }
    }

    /// The component with another `SEQUENCE`.
    func numbered(_ sequence: Int) -> Component {
        guard self.sequence != sequence else { return self }
        var copy = self
        copy.set(Property(name: "SEQUENCE", rawValue: String(sequence)))
        return copy
    }

    /// The component with its `DTSTAMP` set to a time.
    func stamped(_ now: Instant) -> Component {
        var copy = self
        copy.set(.time("DTSTAMP", .utc(now)))
        return copy
    }

    /// The component, cancelled.
    var cancelled: Component {
        var copy = self
        copy.set(Property(name: "STATUS", rawValue: "CANCELLED"))
        return copy
    }

    /// The component as it is sent: without reminders, which everyone has of their own, without
    /// parameters that concern only the organizer and this server, and with one line that names the
    /// organizer.
    func sent(by organizer: Property) -> Component {
        var isNamed = false
        var kept = nodes.compactMap { node -> Node? in
            switch node {
            case .component(let component): return component.isNamed(.alarm) ? nil : node
            case .unread: return nil
            case .property(let property):
                if property.isNamed(.attendee) {
                    return .property(property.withoutServerParameters)
                }
                // A line with a prefix could name somebody else, and some programs may show it.
                if property.namesPersonWithPrefix { return nil }
                guard property.isNamed(.organizer) else { return node }
                defer { isNamed = true }
                return isNamed ? nil : .property(organizer)
            }
        }
        if !isNamed { kept.append(.property(organizer)) }
        return replacingNodes(kept)
    }
}

extension Property {
    /// Whether it's `ORGANIZER` or `ATTENDEE` with the prefix of a group, which iCalendar doesn't
    /// have, unlike vCard (RFC 6350 section 3.3).
    fileprivate var namesPersonWithPrefix: Bool {
        guard knownName == nil, let last = name.split(separator: ".").last else { return false }
        return last == "ORGANIZER" || last == "ATTENDEE"
    }
}

extension PropertyName {
    /// The properties that say when a series happens.
    static var recurrence: [PropertyName] {
        [.recurrenceRule, .exceptionRule, .recurrenceDates, .exceptionDates]
    }
}
