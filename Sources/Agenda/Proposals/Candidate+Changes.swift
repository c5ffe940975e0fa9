public import CivilTime
import ICalendar

extension Candidate {
    /// The text with a member's answer to a whole candidate, to one of its occurrences, or to an
    /// event that they are asked to.
    ///
    /// An answer to all counts for every occurrence that the member didn't answer separately.
    /// Everything else stays, other members' answers included.
    ///
    /// - Parameters:
    ///   - choice: The answer; nil takes back an earlier one. The answer to all then counts for an
    ///     occurrence again.
    ///   - account: The member, or the address of somebody who is invited by another kind of it.
    ///   - text: The candidate or event.
    ///   - occurrence: The original start of the occurrence, in the basic form of RFC 5545: as its
    ///     key has it, or in UTC. nil answers all.
    ///   - comment: The comment on the answer, at most 500 bytes; empty removes it, nil keeps the
    ///     earlier one.
    ///   - zones: The candidate's zone, at least.
    ///   - now: The time to write as `LAST-MODIFIED`.
    /// - Returns: The text to store.
    /// - Throws: The reason why the answer can't be taken, such as a deadline that has passed.
    public static func answering(
        _ choice: ProposalChoice?,
        by account: String,
        in text: [UInt8],
        occurrence: String? = nil,
        comment: String? = nil,
        zones: ZoneCatalogue,
        now: Instant
    ) throws(ProposalError) -> [UInt8] {
        if let comment, comment.utf8.count > Limits.proposalCommentBytesMax { throw .comment }
        guard var object = CalendarText.parse(text).components.first,
            let asked = Candidate(asked: object)
        else { throw .notAProposal }
        if let over = deadline(of: object), over < now { throw .over(over) }
        let answer = Answer(account: account, choice: choice, comment: comment, now: now)
        guard object.isAsked(account) else { throw .notAMember }
        if let occurrence {
            try answer.write(toOccurrence: occurrence, of: &object, text: text, zones: zones)
        } else {
            object.mapComponents { $0.isNamed(.event) ? answer.written(toAllOf: $0) : $0 }
        }
        // Only a candidate's overrides exist for answers alone; an event may have others.
        if !asked.identity.isEmpty { object.dropAnsweredOverrides() }
        return CalendarText.write([object])
    }

    /// The text with one more member asked; if they are asked already, their name is updated.
    public static func adding(
        _ member: ProposalMember,
        to text: [UInt8]
    ) throws(ProposalError) -> [UInt8] {
        var object = try candidate(text)
        object.mapEvents { event in
            event.addAttendee(member)
            event.setAttendee(member.account) { old in
                let name = member.name.isEmpty ? [] : [member.name]
                return old.parameter("CN") == name.first ? old : old.setting("CN", to: name)
            }
        }
        return CalendarText.write([object])
    }

    /// The text without a member and their answers; unchanged if they aren't asked.
    public static func removing(
        _ account: String,
        from text: [UInt8]
    ) throws(ProposalError) -> [UInt8] {
        var object = try candidate(text)
        guard object.isAsked(account) else { return text }
        object.mapEvents { $0.keepAttendees { !$0.isAccount(account) } }
        object.dropAnsweredOverrides()
        return CalendarText.write([object])
    }

    /// The text with another deadline.
    ///
    /// - Parameters:
    ///   - deadline: The last moment for answers; nil takes answers until the proposal is decided.
    ///   - text: The candidate.
    ///   - now: The time to write as `LAST-MODIFIED`.
    /// - Returns: The text to store.
    /// - Throws: ``ProposalError/notAProposal``, or ``ProposalError/deadline(_:)`` if it has
    ///   already passed.
    public static func setting(
        deadline: Instant?,
        in text: [UInt8],
        now: Instant
    ) throws(ProposalError) -> [UInt8] {
        if let deadline, deadline < now { throw .deadline(deadline) }
        var object = try candidate(text)
        object.mapEvents { event in
            event.remove(deadlineName)
            if let deadline { event.append(.deadline(deadline)) }
            event.stamp(now)
        }
        return CalendarText.write([object])
    }

    /// The text as an agreed event, with the answers.
    ///
    /// - Parameters:
    ///   - text: The candidate.
    ///   - members: The current members of the group: no other account is asked to come.
    ///   - now: The time to write as `LAST-MODIFIED`.
    /// - Returns: The text to store.
    /// - Throws: ``ProposalError/notAProposal``, also if it was confirmed already.
    public static func confirming(
        _ text: [UInt8],
        members: [ProposalMember],
        now: Instant
    ) throws(ProposalError) -> [UInt8] {
        var object = try candidate(text)
        let present = Set(members.map { $0.account })
        object.mapEvents { event in
            event.keepAttendees { property in
                ProposalMember.account(property).map { present.contains($0) } ?? true
            }
            for member in members { event.addAttendee(member) }
            let identity = event.first(identityName)?.rawValue
            let related = event.all(.relatedTo).filter { $0.rawValue != identity }
            event.setAll("RELATED-TO", to: related)
            event.remove(identityName)
            event.remove(deadlineName)
            event.remove(suggesterName)
            let status = event.first(.status).map { EventStatus($0) }
            // A single occurrence may have been cancelled.
            if status != .cancelled { event.set(Property(name: "STATUS", rawValue: "CONFIRMED")) }
            DraftWriter(zones: ZoneCatalogue(), viewer: .utc, now: now).touch(&event)
        }
        return CalendarText.write([object])
    }

    /// The deadline of a candidate; nil if it has none.
    static func deadline(of object: Component) -> Instant? {
        let events = object.components(named: .event)
        let master = events.first { $0.first(.recurrenceID) == nil }
        guard case .utc(let instant)? = master?.time(deadlineName) else { return nil }
        return instant
    }

