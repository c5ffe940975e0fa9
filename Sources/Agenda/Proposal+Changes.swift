public import CivilTime
import ICalendar

extension Proposal {
    /// The text with one member's answer, to all of a candidate or to one occurrence of it.
    ///
    /// An answer to all goes for every occurrence that the member did not answer by itself. The
    /// answers of all others stay, and so does everything else.
    ///
    /// - Parameters:
    ///   - choice: The answer.
    ///   - account: Whose it is.
    ///   - text: The candidate.
    ///   - occurrence: The start of an occurrence, before any change of it, in the basic form of
    ///     RFC 5545: as its key has it, or in UTC. nil is for all.
    ///   - comment: What is said along with it, at most 500 bytes; empty takes it away, nil leaves
    ///     what was said before.
    ///   - zones: The zone of the candidate, at least.
    ///   - now: The time to note as `LAST-MODIFIED`.
    /// - Returns: The text to store.
    /// - Throws: Why the answer can't be taken.
    public static func answering(
        _ choice: ProposalChoice,
        by account: String,
        in text: [UInt8],
        occurrence: String? = nil,
        comment: String? = nil,
        zones: ZoneCatalogue,
        now: Instant
    ) throws(ProposalError) -> [UInt8] {
        if let comment, comment.utf8.count > Limits.proposalCommentBytesMax { throw .comment }
        var object = try candidate(text)
        let answer = Answer(account: account, choice: choice, comment: comment, now: now)
        let masters = object.components(named: .event).filter { $0.first(.recurrenceID) == nil }
        guard masters.first?.attendee(account) != nil else { throw .notAMember }
        if let occurrence {
            try answer.write(toOccurrence: occurrence, of: &object, text: text, zones: zones)
        } else {
            object.mapComponents { $0.isNamed(.event) ? answer.written(toAllOf: $0) : $0 }
        }
        return CalendarText.write([object])
    }

    /// The text with one more member asked; one who is asked already gets the name.
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

    /// The text without a member and their answers; who is not asked is no error.
    public static func removing(
        _ account: String,
        from text: [UInt8]
    ) throws(ProposalError) -> [UInt8] {
        var object = try candidate(text)
        object.mapEvents { event in
            let kept = event.all(.attendee).filter { !$0.isAccount(account) }
            event.setAll("ATTENDEE", to: kept)
        }
        return CalendarText.write([object])
    }

    /// The text as an event that takes place, with the answers.
    ///
    /// - Throws: That it is no candidate, which it is not a second time either.
    public static func confirming(_ text: [UInt8], now: Instant) throws(ProposalError) -> [UInt8] {
        var object = try candidate(text)
        object.mapEvents { event in
            let identity = event.first(identityName)?.rawValue
            let related = event.all(.relatedTo).filter { $0.rawValue != identity }
            event.setAll("RELATED-TO", to: related)
            event.remove(identityName)
            event.remove(deadlineName)
            let status = event.first(.status).map { EventStatus($0) }
            // One occurrence may have been called off.
            if status != .cancelled { event.set(Property(name: "STATUS", rawValue: "CONFIRMED")) }
            DraftWriter(zones: ZoneCatalogue(), viewer: .utc, now: now).touch(&event)
        }
        return CalendarText.write([object])
    }

    /// The object of a text that is a candidate.
    private static func candidate(_ text: [UInt8]) throws(ProposalError) -> Component {
        guard let object = CalendarText.parse(text).components.first, Proposal(object) != nil else {
            throw .notAProposal
        }
        return object
    }
}

/// An answer that is to be written down.
private struct Answer {
    let account: String
    let choice: ProposalChoice
    let comment: String?
    let now: Instant

    /// The event, master or override, with the answer to all.
    func written(toAllOf event: Component) -> Component {
        guard let old = event.attendee(account), old.parameter(Proposal.ownAnswerName) == nil else {
            return event
        }
        var event = event
        event.setAttendee(account, put)
        stamp(&event)
        return event
    }

    /// Writes the answer into the override of an occurrence, made when there is none yet.
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
            strand: series.strand
        )
        do throws(EditError) {
            let editor = try agenda.editor(for: key, now: now)
            var event = try editor.ownOverride(in: object)
            event.setAttendee(account) { put($0).setting(Proposal.ownAnswerName, to: ["TRUE"]) }
            stamp(&event)
            editor.putOverride(event, in: &object)
        } catch {
            throw ProposalError(error)
        }
    }

    private func put(_ attendee: Property) -> Property {
        var attendee = attendee.setting("PARTSTAT", to: [choice.partStat])
        if let comment {
            attendee = attendee.setting(
                Proposal.commentName,
                to: comment.isEmpty ? [] : [comment]
            )
        }
        return attendee
    }

    /// RFC 5546, 2.1.4: an answer is no new state of the event, so that `SEQUENCE` stays.
    private func stamp(_ event: inout Component) {
        event.set(Property(name: "DTSTAMP", rawValue: now.basicText))
        event.set(Property(name: "LAST-MODIFIED", rawValue: now.basicText))
    }
}

extension Component {
    /// The `ATTENDEE` of an account.
    func attendee(_ account: String) -> Property? {
        all(.attendee).first { $0.isAccount(account) }
    }

    /// Adds a member who has not answered, unless they are there.
    mutating func addAttendee(_ member: ProposalMember) {
        guard attendee(member.account) == nil else { return }
        var parameters = member.name.isEmpty ? [] : [Parameter("CN", member.name)]
        parameters.append(Parameter("PARTSTAT", "NEEDS-ACTION"))
        append(Property(name: "ATTENDEE", parameters: parameters, rawValue: member.address))
    }

    /// Puts the `ATTENDEE` of an account through a change.
    mutating func setAttendee(_ account: String, _ change: (Property) -> Property) {
        guard attendee(account) != nil else { return }
        let changed = all(.attendee).map { $0.isAccount(account) ? change($0) : $0 }
        setAll("ATTENDEE", to: changed)
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
    fileprivate func isAccount(_ account: String) -> Bool {
        ProposalMember.account(self) == account
    }
}
