/// The accounts that a restoration changes, apart from their calendars: lists of e-mail addresses
/// in order.
package struct RestoredAccounts: Hashable, Sendable {
    /// Accounts that were disabled after the backup, and are enabled again.
    package let enabled: [String]
    /// Accounts that were enabled after the backup, and are disabled again.
    package let disabled: [String]
    /// Accounts that were removed after the backup, and are back.
    package let back: [String]
    /// Accounts that were made after the backup, and are gone.
    package let gone: [String]

    /// Compares a backup with the database that it replaced.
    ///
    /// - Parameters:
    ///   - backup: The file that was restored.
    ///   - kept: The file with the earlier database.
    /// - Throws: ``BackupError``, ``StoreError``.
    package init(from backup: String, inPlaceOf kept: String) throws {
        let restored = try Self.accounts(in: backup)
        let before = try Self.accounts(in: kept)
        func addresses(_ isMeant: (_ isDisabled: Bool, _ wasDisabled: Bool?) -> Bool) -> [String] {
            restored.filter { isMeant($0.value, before[$0.key]) }.keys.sorted()
        }
        enabled = addresses { $1 == true && !$0 }
        disabled = addresses { $1 == false && $0 }
        back = addresses { $1 == nil }
        gone = before.keys.filter { restored[$0] == nil }.sorted()
    }

    /// Whether each account is disabled, by its address.
    private static func accounts(in path: String) throws -> [String: Bool] {
        let file = try SQLiteFile(reading: path)
        let accounts = try file.read { connection in
            // Older versions couldn't disable accounts.
            let canBeDisabled = try connection.columns(of: "users").contains("disabled_second")
            let condition = canBeDisabled ? "disabled_second IS NOT NULL" : "0"
            let rows = try connection.rows("SELECT email, \(condition) FROM users", [])
            return try rows.reduce(into: [String: Bool]()) { $0[try $1.text(0)] = try $1.bool(1) }
        }
        try file.close()
        return accounts
    }
}
