/// Lets the log of changes begin anew in a database that was brought back from a backup.
///
/// Pages and programs may know changes that came after the backup. If tokens went on where the backup has
/// them, later changes would get tokens that these readers know already, and they'd never hear of them. So
/// the log is emptied, and goes on with tokens that nobody was ever given: readers with any earlier one
/// read everything again.
extension DatabaseConnection {
    /// Makes a backup a database in use, if it's one.
    func finishRestoration(nowSecond: Int64) throws {
        guard try counterIfAny(Backup.mark) != nil else { return }
        try beginNewTokens(nowSecond: nowSecond)
    }

    /// Begins the log anew.
    ///
    /// A token is the millisecond of the restoration and the number of a change after it, so one restoration
    /// gives out others than any before. Only a server with more than a thousand million changes a second
    /// could have come that far.
    private func beginNewTokens(nowSecond: Int64) throws {
        let first = max(
            (nowSecond * 1000) << TransactionTokens.entryBits,
            try lastToken() + 1,
            try counterIfAny("change") ?? 0
        )
        try execute("DELETE FROM changes", [])
        for name in ["change", "change-floor"] { try setCounter(name, first) }
        try execute("DELETE FROM counters WHERE name = $1", [.text(Backup.mark)])
    }
}
