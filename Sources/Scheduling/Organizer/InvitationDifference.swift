import CivilTime
import ICalendar

/// What changed in an object for each of the people it invites.
struct InvitationDifference {
    let before: Invitations?
    let after: Invitations?
    /// The people to tell even if nothing changed.
    let forced: Set<CalendarAddress>
    let now: Instant
    /// The components that are new or changed, by index in `after`.
    private let changed: Set<Int>

    init(
        from before: Invitations?,
        to after: Invitations?,
        forced: Set<CalendarAddress>,
        now: Instant
    ) {
        self.before = before
        self.after = after
        self.forced = forced
        self.now = now
        var known: [OccurrenceName?: Set<Property>] = [:]
        if let before {
            for (index, part) in before.sent.enumerated() {
                known[part.name] = before.contents[index]
            }
        }
        var changed: Set<Int> = []
        for (index, part) in (after?.sent ?? []).enumerated() {
            // An override that only has other answers, or differs in nothing, says nothing new.
            let earlier =
                known[part.name]
                ?? part.name.flatMap { before?.sentInstance($0)?.contentForAttendees }
            if earlier != after?.contents[index] { changed.insert(index) }
        }
        self.changed = changed
    }

    /// What a person's messages depend on; most people of an event share it.
    private struct Situation: Hashable {
        let invitedTo: [Int]
        let agent: ScheduleAgent
        let wasInvitedTo: [Int]?
        let earlierAgent: ScheduleAgent?
        let isForced: Bool
    }

    /// The messages: first those to people who are still or newly invited, then those to people who
    /// no longer are.
    ///
    /// An event can be removed however large it is: people whose message doesn't fit aren't told
    /// then.
    ///
    /// - Throws: ``SchedulingError/tooMuchToSend(octetsMax:)``.
    func messages() throws(SchedulingError) -> [SchedulingMessage] {
        var messages: [SchedulingMessage] = []
        var octets = 0
        /// Adds messages if they fit.
        ///
        /// It's called as soon as they're written, so that no more are written than can be sent.
        func add(_ more: [SchedulingMessage]) -> Bool {
            octets += more.reduce(0) { $0 + $1.text.count }
            guard octets <= Limits.sentOctetsMax else { return false }
            messages += more
            return true
        }
        var written: [Situation: [SchedulingMessage]] = [:]
        for attendee in after?.attendees ?? [] {
            let old = attendee.addresses.first.flatMap { before?.attendee($0) }
            let situation = Situation(
                invitedTo: attendee.parts,
                agent: attendee.agent,
                wasInvitedTo: old?.parts,
                earlierAgent: old?.agent,
                isForced: attendee.addresses.first.map(forced.contains) ?? false
            )
            let told = written[situation] ?? self.messages(to: attendee)
            written[situation] = told
            guard add(told.map { $0.readdressed(to: attendee.addresses) }) else {
                throw .tooMuchToSend(octetsMax: Limits.sentOctetsMax)
            }
        }
        for attendee in before?.attendees ?? [] {
            guard attendee.agent == .server, let address = attendee.addresses.first,
                after?.attendee(address) == nil
            else { continue }
            guard add(cancelAll(for: attendee)) else {
                if after == nil { break }
                throw .tooMuchToSend(octetsMax: Limits.sentOctetsMax)
            }
        }
        return messages
    }

    private func messages(to attendee: Invitations.Attendee) -> [SchedulingMessage] {
        guard let after, let address = attendee.addresses.first else { return [] }
        let old = before?.attendee(address)
        guard attendee.agent == .server else {
            // RFC 6638 section 3.2.1.2: from now on the program sends the messages, so this server
            // cancels what it sent before.
            return old.map { $0.agent == .server ? cancelAll(for: $0) : [] } ?? []
        }
        guard let before, let old, old.agent == .server else {
            let isOver = after.isForSeries(attendee) && after.object.head.isCancelled
            return isOver ? [] : [request(after.components(for: attendee), to: attendee)]
        }
        if forced.contains(address) {
            return [request(after.components(for: attendee), to: attendee)]
        }
        switch (before.isForSeries(old), after.isForSeries(attendee)) {
        case (true, true): return seriesMessages(to: attendee, old, before, after)
        case (false, true): return [request(after.components(for: attendee), to: attendee)]
        case (true, false):
            return cancelAll(for: old) + [request(after.components(for: attendee), to: attendee)]
        case (false, false): return occurrenceMessages(to: attendee, old, before, after)
        }
    }

