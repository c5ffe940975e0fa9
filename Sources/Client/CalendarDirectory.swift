public import Agenda

/// The calendars and groups of an account, as the server describes them.
public struct CalendarDirectory: Hashable, Sendable {
    /// The account; empty before the first load.
    public private(set) var account = ""
    /// The groups that the account is in, by their identity.
    public private(set) var groups: [String: GroupEntry] = [:]
    /// The calendars whose events aren't all known, because there are too many of them.
    public private(set) var incomplete: Set<CalendarID> = []
    private var entries: [CalendarID: CalendarEntry] = [:]

    /// Creates a directory without calendars.
    public init() {}

    /// Where an answer to an occurrence is sent.
    public enum AnswerPlace: Hashable, Sendable {
        /// To the event itself.
        case event(ObjectID)
        /// To this proposal of a group; the object is one of its candidates.
        case proposal(group: String, identity: String, ObjectID)
    }

    /// All calendars: the account's own, those at other services, those of groups, and then those of fellow members.
    public var calendars: [CalendarEntry] {
        entries.values.sorted { a, b in
            if a.rank != b.rank { return a.rank < b.rank }
            if a.order != b.order { return a.order < b.order }
            let (one, other) = (name(of: a), name(of: b))
            return one == other ? a.id.text < b.id.text : one < other
        }
    }

    /// The calendar that new events go into; nil if the account has none of its own.
    public var defaultCalendar: CalendarID? {
        let own = calendars.filter { $0.level == .own }
        return (own.first { $0.isDefault } ?? own.first)?.id
    }

    /// The name that people see; a fellow member's calendar has the member's.
    public func name(of calendar: CalendarID) -> String {
        entries[calendar].map { name(of: $0) } ?? ""
    }

    private func name(of entry: CalendarEntry) -> String {
        guard !entry.owner.isEmpty else { return entry.name }
        for group in entry.groups {
            let member = groups[group]?.members.first { $0.account == entry.owner }
            if let member { return member.name }
        }
        return entry.name
    }

    /// Where an answer to an occurrence is sent; nil if nobody can be answered, because the event is a fellow member's.
    public func answerPlace(of occurrence: EventOccurrence) -> AnswerPlace? {
        let object = occurrence.key.object
        guard let entry = entries[object.calendar],
            Permission.allows(.writeEvents, at: entry.level)
        else { return nil }
        return answerPlace(of: object, proposal: occurrence.event.answers?.identity ?? "")
    }

    /// Where an answer is sent; nil if the account isn't in the group any more.
    public func answerPlace(of answer: WaitingAnswer) -> AnswerPlace? {
        answerPlace(of: answer.object, proposal: answer.proposal)
    }

    private func answerPlace(of object: ObjectID, proposal: String) -> AnswerPlace? {
        if proposal.isEmpty { return .event(object) }
        let group = groups.values.first { $0.calendar == object.calendar }
        return group.map { .proposal(group: $0.id, identity: proposal, object) }
    }

    /// A calendar as an agenda holds it.
    func collection(_ entry: CalendarEntry) -> CalendarCollection {
        var calendar = CalendarCollection(id: entry.id, name: name(of: entry), color: entry.color)
        calendar.level = entry.level
        let isAccounts = entry.owner.isEmpty && entry.level != .group
        calendar.owner = isAccounts ? account : entry.owner
        calendar.groups = entry.groups
        return calendar
    }

    // MARK: - Changes

    mutating func put(_ entry: CalendarEntry) {
        if entry.isDefault {
            for id in Array(entries.keys) { entries[id]?.isDefault = false }
        }
        entries[entry.id] = entry
    }

    mutating func remove(_ calendar: CalendarID) {
        entries[calendar] = nil
        incomplete.remove(calendar)
    }

    mutating func put(_ group: GroupEntry) { groups[group.id] = group }

    mutating func removeGroup(_ id: String) { groups[id] = nil }

    mutating func noteIncomplete(_ calendar: CalendarID) { incomplete.insert(calendar) }

    /// Begins anew, because everything is about to be described again.
    mutating func begin(for account: String) {
        self = CalendarDirectory()
        self.account = account
    }
}

extension CalendarEntry {
    fileprivate var rank: Int {
        if !owner.isEmpty { return 3 }
        if level == .group { return 2 }
        return level.isFromElsewhere ? 1 : 0
    }
}
