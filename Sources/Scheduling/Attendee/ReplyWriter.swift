import CivilTime
import ICalendar

/// Writes an attendee's reply: a component for each occurrence that they decided on, with no
/// attendee but themselves (RFC 5546 section 3.2.3).
struct ReplyWriter {
    let sender: Sender
    let now: Instant

    private var person: Set<CalendarAddress> { sender.addresses }

    /// The reply to a change of the copy; nil when the answers are the same as before.
    func reply(
        from old: SchedulingObject?,
        to new: SchedulingObject,
        isForced: Bool
    ) -> SchedulingMessage? {
        var components: [Component] = []
        let before = old?.componentsByName ?? [:]
        for part in new.parts {
            guard let answer = part.component.attendee(person) else { continue }
            let known = before[part.name] ?? before[nil]
            guard isForced || isNews(answer, part.component, known) else { continue }
            components.append(component(of: part.component, answer))
        }
        components += declined(from: old, to: new)
        return message(components, of: new)
    }

    /// The reply of an attendee who declines everything in an object.
    func decline(_ old: SchedulingObject) -> SchedulingMessage? {
        let wanted = old.master.map { [$0] } ?? old.parts.map { $0.component }
        let components = wanted.compactMap { component -> Component? in
            guard !component.isCancelled, let answer = component.attendee(person),
                answer.partStat != .declined
            else { return nil }
            return self.component(of: component, answer.answered(.declined))
        }
        return message(components, of: old)
    }

    /// Whether the organizer doesn't know an answer yet.
    private func isNews(_ answer: Property, _ component: Component, _ known: Component?) -> Bool {
        let partStat = known?.attendee(person)?.partStat ?? .needsAction
        if answer.partStat != partStat { return true }
        if answer.partStat == .delegated,
            answer.parameter("DELEGATED-TO") != known?.attendee(person)?.parameter("DELEGATED-TO")
        {
            return true
        }
        // A comment by itself is news only if it belongs to an answer.
        return answer.partStat != .needsAction && known != nil
            && component.comments != known?.comments && !component.comments.isEmpty
    }

    /// The occurrences that the attendee took out of their copy.
    private func declined(from old: SchedulingObject?, to new: SchedulingObject) -> [Component] {
        guard let old else { return [] }
        let known = old.componentsByName
        return new.exceptions.subtracting(old.exceptions).sorted()
            .prefix(Limits.repliedOccurrencesMax)
            .compactMap { name in
                guard let component = known[name] ?? new.instance(name), !component.isCancelled,
                    let answer = component.attendee(person), answer.partStat != .declined
                else { return nil }
                return self.component(of: component, answer.answered(.declined))
            }
    }

    /// What the organizer needs to know of a component.
    private func component(of component: Component, _ answer: Property) -> Component {
        var nodes: [Node] = []
        for property in component.properties {
            switch property.knownName {
            case .attendee:
                if property.isParticipant(person) {
                    nodes.append(.property(sender.attendee(answer.withoutServerParameters)))
                } else if answer.partStat == .delegated, property.parameter("DELEGATED-FROM") != nil
                {
                    nodes.append(.property(property.withoutServerParameters))
                }
            case .organizer: nodes.append(.property(property.withoutServerParameters))
            case .uid, .dateTimeStamp, .recurrenceID, .dateTimeStart, .dateTimeEnd, .duration, .due,
                .sequence,
                .summary, .comment, .percentComplete, .completed, .requestStatus:
                nodes.append(.property(property))
            default: break
            }
        }
        var reply = component.replacingNodes(nodes)
        if reply.first(.requestStatus) == nil {
            reply.append(
                Property(name: "REQUEST-STATUS", rawValue: DeliveryStatus.answered.requestStatus)
            )
        }
        return reply.stamped(now)
    }

    private func message(
        _ components: [Component],
        of object: SchedulingObject
    ) -> SchedulingMessage? {
        guard !components.isEmpty, !object.organizer.isEmpty else { return nil }
        let bounded = Array(components.prefix(Limits.repliedOccurrencesMax))
        return SchedulingMessage(.reply, to: object.organizer, bounded, of: object)
    }
}

extension Component {
    fileprivate var comments: [String] { all(.comment).map { $0.textValue } }
}
