public import Agenda

/// The calendars and groups of an account, as the server describes them, and which of them the person has chosen to see.
public struct CalendarDirectory: Sendable {
    /// The account; empty before the first load.
    public private(set) var account = ""
    /// The groups that the account is in, in the order in which the server described them first.
    public private(set) var groups: [GroupEntry] = []
    /// All calendars: the account's own, those kept in step with other services, those of groups, those only read from
    /// elsewhere, and then those of fellow members; each kind by its order, and by name without case and accents.
    public private(set) var calendars: [CalendarEntry] = []
    /// What the person has chosen to see.
    public internal(set) var choice = CalendarChoice()
    /// The identities of calendars and groups that the load under way hasn't mentioned yet.
    private var unmentioned: [String] = []

    /// Creates a directory without calendars.
    public init() {}

    /// The calendar with an identity; nil if there is none.
    @inline(never)
    public func calendar(_ id: CalendarID) -> CalendarEntry? { calendars.first { $0.id == id } }

    /// The group with an identity; nil if the account isn't in it.
    @inline(never)
    func group(_ id: String) -> GroupEntry? { groups.first { $0.id == id } }

    /// The groups by name, without case and accents.
    public var groupsByName: [GroupEntry] {
        @inline(never) get {
            var sorted: [GroupEntry] = []
            for group in groups {
                let place = sorted.firstIndex { group.precedes($0) } ?? sorted.count
                sorted.insert(group, at: place)
            }
            return sorted
        }
    }

    /// The calendar that new events go into: in a group's view the group's, otherwise the account's default, or the first of
    /// its own; nil if it has none of its own.
    public var defaultCalendar: CalendarID? {
        if let shared = shownGroup?.calendar, calendar(shared) != nil { return shared }
        let own = calendars.first { $0.isDefault && $0.isOwn } ?? calendars.first { $0.isOwn }
        return own?.id
    }

    /// The name that people see; a fellow member's calendar has the member's.
    public func name(of id: CalendarID) -> String {
        calendar(id).map { name(of: $0) } ?? ""
    }

    func name(of entry: CalendarEntry) -> String {
        entry.owner.isEmpty ? entry.name : member(for: entry)?.name ?? entry.name
    }

    // MARK: - Changes

    mutating func put(_ entry: CalendarEntry) {
        remove(entry.id)
        if entry.isDefault, let place = calendars.firstIndex(where: { $0.isDefault }) {
            calendars[place] = calendars[place].notDefault
        }
        let place = calendars.firstIndex { entry.precedes($0) } ?? calendars.count
        calendars.insert(entry, at: place)
    }

    @inline(never)
    mutating func remove(_ calendar: CalendarID) {
        if let place = calendars.firstIndex(where: { $0.id == calendar }) {
            calendars.remove(at: place)
        }
        mention(calendar.text)
    }

    mutating func put(_ group: GroupEntry) {
        if let place = groups.firstIndex(where: { $0.id == group.id }) {
            groups[place] = group
        } else {
            groups.append(group)
        }
        mention(group.id)
    }

    mutating func removeGroup(_ id: String) {
        if let place = groups.firstIndex(where: { $0.id == id }) { groups.remove(at: place) }
        mention(id)
    }

    @inline(never)
    private mutating func mention(_ id: String) {
        if let place = unmentioned.firstIndex(of: id) { unmentioned.remove(at: place) }
    }

    /// Notes that everything is about to be described again.
    ///
    /// Another account begins with nothing.
    mutating func begin(for account: String) {
        if !self.account.isEmpty, self.account != account {
            calendars = []
            groups = []
        }
        self.account = account
        unmentioned = calendars.map { $0.id.text } + groups.map { $0.id }
    }

    /// Removes what wasn't described since ``begin(for:)``.
    mutating func end() {
        for id in unmentioned {
            remove(CalendarID(id))
            removeGroup(id)
        }
    }
}

extension CalendarEntry {
    /// Whether the account keeps it here: not in a group, and not with another service.
    var isOwn: Bool { owner.isEmpty && level == .own }

    private var rank: Int {
        if !owner.isEmpty { return 4 }
        return switch level {
        case .connected: 1
        case .group: 2
        case .subscribed: 3
        default: 0
        }
    }

    /// Whether it's listed before another.
    fileprivate func precedes(_ other: CalendarEntry) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if owner != other.owner { return owner < other.owner }
        if order != other.order { return order < other.order }
        return place < other.place
    }

    private var place: NamePlace { NamePlace(folded: foldedName, identity: id.text) }
}

extension GroupEntry {
    /// Whether it's listed before another.
    fileprivate func precedes(_ other: GroupEntry) -> Bool { place < other.place }

    private var place: NamePlace { NamePlace(folded: foldedName, identity: id) }
}

/// The place of a name in a list.
private struct NamePlace {
    /// The name without case and accents.
    let folded: [UInt8]
    /// What it names, for those that have the same name.
    let identity: String

    @inline(never)
    static func < (one: NamePlace, other: NamePlace) -> Bool {
        if one.folded == other.folded { return one.identity < other.identity }
        return one.folded.lexicographicallyPrecedes(other.folded)
    }
}
