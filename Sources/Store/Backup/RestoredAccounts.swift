/// What a restoration does to accounts, besides their calendars: each list has e-mail addresses in order.
package struct RestoredAccounts: Hashable, Sendable {
    /// Those that were disabled after the backup, and aren't any more.
    package let enabled: [String]
    /// Those that were enabled after the backup, and aren't any more.
    package let disabled: [String]
    /// Those that weren't there any more, and are back.
    package let back: [String]
    /// Those that were made after the backup, and aren't there any more.
    package let gone: [String]

    /// Compares a backup with what was there before.
    ///
    /// - Parameters:
    ///   - backup: The file that was restored.
    ///   - kept: The file with what was there before.
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
            // Accounts of older versions can't be disabled.
            let canBeDisabled = try connection.columns(of: "users").contains("disabled_second")
            let condition = canBeDisabled ? "disabled_second IS NOT NULL" : "0"
            let rows = try connection.rows("SELECT email, \(condition) FROM users", [])
            return try rows.reduce(into: [String: Bool]()) { $0[try $1.text(0)] = try $1.bool(1) }
        }
        try file.close()
        return accounts
    }
}
