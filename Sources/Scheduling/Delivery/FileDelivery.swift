import CivilTime
package import ICalendar

/// Applies what a calendar file says about an event to the event that is stored here.
///
/// A message changes only what it's about (RFC 5546 section 3.2), and so does a single date of a
/// series that is stored here. Only the calendar's owner can import a file, so it's believed.
package struct FileDelivery {
    /// What the message does to the stored event.
    package enum Outcome: Hashable, Sendable {
        /// The object in the file takes its place, or is new.
        case stored
        /// The stored event changes to this.
        case changed(Component, Effect)
        /// The stored event already says the same.
        case unchanged
        /// The file's object changes nothing.
        case leftOut(Reason)
    }

    /// What a file changed in an event.
    package enum Effect: String, Hashable, Sendable, CaseIterable {
        /// Somebody's answer was taken.
        case answered
        /// Single dates were called off.
        case datesCancelled = "dates-cancelled"
        /// The whole event was called off.
        case cancelled
        /// Single dates were changed or added.
        case datesChanged = "dates-changed"
    }

    /// Why a file's object changes nothing.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// It's about an event that isn't here.
        case notHere = "not-here"
        /// The event has been changed since (`SEQUENCE`, RFC 5546 section 2.1.4).
        case outdated
        /// It suggests another time, which only the organizer can accept.
        case suggestion
        /// It asks for something, or refuses a suggestion.
        case noNews = "no-news"
        /// The answer is from somebody who isn't invited.
        case notInvited = "not-invited"
        /// The series doesn't have the date.
        case noSuchDate = "no-such-date"
        /// It says more than an event has room for, or can't be understood.
        case notUsable = "not-usable"
    }

    let message: SchedulingObject
    let method: Keyword?
    let person: Set<CalendarAddress>

    /// Prepares the delivery of an object of a file.
    ///
    /// - Parameters:
    ///   - message: The object, without its `METHOD`.
    ///   - method: The method of the file's calendar; nil if it isn't a message.
    ///   - person: The addresses of the person who imports the file.
    package init(
        of message: SchedulingObject,
        method: Keyword?,
        for person: Set<CalendarAddress>
    ) {
        self.message = message
        self.method = method
        self.person = person
    }

    /// Applies the message to the event with its UID.
    ///
    /// - Parameter kept: The stored event; nil if there is none.
    /// - Returns: What it does to the event.
    package func outcome(over kept: SchedulingObject?) -> Outcome {
        let known = method.flatMap { SchedulingMessage.Method(rawValue: $0.text) }
        switch known {
        case .counter: return .leftOut(.suggestion)
        case .refresh, .declineCounter: return .leftOut(.noNews)
        case .reply: return kept.map { answered($0) } ?? .leftOut(.notHere)
        case .cancel: return kept.map { cancelled($0) } ?? .leftOut(.notHere)
        case .add: return kept.map { extended($0) } ?? .stored
        case .request, nil: return kept.map { described($0) } ?? .stored
        }
    }
}

// MARK: - Descriptions

extension FileDelivery {
    private func described(_ kept: SchedulingObject) -> Outcome {
        guard let master = message.master else { return merged(kept) }
        let isOutdated = method != nil && kept.master.map { master.sequence < $0.sequence } ?? false
        return isOutdated ? .leftOut(.outdated) : .stored
    }

    /// The event with single dates added or replaced.
    private func merged(_ kept: SchedulingObject) -> Outcome {
        var parts = kept.parts
        var returning: Set<OccurrenceName> = []
        var isOutdated = false
        for part in message.named(in: kept).parts {
            guard let name = part.name else { continue }
            if let index = parts.firstIndex(where: { $0.name == name }) {
                let own = parts[index].component
                guard part.component.sequence >= own.sequence else {
                    isOutdated = true
                    continue
                }
                // Everyone has their own reminders and the like, and invitations have none.
                let isInvitation = method == .request
                parts[index].component =
                    isInvitation ? part.component.keepingOwn(of: own, person) : part.component
            } else {
                let isOlder = kept.master.map { part.component.sequence < $0.sequence } ?? false
                guard method == nil || !isOlder else {
                    isOutdated = true
                    continue
                }
                parts.append(part)
            }
            returning.insert(name)
        }
        guard !returning.isEmpty else { return .leftOut(isOutdated ? .outdated : .notUsable) }
        if let place = parts.firstIndex(where: { $0.name == nil }) {
            parts[place].component = kept.takingBack(returning, into: parts[place].component)
        }
        let changed = kept.replacingParts(parts, zonesFrom: message.calendar)
        return outcome(changed.calendar, over: kept, .datesChanged)
    }

    private func extended(_ kept: SchedulingObject) -> Outcome {
        guard let master = kept.master else { return .leftOut(.notUsable) }
        guard message.parts.contains(where: { $0.component.sequence >= master.sequence }) else {
            return .leftOut(.outdated)
        }
        let result = InvitationDelivery(of: message, to: kept, of: person).result(of: .add)
        return outcome(result, over: kept, .datesChanged)
    }

