import Agenda

/// What a person has chosen to see of the calendars.
public struct CalendarChoice: Hashable, Sendable {
    /// The group that is shown by itself; empty to show everything.
    public let group: String
    /// The switches that are off: identities of calendars, and accounts of people.
    public let hidden: [String]

    /// Creates a choice; by default everything is shown.
    public init(group: String = "", hidden: [String] = []) {
        self.group = group
        self.hidden = hidden
    }
}

// Which calendars are shown. Each of the account's calendars and each group's has a switch, and each fellow member has one for
// all of their calendars. In the view of a group the account has one as well, for its own calendars.

extension CalendarDirectory {
    /// The group that is shown by itself; nil if everything is shown, or if the account isn't in the group any more.
    public var shownGroup: GroupEntry? { choice.group.isEmpty ? nil : group(choice.group) }

    /// Everything that can be switched on and off, in the order in which it's listed.
    public var switches: [String] {
        var switches: [String] = []
        for entry in calendars where entry.owner.isEmpty { switches.append(entry.id.text) }
        switches += others
        if shownGroup != nil { switches.append(account) }
        return switches
    }

    /// Whether a switch is on.
    ///
    /// In the view of a group, those of the account's own calendars need its own switch as well.
    @inline(never)
    public func isOn(_ switch: String) -> Bool {
        if isOff(`switch`) { return false }
        return shownGroup == nil || !isOff(account) || !isAccountsOwn(`switch`)
    }

    /// Whether a calendar is drawn.
    public func isShown(_ entry: CalendarEntry) -> Bool {
        guard let group = shownGroup, group.calendar != entry.id else {
            return !isOff(entry.id.text) && !isOff(entry.owner)
        }
        // A single calendar of a fellow member's can be off as well.
        if entry.owner.isEmpty {
            return group.share(of: entry) != .hidden && !isOff(entry.id.text) && !isOff(account)
        }
        return entry.groups.contains(group.id) && !isOff(entry.id.text) && !isOff(entry.owner)
    }

    /// The switches that are off when only these are on.
    ///
    /// In the view of a group, people who aren't the account are shown without its calendars by its own switch, so that
    /// those of the calendars stay as they are.
    public func hiddenSwitches(showingOnly shown: [String]) -> [String] {
        let isOthers = shownGroup != nil && !shown.contains { isAccountsOwn($0) }
        return switches.filter { each in
            if shown.contains(each) { return false }
            return isOthers && isAccountsOwn(each) ? isOff(each) : isOthers || each != account
        }
    }

    /// The accounts of all fellow members, each once.
    public var others: [String] {
        var others: [String] = []
        for group in groupsByName {
            for member in group.members
            where member.account != account && !others.contains(member.account) {
                others.append(member.account)
            }
        }
        return others
    }

    @inline(never)
    private func isOff(_ switch: String) -> Bool { choice.hidden.contains(`switch`) }

    /// Whether a switch is that of one of the account's calendars, other than those of groups.
    @inline(never)
    private func isAccountsOwn(_ switch: String) -> Bool {
        calendars.contains {
            $0.id.text == `switch` && $0.owner.isEmpty && $0.level != .group
        }
    }
}
