import Agenda

extension CalendarRecord {
    static let columns = """
        seen.shown_id, calendars.name, calendars.color, calendars.position, calendars.is_default,
        seen.member_id, calendars.group_id, seen.group_id, seen.level, calendars.components,
        calendars.path_name,
        (SELECT failure FROM sources WHERE sources.calendar_id = calendars.id)
        """

    /// Reads ``columns``.
    ///
    /// There's a row for each reason why the account sees the calendar, such as two groups in
    /// common with its owner; the highest level counts.
    init?(reasons: [Row]) throws {
        guard let first = reasons.first else { return nil }
        let level = try reasons.map { try AccessLevel(stored: $0.integer(8)) }.max() ?? .hidden
        id = CalendarID(stored: try first.text(0))
        let isNamed = Permission.allows(.seeEvents, at: level)
        name = isNamed ? try first.text(1) : ""
        color = isNamed ? try first.text(2) : "grey"
        let isOwn = level == .own
        position = Permission.allows(.manage, at: level) ? try first.integer(3) : 0
        isDefault = isOwn ? try first.bool(4) : false
        components = try first.text(9).split(separator: ",").map(String.init)
        pathName = isOwn && !first.isNull(10) ? try first.text(10) : nil
        sourceFailure = level.isFromElsewhere && !first.isNull(11) ? try first.text(11) : nil
        switch level {
        case .own: relation = .own
        case .subscribed: relation = .subscribed
        case .connected: relation = .connected
        case .group: relation = .group(GroupID(stored: try first.text(6)))
        default:
            relation = .mirrored(
                level,
                owner: AccountID(stored: try first.text(5)),
                groups: try reasons.map { GroupID(stored: try $0.text(7)) }
            )
        }
    }
}