    private func outcome(
        _ changed: Component?,
        over kept: SchedulingObject,
        _ effect: Effect
    ) -> Outcome {
        guard let changed, changed != kept.calendar else { return .unchanged }
        return .changed(changed, effect)
    }
}

// MARK: - Answers and cancellations

extension FileDelivery {
    private func answered(_ kept: SchedulingObject) -> Outcome {
        guard let sender = message.sender else { return .leftOut(.notUsable) }
        let addresses = Set(sender.addresses)
        guard kept.parts.contains(where: { $0.component.attendee(addresses) != nil }) else {
            return .leftOut(.notInvited)
        }
        let reply = message.named(in: kept)
        let result: Component?
        do throws(ReplyDelivery.TooMuch) {
            result = try ReplyDelivery(of: reply, to: kept, from: addresses).result()
        } catch {
            return .leftOut(.notUsable)
        }
        if let result { return .changed(result, .answered) }
        return whyNothing(of: reply, in: kept).map { .leftOut($0) } ?? .unchanged
    }

    private func cancelled(_ kept: SchedulingObject) -> Outcome {
        if let master = message.master {
            guard master.sequence >= kept.head.sequence else { return .leftOut(.outdated) }
            let result = InvitationDelivery(of: message, to: kept, of: person).result(of: .cancel)
            return outcome(result, over: kept, .cancelled)
        }
        let cancellation = message.named(in: kept)
        let occurrences = kept.occurrences()
        let current = cancellation.parts.filter { part in
            guard let name = part.name, !name.isForThisAndFuture else { return false }
            if let own = kept.component(for: name) {
                return part.component.sequence >= own.sequence
            }
            guard let instance = kept.instance(name) else { return false }
            return part.component.sequence >= instance.sequence && occurrences.has(instance)
        }
        guard !current.isEmpty else {
            return .leftOut(whyNothing(of: cancellation, in: kept) ?? .notUsable)
        }
        let result = InvitationDelivery(
            of: cancellation.replacingParts(current),
            to: kept,
            of: person
        ).result(of: .cancel)
        return outcome(result, over: kept, .datesCancelled)
    }

    /// Why a message doesn't change an event; nil if the event already says the same.
    private func whyNothing(of message: SchedulingObject, in kept: SchedulingObject) -> Reason? {
        let occurrences = kept.occurrences()
        for part in message.parts {
            if part.name?.isForThisAndFuture == true { return .notUsable }
            let own = kept.component(for: part.name) ?? part.name.flatMap { kept.instance($0) }
            guard let own else { return .noSuchDate }
            let isThere = kept.component(for: part.name) != nil || occurrences.has(own)
            guard isThere else { return .noSuchDate }
            if part.component.sequence < own.sequence { return .outdated }
        }
        return nil
    }
}

extension SchedulingObject {
    /// The line of the person who replies, even if the reply also names their delegate.
    fileprivate var sender: Property? {
        let attendees = head.all(.attendee)
        return attendees.first { $0.parameter("DELEGATED-FROM") == nil } ?? attendees.first
    }

    /// The object with its occurrences named as in another object: without a series, it doesn't say
    /// whether a `RECURRENCE-ID` is a date or which zone it's in.
    fileprivate func named(in other: SchedulingObject) -> SchedulingObject {
        guard let start = other.master?.time(.dateTimeStart) else { return self }
        let parts = parts.map { part in
            guard let time = part.component.time(.recurrenceID) else { return part }
            var name = name(of: time, in: other, startingAt: start)
            name.isForThisAndFuture = part.name?.isForThisAndFuture ?? false
            var component = part.component
            let own = other.zones.start(of: name, in: start)
            if own != time {
                let range = component.first(.recurrenceID)?.parameter("RANGE")
                let written = Property.time("RECURRENCE-ID", own)
                component.set(range.map { written.setting("RANGE", to: [$0]) } ?? written)
            }
            return Part(name: name, component: component)
        }
        let calendar = replacingParts(parts).calendar
        return SchedulingObject(calendar: calendar, uid: uid, zones: other.zones, parts: parts)
    }

    private func name(
        of time: CalendarTime,
        in other: SchedulingObject,
        startingAt start: CalendarTime
    ) -> OccurrenceName {
        switch (time, start) {
        case (.date, _), (_, .date): other.zones.name(of: time, in: start)
        // A floating time is in the zone of the series.
        case (.floating, _): other.zones.name(of: start.replacingCivil(time.civil), in: start)
        case (_, .floating): OccurrenceName(start: .clock(time.civil))
        default: zones.name(of: time, in: start)
        }
    }

    /// The master without the exceptions for occurrences that a message restores.
    fileprivate func takingBack(
        _ names: Set<OccurrenceName>,
        into master: Component
    ) -> Component {
        guard let start = master.time(.dateTimeStart), !exceptions.isDisjoint(with: names) else {
            return master
        }
        return master.mapProperties { property in
            guard property.isNamed(.exceptionDates) else { return property }
            let times = property.times(atMost: .max)
            let left = times.filter { !names.contains(zones.name(of: $0, in: start)) }
            guard left.count < times.count else { return property }
            return left.isEmpty ? nil : .times("EXDATE", left)
        }
    }
}
