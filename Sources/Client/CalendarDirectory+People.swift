public import Agenda

// Whose a calendar is, and how it looks.

extension CalendarDirectory {
    /// Colours for people, in the order in which they are given out: those that resemble another come last.
    private static let palette: [EventColor] = [
        .red, .orange, .yellow, .green, .teal, .blue, .purple, .pink, .brown, .indigo, .mint, .grey,
    ]

    /// The member whose name and colour a calendar's events get: its owner if that's somebody else, and in the view of a
    /// group the account as well.
    @inline(never)
    public func member(for entry: CalendarEntry) -> GroupEntry.Member? {
        if let shown = shownGroup {
            if entry.owner.isEmpty, shown.calendar == entry.id { return nil }
            return shown.member(entry.owner.isEmpty ? account : entry.owner)
        }
        guard !entry.owner.isEmpty else { return nil }
        for id in entry.groups {
            if let group = group(id) { return group.member(entry.owner) }
        }
        return nil
    }

    /// The colours of fellow members by account, where they differ from those in their groups: while several groups are shown
    /// at once.
    ///
    /// Members of one group have different colours, but two of different groups may share one. The first to have a colour
    /// keeps it, and the other gets a free one: the same on every device, until somebody joins or leaves.
    public var colors: [String: EventColor] {
        guard shownGroup == nil, groups.count > 1 else { return [:] }
        var colors: [String: EventColor] = [:]
        var taken: [EventColor] = []
        var clashing: [GroupEntry.Member] = []
        for group in groups {
            for member in group.members
            where member.account != account && colors[member.account] == nil {
                if taken.contains(member.color) {
                    clashing.append(member)
                } else {
                    colors[member.account] = member.color
                    taken.append(member.color)
                }
            }
        }
        for member in clashing where colors[member.account] == nil {
            let color = Self.palette.first { !taken.contains($0) } ?? member.color
            colors[member.account] = color
            taken.append(color)
        }
        return colors
    }

    /// The colour in which a calendar's events are drawn.
    ///
    /// - Parameters:
    ///   - entry: The calendar.
    ///   - colors: ``colors``, found once for all calendars.
    /// - Returns: The calendar's own colour, or its person's.
    public func color(of entry: CalendarEntry, colors: [String: EventColor]) -> EventColor {
        if entry.level == .group { return entry.color }
        return colors[entry.owner] ?? member(for: entry)?.color ?? entry.color
    }

    /// A calendar as an agenda holds it: with the groups in which it takes time, in its person's colour, and somebody else's
    /// under their name.
    func collection(_ entry: CalendarEntry, colors: [String: EventColor]) -> CalendarCollection {
        var calendar = CalendarCollection(
            id: entry.id,
            name: name(of: entry),
            color: color(of: entry, colors: colors)
        )
        calendar.level = entry.level
        calendar.owner = entry.owner.isEmpty && entry.level != .group ? account : entry.owner
        calendar.groups = entry.groups
        // Other groups may see the account's times in a group's calendar.
        for group in groups
        where entry.owner.isEmpty && !entry.groups.contains(group.id)
            && group.share(of: entry) != .hidden
        {
            calendar.groups.append(group.id)
        }
        return calendar
    }

    /// The view of the group that is shown by itself.
    var groupView: GroupView? {
        shownGroup.map { group in
            var colors: [String: EventColor] = [:]
            for member in group.members { colors[member.account] = member.color }
            return GroupView(group: group.id, colors: colors)
        }
    }
}
