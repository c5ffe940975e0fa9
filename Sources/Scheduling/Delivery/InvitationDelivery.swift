import CivilTime
package import ICalendar

/// Puts an organizer's message into an attendee's copy (RFC 6638 section 4.1).
///
/// The attendee's own properties stay: their reminders, whether the event takes their time, its
/// colour, and their answer unless the organizer asks again.
package struct InvitationDelivery {
    let message: SchedulingObject
    let copy: SchedulingObject?
    let person: Set<CalendarAddress>
    /// Whether the message certainly comes after all earlier ones, as the messages of this server
    /// do.
    let isInOrder: Bool

    /// Prepares the delivery of a message.
    ///
    /// - Parameters:
    ///   - message: A `REQUEST`, `CANCEL` or `ADD`.
    ///   - copy: The recipient's copy; nil when they have none.
    ///   - person: The addresses of the recipient.
    ///   - isInOrder: Whether it comes after all earlier messages. Otherwise those that are older
    ///     than the copy are left out, by `SEQUENCE` and `DTSTAMP` (RFC 5546 section 2.1.5).
    package init(
        of message: SchedulingObject,
        to copy: SchedulingObject?,
        of person: Set<CalendarAddress>,
        isInOrder: Bool = true
    ) {
        self.message = message
        self.copy = copy
        self.person = person
        self.isInOrder = isInOrder
    }

    /// The copy after a message; nil when it stays as it is.
    package func result(of method: SchedulingMessage.Method) -> Component? {
        switch method {
        case .request: requested()
        case .cancel: copy.flatMap { cancelled($0) }
        case .add: copy.flatMap { extended($0) }
        case .reply, .refresh, .counter, .declineCounter: nil
        }
    }

    /// Whether a component of the message is news to a component of the copy.
    private func isNews(_ component: Component, to own: Component) -> Bool {
        if isInOrder { return true }
        if component.sequence != own.sequence { return component.sequence > own.sequence }
        guard case .utc(let theirs)? = component.time(.dateTimeStamp),
            case .utc(let mine)? = own.time(.dateTimeStamp)
        else { return true }
        return theirs >= mine
    }
}

// MARK: - Requests

extension InvitationDelivery {
    private func requested() -> Component? {
        guard let copy else {
            // Removing their copy declined the invitation. The event comes back only if they're
            // asked again.
            let isDeclined = message.parts.allSatisfy { part in
                part.component.attendee(person)?.partStat == .declined
            }
            return isDeclined ? nil : message.withoutMethod
        }
        guard let master = message.master else { return merged(into: copy) }
        guard let own = copy.master else {
            // So far they were invited only to single occurrences.
            return replaced(copy, master: master)
        }
        guard isNews(master, to: own) else { return nil }
        return replaced(copy, master: master.keepingOwn(of: own, person))
    }

    /// The copy with another series.
    private func replaced(_ copy: SchedulingObject, master: Component) -> Component {
        let own = copy.componentsByName
        let isSameSeries =
            copy.master.map { message.master?.asksAgain(after: $0, person) == false } ?? false
        var left: Set<OccurrenceName> = []
        var parts: [SchedulingObject.Part] = []
        for part in message.overrides {
            guard let name = part.name else { continue }
            let kept = own[name].map { part.component.keepingOwn(of: $0, person) }
            // An occurrence that they declined and removed doesn't come back.
            if isSameSeries, kept == nil, copy.exceptions.contains(name),
                part.component.attendee(person)?.partStat == .declined
            {
                left.insert(name)
                continue
            }
            parts.append(SchedulingObject.Part(name: name, component: kept ?? part.component))
        }
        if isSameSeries {
            // Keep out the occurrences that they removed, unless the message has an override of
            // them.
            left.formUnion(copy.exceptions.subtracting(message.overrides.compactMap { $0.name }))
        }
        parts += ownOverrides(of: copy, besides: Set(parts.compactMap { $0.name }))
        let series = message.leavingOut(left, of: master)
        return copy.replacingParts(
            [SchedulingObject.Part(name: nil, component: series)] + parts,
            zonesFrom: message.calendar
        ).calendar
    }