    /// The messages to a person who was and still is invited to the whole series.
    private func seriesMessages(
        to attendee: Invitations.Attendee,
        _ old: Invitations.Attendee,
        _ before: Invitations,
        _ after: Invitations
    ) -> [SchedulingMessage] {
        if after.object.master?.isCancelled == true {
            return before.object.master?.isCancelled == true ? [] : cancelAll(for: attendee)
        }
        let hidden = after.leftOut(for: attendee)
        let wasHidden = before.leftOut(for: old)
        let gone = hidden.subtracting(wasHidden)
        let hasMore = !wasHidden.subtracting(hidden).isEmpty
        let hasChanged = attendee.parts.contains { index in
            guard changed.contains(index) else { return false }
            return after.sent[index].name.map { !hidden.contains($0) } ?? true
        }
        let present = Set(attendee.parts.map { after.sent[$0].name })
        let hasReverted = old.parts.contains { index in
            guard let name = before.sent[index].name, !present.contains(name),
                !hidden.contains(name)
            else { return false }
            let instance = after.sentInstance(name)?.contentForAttendees
            return before.contents[index] != instance
        }
        if hasMore || hasChanged || hasReverted || gone.count > Limits.cancelledOccurrencesMax {
            return [request(after.components(for: attendee), to: attendee)]
        }
        guard !gone.isEmpty else { return [] }
        let sequence = after.object.master?.sequence ?? 0
        let components = gone.sorted().compactMap { name -> Component? in
            let own = old.parts.first { before.sent[$0].name == name }
            let component =
                own.map { before.sent[$0].component } ?? after.sentInstance(name)
            return component.map { $0.numbered(max($0.sequence, sequence)) }
        }
        return [cancel(components, to: attendee, of: after.object)]
    }

    /// The messages to a person who was and still is invited to single occurrences.
    private func occurrenceMessages(
        to attendee: Invitations.Attendee,
        _ old: Invitations.Attendee,
        _ before: Invitations,
        _ after: Invitations
    ) -> [SchedulingMessage] {
        let present = Set(attendee.parts.map { after.sent[$0].name })
        let known = Set(old.parts.map { before.sent[$0].name })
        var gone = old.parts.filter { !present.contains(before.sent[$0].name) }
            .map { before.sent[$0].component.numbered(before.sent[$0].component.sequence + 1) }
        var changes: [Component] = []
        for index in attendee.parts {
            let part = after.sent[index]
            guard changed.contains(index) || !known.contains(part.name) else { continue }
            if !part.component.isCancelled {
                changes.append(part.component)
            } else if known.contains(part.name) {
                gone.append(part.component)
            }
        }
        var messages: [SchedulingMessage] = []
        if !gone.isEmpty { messages.append(cancel(gone, to: attendee, of: before.object)) }
        if !changes.isEmpty { messages.append(request(changes, to: attendee)) }
        return messages
    }

    /// Cancels everything that a person was invited to.
    private func cancelAll(for attendee: Invitations.Attendee) -> [SchedulingMessage] {
        guard let invitations = before, let address = attendee.addresses.first,
            let old = invitations.attendee(address)
        else { return [] }
        let sequence = after?.object.master?.sequence ?? 0
        let wanted =
            invitations.isForSeries(old)
            ? old.parts.filter { invitations.sent[$0].name == nil } : old.parts
        let components = wanted.map { invitations.sent[$0].component }
            .filter { !$0.isCancelled }
            .map { $0.numbered(max($0.sequence + 1, sequence)) }
        guard !components.isEmpty else { return [] }
        return [cancel(components, to: old, of: invitations.object)]
    }

    private func request(
        _ components: [Component],
        to attendee: Invitations.Attendee
    ) -> SchedulingMessage {
        let object = after?.object ?? before?.object
        guard let object else { preconditionFailure("a difference has at least one object") }
        return SchedulingMessage(
            .request,
            to: attendee.addresses,
            components.map { $0.stamped(now) },
            of: object
        )
    }

    private func cancel(
        _ components: [Component],
        to attendee: Invitations.Attendee,
        of object: SchedulingObject
    ) -> SchedulingMessage {
        SchedulingMessage(
            .cancel,
            to: attendee.addresses,
            components.map { $0.cancelled.stamped(now) },
            of: object
        )
    }
}
