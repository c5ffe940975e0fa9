import CivilTime
import ICalendar

/// Everybody that an object invites, and what each of them is told.
///
/// People are told only about the occurrences that they're invited to (RFC 6638 section 3.2.6).
struct Invitations {
    /// One person who is invited to at least one of the components.
    struct Attendee {
        /// The addresses; the first is the one as written.
        let addresses: [CalendarAddress]
        /// Who sends them messages.
        let agent: ScheduleAgent
        /// The indices of the components that they're invited to, in order.
        fileprivate(set) var parts: [Int]
    }

    let object: SchedulingObject
    private let organizer: Property
    /// The components as they are sent.
    let sent: [SchedulingObject.Part]
    /// The properties of each component that matter to attendees.
    let contents: [Set<Property>]
    /// In the order in which they're written.
    private(set) var attendees: [Attendee] = []
    private var indices: [CalendarAddress: Int] = [:]
    /// The occurrences that the master leaves out.
    let exceptions: Set<OccurrenceName>

    init(of object: SchedulingObject, by person: Sender) {
        self.object = object
        organizer = person.organizer
        sent = object.parts.map {
            SchedulingObject.Part(name: $0.name, component: $0.component.sent(by: person.organizer))
        }
        contents = sent.map { $0.component.contentForAttendees }
        exceptions = object.exceptions
        let organizers = person.addresses.union(object.organizer)
        // The master comes first, because its parameters are the ones that count.
        let order =
            object.parts.indices.filter { object.parts[$0].name == nil }
            + object.parts.indices.filter { object.parts[$0].name != nil }
        for part in order {
            for attendee in object.parts[part].component.all(.attendee)
            where !attendee.isParticipant(organizers) {
                add(attendee, to: part)
            }
        }
    }

    private mutating func add(_ attendee: Property, to part: Int) {
        guard let address = attendee.addresses.first else { return }
        if let index = indices[address] {
            if attendees[index].parts.last != part { attendees[index].parts.append(part) }
            return
        }
        indices[address] = attendees.count
        attendees.append(
            Attendee(
                addresses: attendee.addresses,
                agent: attendee.scheduleAgent,
                parts: [part]
            )
        )
    }

    /// An occurrence as it would be sent if nothing in it were changed; nil without a master.
    func sentInstance(_ name: OccurrenceName) -> Component? {
        object.instance(name)?.sent(by: organizer)
    }

    /// The person with an address.
    func attendee(_ address: CalendarAddress) -> Attendee? {
        indices[address].map { attendees[$0] }
    }

    /// Whether somebody is invited to the whole series.
    func isForSeries(_ attendee: Attendee) -> Bool {
        attendee.parts.contains { sent[$0].name == nil }
    }

    /// The occurrences of the series that are left out for everybody, or for this attendee.
    func leftOut(for attendee: Attendee) -> Set<OccurrenceName> {
        guard isForSeries(attendee) else { return [] }
        var names = exceptions
        if attendee.parts.count < sent.count {
            let invited = Set(attendee.parts)
            for (index, part) in sent.enumerated() where !invited.contains(index) {
                if let name = part.name, !name.isForThisAndFuture { names.insert(name) }
            }
        }
        for index in attendee.parts where sent[index].component.isCancelled {
            if let name = sent[index].name { names.insert(name) }
        }
        return names
    }

    /// The components that an attendee is sent in full.
    func components(for attendee: Attendee) -> [Component] {
        let hidden = leftOut(for: attendee).subtracting(exceptions)
        return attendee.parts.compactMap { index in
            let (name, component) = (sent[index].name, sent[index].component)
            guard name == nil, !hidden.isEmpty else {
                return name.map(hidden.contains) == true ? nil : component
            }
            return object.leavingOut(hidden, of: component)
        }
    }
}

extension Component {
    /// The properties whose changes attendees are told about.
    ///
    /// The time of writing, the answers of others, the colour that the organizer sees, and the notes
    /// of programs aren't among them. The dates left out are compared separately.
    var contentForAttendees: Set<Property> {
        var content: Set<Property> = []
        for property in properties {
            switch property.knownName {
            case .dateTimeStamp, .lastModified, .created, .sequence, .exceptionDates,
                .transparency, .color, .percentComplete, .completed, .requestStatus, .acknowledged:
                continue
            case .attendee:
                content.insert(property.removing(["PARTSTAT", "RSVP", "DELEGATED-TO"]))
            case nil where property.name.hasPrefix("X-"): continue
            default: content.insert(property)
            }
        }
        return content
    }
}