    /// The overrides that only the attendee has, such as for another reminder; they continue if the
    /// occurrence does, with the organizer's new content.
    private func ownOverrides(
        of copy: SchedulingObject,
        besides names: Set<OccurrenceName>
    ) -> [SchedulingObject.Part] {
        let wanted = copy.overrides.filter { part in
            part.name.map { !names.contains($0) && !$0.isForThisAndFuture } ?? false
        }
        guard !wanted.isEmpty else { return [] }
        let occurrences = message.occurrences()
        return wanted.compactMap { part in
            guard let name = part.name, let instance = message.instance(name),
                occurrences.has(instance),
                // The organizer knows an answer to a single occurrence: if the message doesn't have
                // that answer, the occurrence is an ordinary one again.
                part.component.hasOwnReminders(than: copy.master)
            else { return nil }
            return SchedulingObject.Part(
                name: name,
                component: instance.keepingOwn(of: part.component, person)
            )
        }
    }

    /// The copy with single occurrences added or replaced.
    private func merged(into copy: SchedulingObject) -> Component? {
        var parts = copy.parts
        var isChanged = false
        for part in message.parts {
            if let index = parts.firstIndex(where: { $0.name == part.name }) {
                guard isNews(part.component, to: parts[index].component) else { continue }
                parts[index].component =
                    part.component.keepingOwn(of: parts[index].component, person)
            } else {
                parts.append(part)
            }
            isChanged = true
        }
        guard isChanged else { return nil }
        return copy.replacingParts(parts, zonesFrom: message.calendar).calendar
    }
}

// MARK: - Cancellations and additions

extension InvitationDelivery {
    private func cancelled(_ copy: SchedulingObject) -> Component? {
        if let master = message.master {
            let isOutdated = copy.master.map { !isNews(master, to: $0) } ?? false
            return isOutdated ? nil : cancelledWhole(copy, by: master)
        }
        var names: Set<OccurrenceName> = []
        for part in message.parts {
            guard let name = part.name else { continue }
            let own = copy.component(for: name)
            if let own, !isNews(part.component, to: own) { continue }
            names.insert(name)
        }
        guard !names.isEmpty else { return nil }
        guard let master = copy.master else { return cancelledSingly(copy, names) }
        // RFC 5546 section 3.2.5: the occurrences are taken out of the series.
        var parts = copy.parts.filter { part in part.name.map { !names.contains($0) } ?? true }
        guard let index = parts.firstIndex(where: { $0.name == nil }) else { return nil }
        let known = names.filter { !$0.isForThisAndFuture }
        parts[index].component = copy.leavingOut(known, of: master)
        return copy.replacingParts(parts).calendar
    }

    /// The cancelled copy; it stays in the calendar, so that its owner sees it.
    private func cancelledWhole(_ copy: SchedulingObject, by master: Component) -> Component {
        copy.mapParts { part in
            let sequence = max(part.component.sequence, master.sequence)
            return part.component.cancelled.numbered(sequence)
        }.calendar
    }

    /// The copy of somebody invited to single occurrences, with some of these cancelled.
    private func cancelledSingly(
        _ copy: SchedulingObject,
        _ names: Set<OccurrenceName>
    ) -> Component? {
        let isKnown = copy.parts.contains { part in part.name.map(names.contains) ?? false }
        guard isKnown else { return nil }
        return copy.mapParts { part in
            part.name.map(names.contains) ?? false ? part.component.cancelled : part.component
        }.calendar
    }

    /// The copy with further occurrences (RFC 5546 section 3.2.4).
    private func extended(_ copy: SchedulingObject) -> Component? {
        guard var master = copy.master, let start = master.time(.dateTimeStart) else { return nil }
        var parts = copy.parts
        for part in message.parts {
            guard let added = part.component.time(.dateTimeStart) else { continue }
            let name = message.zones.name(of: added, in: start)
            guard copy.component(for: name) == nil, isNews(part.component, to: master) else {
                continue
            }
            let own = copy.zones.start(of: name, in: start)
            master.append(.time("RDATE", own))
            var component = part.component
            component.set(.time("RECURRENCE-ID", own))
            parts.append(SchedulingObject.Part(name: name, component: component))
        }
        guard parts.count > copy.parts.count,
            let index = parts.firstIndex(where: { $0.name == nil })
        else { return nil }
        parts[index].component = master
        return copy.replacingParts(parts, zonesFrom: message.calendar).calendar
    }
}

extension SchedulingObject {
    /// The calendar as it is stored: without `METHOD` (RFC 4791 section 4.1).
    package var withoutMethod: Component {
        var calendar = calendar
        calendar.remove(.method)
        return calendar
    }
}
