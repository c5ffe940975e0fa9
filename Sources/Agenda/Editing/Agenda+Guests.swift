import ICalendar

extension Agenda {
    /// Sets the address and the name in which the viewer invites others.
    public mutating func setHost(_ host: Guest) {
        self.host = host
    }

    /// Whether the viewer decides whom an event invites.
    ///
    /// It has to be in a calendar of their own, and nobody else may invite to it. Whom a group's event
    /// asks follows from the group.
    public func decidesGuests(of details: EventDetails, in calendar: CalendarID) -> Bool {
        guard host != nil, calendars[calendar]?.level == .own else { return false }
        return details.organizer.map { isViewers($0.value) } ?? true
    }

    /// Whether a calendar address is the viewer's own, by e-mail address or by account.
    public func isViewers(_ address: String) -> Bool {
        address.isSame(ignoringCase: host?.address ?? "")
            || address.isSame(ignoringCase: Candidate.addressPrefix + account)
    }
}
