import ServerBase

/// Remembers for some minutes which passwords of accounts were right.
///
/// A calendar program sends its password with every request, and scrypt takes a tenth of a second.
/// An entry belongs to the stored hash, so a changed password is out of it at once.
actor CheckedPasswords {
    private struct Entry: Hashable {
        let stored: String
        let typedHash: String

        init(_ typed: String, stored: String) {
            self.stored = stored
            typedHash = sha256Text(Array(typed.utf8))
        }
    }

    private var endsSecond: [Entry: Int64] = [:]

    /// Whether a password was right for a stored hash a short time ago.
    func contains(_ typed: String, stored: String, nowSecond: Int64) -> Bool {
        (endsSecond[Entry(typed, stored: stored)] ?? 0) > nowSecond
    }

    /// Remembers that a password is right for a stored hash.
    func insert(_ typed: String, stored: String, nowSecond: Int64) {
        if endsSecond.count >= Limits.checkedPasswordsMax {
            endsSecond = endsSecond.filter { $0.value > nowSecond }
        }
        if endsSecond.count >= Limits.checkedPasswordsMax { endsSecond.removeAll() }
        endsSecond[Entry(typed, stored: stored)] = nowSecond + Limits.checkedPasswordSeconds
    }
}
