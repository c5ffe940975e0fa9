/// A group that is looked at by itself.
public struct GroupView: Hashable, Sendable {
    /// The group.
    public let group: String
    /// The colours of its members, by account.
    public let colors: [String: EventColor]

    /// Joins both parts.
    public init(group: String, colors: [String: EventColor]) {
        self.group = group
        self.colors = colors
    }
}

extension Agenda {
    /// Says whose agenda it is: whose answers are one's own.
    public mutating func setAccount(_ account: String) {
        guard account != self.account else { return }
        self.account = account
        revision += 1
    }

    /// Shows or hides a fellow member: all calendars that are theirs.
    public mutating func showPerson(_ account: String, _ isVisible: Bool) {
        if isVisible { hiddenPeople.remove(account) } else { hiddenPeople.insert(account) }
        updateShown()
    }

    /// Shows the calendars of a group and of its members only, in the colours of these; nil shows
    /// all again.
    public mutating func showGroup(_ view: GroupView?) {
        groupView = view
        updateShown()
        // Colours change with it, which is more than a calendar less.
        revision += 1
    }

    /// Finds out anew which calendars are shown.
    mutating func updateShown() {
        // A snapshot of the keys: the table is written to meanwhile.
        for id in Array(calendars.keys) {
            guard var calendar = calendars[id] else { continue }
            calendar.isShown = isShown(calendar)
            calendars[id] = calendar
        }
        revision += 1
        visibilityChangeCount += 1
    }

    func isShown(_ calendar: CalendarCollection) -> Bool {
        guard calendar.isVisible else { return false }
        if let person = person(of: calendar), hiddenPeople.contains(person) { return false }
        guard let view = groupView else { return true }
        return calendar.groups.contains(view.group)
    }

    /// Whether views show an occurrence: its calendar is shown, and of another group than the one that
    /// is looked at it takes the viewer's time.
    public func isShown(_ occurrence: EventOccurrence) -> Bool {
        guard let calendar = calendar(of: occurrence.key.object) else { return true }
        guard calendar.isShown else { return false }
        return !isOfAnotherGroup(calendar) || occurrence.event.takesTime(of: account)
    }

    /// Whose the events of a calendar are drawn as: its owner's, where one sees people; in the view of
    /// a group one's own as well, and what one has in another group.
    public func person(of calendar: CalendarCollection) -> String? {
        if isOfAnotherGroup(calendar) { return account }
        let isOfPerson = calendar.isMirrored || groupView != nil && calendar.level == .own
        return isOfPerson && !calendar.owner.isEmpty ? calendar.owner : nil
    }

    /// Whether a calendar is another group's than the one that is looked at, in which one sees one's own
    /// time of it.
    func isOfAnotherGroup(_ calendar: CalendarCollection) -> Bool {
        guard let view = groupView, calendar.level == .group else { return false }
        return calendar.groups.first != view.group
    }

    /// The calendar that an object is in.
    func calendar(of id: ObjectID) -> CalendarCollection? { calendars[id.calendar] }

    /// Refuses what is not for the viewer to change.
    ///
    /// - Parameter id: The calendar that something is changed in.
    /// - Throws: That it is a fellow member's.
    func checkWritable(_ id: CalendarID) throws(EditError) {
        if calendars[id]?.isMirrored ?? false { throw .readOnly(id) }
    }

    /// The hue an occurrence is shown in: that of the person where people are shown, the event's
    /// own, or its calendar's.
    public func color(of occurrence: EventOccurrence) -> EventColor {
        let calendar = calendar(of: occurrence.key.object)
        if let person = calendar.flatMap(person(of:)), let color = groupView?.colors[person] {
            return color
        }
        if let calendar, calendar.isMirrored { return calendar.color }
        return occurrence.event.color ?? calendar?.color ?? .blue
    }

    /// Whether the viewer said no to an event of a group that they are asked to.
    public func isDeclined(_ occurrence: EventOccurrence) -> Bool {
        guard let answers = occurrence.event.answers, answers.identity.isEmpty,
            calendar(of: occurrence.key.object)?.level == .group
        else { return false }
        return answers.list.contains { $0.account == account && $0.choice == .no }
    }

    /// How the members asked stand to an occurrence of a proposal; nil for all other events.
    public func tally(of occurrence: EventOccurrence) -> ProposalTally? {
        guard let answers = occurrence.event.answers, !answers.identity.isEmpty,
            calendar(of: occurrence.key.object)?.level == .group
        else { return nil }
        var tally = ProposalTally(identity: answers.identity)
        for answer in answers.list {
            switch answer.choice {
            case .yes: tally.yes += 1
            case .maybe: tally.maybe += 1
            case .no: tally.no += 1
            case nil: tally.missing += 1
            }
            if answer.account == account { tally.own = answer.choice }
        }
        return tally
    }
}

/// How many said what to a candidate, and what the viewer said.
public struct ProposalTally: Hashable, Sendable {
    /// What the candidates of the proposal share.
    public let identity: String
    /// The viewer's answer; nil as long as there is none.
    public internal(set) var own: ProposalChoice?
    /// How many said yes.
    public internal(set) var yes = 0
    /// How many said maybe.
    public internal(set) var maybe = 0
    /// How many said no.
    public internal(set) var no = 0
    /// How many have not answered.
    public internal(set) var missing = 0

    init(identity: String) {
        self.identity = identity
    }
}

/// Who is asked to come to an event, and what they said; of events that name accounts only.
///
/// A class, because events are moved about and few have one.
public final class EventAnswers: Hashable, Sendable {
    /// What the candidates of a proposal share; empty for an event that is none.
    public let identity: String
    /// The accounts with their answers, in the order of the text.
    public let list: [EventAnswer]

    init(identity: String, list: [EventAnswer]) {
        self.identity = identity
        self.list = list
    }

    /// Compares what is in them.
    public static func == (left: EventAnswers, right: EventAnswers) -> Bool {
        left.identity == right.identity && left.list == right.list
    }

    /// Hashes what is in it.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
        hasher.combine(list)
    }
}

/// An account and its answer.
public struct EventAnswer: Hashable, Sendable {
    /// The account.
    public let account: String
    /// The answer; nil as long as there is none.
    public let choice: ProposalChoice?
}