    /// Reads the object of a candidate's text.
    private static func candidate(_ text: [UInt8]) throws(ProposalError) -> Component {
        guard let object = CalendarText.parse(text).components.first, Candidate(object) != nil
        else {
            throw .notAProposal
        }
        return object
    }
}

/// An answer to write into the text.
private struct Answer {
    let account: String
    /// nil takes back an earlier answer.
    let choice: ProposalChoice?
    let comment: String?
    let now: Instant

    /// A master or override with the answer to all; unchanged if the member answered it separately.
    func written(toAllOf event: Component) -> Component {
        guard let old = event.attendee(account), old.parameter(Candidate.ownAnswerName) == nil
        else {
            return event
        }
        var event = event
        event.setAttendee(account, put)
        event.stamp(now)
        return event
    }

    /// Writes the answer into the override of an occurrence, and makes that if there is none.
    func write(
        toOccurrence occurrence: String,
        of object: inout Component,
        text: [UInt8],
        zones: ZoneCatalogue
    ) throws(ProposalError) {
        var agenda = Agenda()
        agenda.zones = zones
        let id = ObjectID(calendar: CalendarID(""), href: "")
        agenda.putObject(id, etag: "", text: text)
        guard let series = agenda.series(id), series.isRepeating,
            let start = series.time(recurrenceID: occurrence)
        else { throw .unknownOccurrence }
        let key = OccurrenceKey(
            object: id,
            originalStart: series.inMasterForm(start),
            masterIndex: series.masterIndex
        )
        var isAsked = true
        do throws(EditError) {
            let editor = try agenda.editor(for: key, now: now)
            var event = try editor.ownOverride(in: object)
            // Without a separate answer to this date there is nothing to take back.
            let said = event.attendee(account)
            if choice == nil, said?.parameter(Candidate.ownAnswerName) == nil { return }
            isAsked = said != nil
            let toAll = choice == nil ? editor.master(in: object)?.attendee(account) : nil
            event.setAttendee(account) { old in
                toAll ?? put(old).setting(Candidate.ownAnswerName, to: ["TRUE"])
            }
            event.stamp(now)
            editor.putOverride(event, in: &object)
        } catch {
            throw ProposalError(error)
        }
        // An override may ask other people than its series.
        guard isAsked else { throw .notAMember }
    }

    private func put(_ attendee: Property) -> Property {
        var attendee = attendee.answered(choice)
        if let comment {
            attendee = attendee.setting(
                Candidate.commentName,
                to: comment.isEmpty ? [] : [comment]
            )
        }
        return attendee
    }
}

extension Component {
    /// The `ATTENDEE` of an account.
    func attendee(_ account: String) -> Property? {
        all(.attendee).first { $0.isAccount(account) }
    }

    /// Adds a member who hasn't answered, unless they are asked already.
    mutating func addAttendee(_ member: ProposalMember) {
        guard attendee(member.account) == nil else { return }
        var parameters = member.name.isEmpty ? [] : [Parameter("CN", member.name)]
        parameters.append(Parameter("PARTSTAT", ProposalChoice.partStatOfNone))
        parameters.append(Parameter("RSVP", "TRUE"))
        append(Property(name: "ATTENDEE", parameters: parameters, rawValue: member.address))
    }

    /// Changes the `ATTENDEE` of an account, if there is one.
    mutating func setAttendee(_ account: String, _ change: (Property) -> Property) {
        guard attendee(account) != nil else { return }
        let changed = all(.attendee).map { $0.isAccount(account) ? change($0) : $0 }
        setAll("ATTENDEE", to: changed)
    }

    /// Keeps only some attendees; their lines stay as written.
    fileprivate mutating func keepAttendees(_ isKept: (Property) -> Bool) {
        let all = all(.attendee)
        let kept = all.filter(isKept)
        if kept.count < all.count { setAll("ATTENDEE", to: kept) }
    }

    /// Notes the time of a change, but keeps `SEQUENCE`: an answer doesn't change the event itself
    /// (RFC 5546, 2.1.4).
    fileprivate mutating func stamp(_ now: Instant) {
        set(Property(name: "DTSTAMP", rawValue: now.basicText))
        set(Property(name: "LAST-MODIFIED", rawValue: now.basicText))
    }

    /// Whether an object asks an account in any of its events.
    fileprivate func isAsked(_ account: String) -> Bool {
        components(named: .event).contains { $0.attendee(account) != nil }
    }

    /// Removes the overrides of a candidate that no longer have a separate answer, which is all
    /// they are made for.
    fileprivate mutating func dropAnsweredOverrides() {
        removeComponents { event in
            event.isNamed(.event) && event.first(.recurrenceID) != nil
                && !event.all(.attendee).contains {
                    $0.parameter(Candidate.ownAnswerName) != nil
                }
        }
    }

    fileprivate mutating func mapEvents(_ change: (inout Component) -> Void) {
        mapComponents { component in
            guard component.isNamed(.event) else { return component }
            var event = component
            change(&event)
            return event
        }
    }
}

extension Property {
    /// The `ATTENDEE` with an answer, or asked for one: calendar programs show buttons for the answer
    /// only where `RSVP` says so (RFC 5545 section 3.2.17).
    func answered(_ choice: ProposalChoice?) -> Property {
        setting("PARTSTAT", to: [choice?.partStat ?? ProposalChoice.partStatOfNone])
            .setting("RSVP", to: choice == nil ? ["TRUE"] : [])
    }

    fileprivate func isAccount(_ account: String) -> Bool {
        ProposalMember.account(self) == account || hasAddress(account)
    }
}
