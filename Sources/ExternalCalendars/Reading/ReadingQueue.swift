import ServerBase
package import Store

/// Which calendars are being read, so that no host and no account gets more than its share.
package actor ReadingQueue {
    private var hosts: [CalendarID: String] = [:]
    private var accounts: [CalendarID: AccountID] = [:]

    /// Takes a place for an external calendar.
    ///
    /// There are some places more for readings that somebody waits for.
    ///
    /// - Returns: False while too much is being read already: in all, from the host, or for the
    ///   account.
    package func enter(
        _ calendar: CalendarID,
        of account: AccountID,
        host: String,
        isAwaited: Bool = false
    ) -> Bool {
        let more = isAwaited ? Limits.externalCalendarsAwaitedMore : 0
        guard hosts[calendar] == nil, hosts.count < Limits.externalCalendarsAtOnceMax + more,
            hosts.values.count(where: { $0 == host }) < Limits.externalCalendarsAtOncePerHostMax
                + more,
            accounts.values.count(where: { $0 == account })
                < Limits.externalCalendarsAtOncePerAccountMax + more
        else { return false }
        hosts[calendar] = host
        accounts[calendar] = account
        return true
    }

    /// Whether nothing is being read.
    package var isEmpty: Bool { hosts.isEmpty }

    /// Gives the place of an external calendar back.
    package func leave(_ calendar: CalendarID) {
        hosts[calendar] = nil
        accounts[calendar] = nil
    }
}
