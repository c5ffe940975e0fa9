/// A group that is viewed on its own.
public struct GroupView: Hashable, Sendable {
    /// The identity of the group.
    public let group: String
    /// The colours of its members, by account.
    public let colors: [String: EventColor]

    /// Creates a group view from its parts.
    public init(group: String, colors: [String: EventColor]) {
        self.group = group
        self.colors = colors
    }
}

extension Agenda {
    /// Sets the viewer's account: its answers count as their own.
    public mutating func setAccount(_ account: String) {
        guard account != self.account else { return }
        self.account = account
        revision += 1
    }

    /// Shows only the calendars of a group and of its members, in the members' colours; nil shows
    /// all again.
    public mutating func showGroup(_ view: GroupView?) {
        groupView = view
        updateShown()
        // Colours change too, so this counts as more than a change of visibility.
        revision += 1
    }

    /// Works out again which calendars are shown.
    mutating func updateShown() {
        // A snapshot of the keys, because the loop writes to the table.
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
        guard let view = groupView else { return true }
        return calendar.groups.contains(view.group)
    }

    /// Whether views show an occurrence.
    ///
    /// Its calendar has to be shown. While a group is viewed, an event of another group also has to
    /// take the viewer's time.
    public func isShown(_ occurrence: EventOccurrence) -> Bool {
        guard let calendar = calendar(of: occurrence.key.object) else { return true }
        guard calendar.isShown else { return false }
        return !belongsToUnviewedGroup(calendar) || occurrence.event.takesTime(of: account)
    }

    /// Whether an occurrence counts as taking the viewer's own time.
    ///
    /// While no group is viewed, the events of fellow members don't.
    public func takesViewersTime(_ occurrence: EventOccurrence) -> Bool {
        guard groupView == nil else { return true }
        return calendar(of: occurrence.key.object)?.isMirrored != true
    }

    /// The accounts whose time an occurrence takes: nobody's if it's free, cancelled or proposed.
    ///
    /// A group's event takes the time of those who are asked and didn't say no, or else the
    /// viewer's.
    public func people(whoseTimeIsTakenBy occurrence: EventOccurrence) -> [String] {
        guard occurrence.event.takesTime, let calendar = calendar(of: occurrence.key.object) else {
            return []
        }
        if calendar.isMirrored { return [calendar.owner] }
        guard calendar.level == .group, let answers = occurrence.event.answers else {
            return [account]
        }
        return answers.list.map { $0.account }.filter { answers.asks($0) }
    }

    /// The account whose colour and name a calendar's events are drawn with; nil when they are
    /// drawn as the calendar's.
    ///
    /// That's the owner of a mirrored calendar. In a group view it's also the viewer, for their own
    /// calendars and for those of their other groups.
    public func person(of calendar: CalendarCollection) -> String? {
        if belongsToUnviewedGroup(calendar) { return account }
        let isOfPerson = calendar.isMirrored || groupView != nil && calendar.isViewers
        return isOfPerson && !calendar.owner.isEmpty ? calendar.owner : nil
    }

    /// Whether a group is viewed and this calendar is another group's, of which only the viewer's
    /// own time is shown.
    func belongsToUnviewedGroup(_ calendar: CalendarCollection) -> Bool {
        guard let view = groupView, calendar.level == .group else { return false }
        return calendar.groups.first != view.group
    }

    /// The calendar that an object is in.
    func calendar(of id: ObjectID) -> CalendarCollection? { calendars[id.calendar] }

    /// Refuses to change a calendar that the viewer can't write.
    ///
    /// - Parameter id: The calendar to change.
    /// - Throws: ``EditError/readOnly(_:)`` for a fellow member's calendar, or a subscribed one.
    func checkWritable(_ id: CalendarID) throws(EditError) {
        guard let level = calendars[id]?.level else { return }
        if !Permission.allows(.writeEvents, at: level) { throw .readOnly(id) }
    }

    /// The colour an occurrence is shown in.
    ///
    /// In a group view that's the person's colour. A mirrored calendar has one colour for all of
    /// its events; in others, an event's own colour comes before the calendar's.
    public func color(of occurrence: EventOccurrence) -> EventColor {
        let calendar = calendar(of: occurrence.key.object)
        if let person = calendar.flatMap(person(of:)), let color = groupView?.colors[person] {
            return color
        }
        if let calendar, calendar.isMirrored { return calendar.color }
        return occurrence.event.color ?? calendar?.color ?? .blue
    }

    /// Whether the viewer said no to an agreed event of a group.
    public func isDeclined(_ occurrence: EventOccurrence) -> Bool {
        guard let answers = occurrence.event.answers, answers.identity.isEmpty,
            calendar(of: occurrence.key.object)?.level == .group
        else { return false }
        return answers.choice(of: account) == .no
    }

    /// Counts the members' answers to an occurrence of a candidate; nil for other events.
    public func tally(of occurrence: EventOccurrence) -> ProposalTally? {
        guard let answers = occurrence.event.answers, !answers.identity.isEmpty,
            calendar(of: occurrence.key.object)?.level == .group
        else { return nil }
        var tally = answers.tally
        tally.own = answers.choice(of: account)
        return tally
    }
}

/// The number of members who gave each answer to a candidate, and the viewer's own answer.
public struct ProposalTally: Hashable, Sendable {
    /// The identity that all candidates of the proposal share.
    public let identity: String
    /// The viewer's answer; nil before they answer.
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

/// The accounts that are asked to come to an event, with their answers.
///
/// A class, so that events stay small: they are copied often, and few have answers.
public final class EventAnswers: Hashable, Sendable {
    /// The identity that all candidates of a proposal share; empty for other events.
    public let identity: String
    /// The accounts with their answers, in the order of the text.
    public let list: [EventAnswer]

    /// How many people gave each answer, without saying which is the viewer's.
    let tally: ProposalTally
    /// The answers by account, because views look one up for every occurrence; if an account has
    /// several, the last one counts.
    private let choices: [String: ProposalChoice?]

    init(identity: String, list: [EventAnswer]) {
        self.identity = identity
        self.list = list
        var tally = ProposalTally(identity: identity)
        var choices: [String: ProposalChoice?] = [:]
        for answer in list {
            switch answer.choice {
            case .yes: tally.yes += 1
            case .maybe: tally.maybe += 1
            case .no: tally.no += 1
            case nil: tally.missing += 1
            }
            choices[answer.account] = .some(answer.choice)
        }
        self.tally = tally
        self.choices = choices
    }

    /// The answer of an account; nil if it isn't asked or hasn't answered.
    func choice(of account: String) -> ProposalChoice? { choices[account] ?? nil }

    /// Whether an account is asked and didn't say no.
    func asks(_ account: String) -> Bool {
        guard let choice = choices[account] else { return false }
        return choice != .no
    }

    /// Compares by value.
    public static func == (left: EventAnswers, right: EventAnswers) -> Bool {
        left.identity == right.identity && left.list == right.list
    }

    /// Hashes by value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
        hasher.combine(list)
    }
}

/// An account that is asked to come to an event, with its answer.
public struct EventAnswer: Hashable, Sendable {
    /// The account.
    public let account: String
    /// The answer; nil before there is one.
    public let choice: ProposalChoice?
}
