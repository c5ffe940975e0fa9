/// Restarts the change log in a database that was restored from a backup.
///
/// Pages and programs may know changes that were made after the backup. If tokens continued from
/// the backup's last one, later changes would get tokens that these readers already know, and the
/// readers would never hear of them. So the log is emptied and continues with tokens that were
/// never given out: readers with an earlier token read everything again.
extension DatabaseConnection {
    /// Turns a database into one in use if it's a backup.
    func finishRestoration(nowSecond: Int64) throws {
        guard try counterIfAny(Backup.mark) != nil else { return }
        try beginNewTokens(nowSecond: nowSecond)
    }

    /// Starts the log again.
    ///
    /// A token consists of the millisecond of the restoration and the number of the change after
    /// it, so each restoration gives out other tokens than any before. Only a server with more than
    /// a thousand million changes a second could already have reached them.
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
