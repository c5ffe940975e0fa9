/// A message to the other servers after writes.
///
/// It means that the log may have new entries. Changes that aren't in the log are told by account.
package struct WriteHint: Hashable, Sendable {
    /// The accounts whose streams have to look for changes that aren't in the log; nil for all
    /// accounts.
    package let accounts: Set<AccountID>?

    /// The hint after writes whose changes are all in the log.
    static let ofLog = WriteHint(accounts: [])
    static let forEverybody = WriteHint(accounts: nil)

    /// A hint for some accounts; for all if there are more than ``Limits/accountsPerHintMax``.
    init(accounts: Set<AccountID>?) {
        let isForSome = accounts.map { $0.count <= Limits.accountsPerHintMax } ?? false
        self.accounts = isForSome ? accounts : nil
    }

    /// Reads a hint from another server; the hint of an older version is empty.
    init(text: String) {
        let words = text.split(separator: " ").map(String.init)
        self.init(accounts: words == [Self.everybody] ? nil : Set(words.compactMap(AccountID.init)))
    }

    private static let everybody = "*"

    var text: String {
        guard let accounts else { return Self.everybody }
        return accounts.map(\.text).sorted().joined(separator: " ")
    }

    /// Both hints in one.
    func merged(with other: WriteHint) -> WriteHint {
        guard let accounts, let others = other.accounts else { return .forEverybody }
        return WriteHint(accounts: accounts.union(others))
    }
}

extension AsyncStream<WriteHint>.Continuation {
    /// Tells a hint, merged with an earlier one that nobody has taken yet.
    ///
    /// The stream has to keep only its newest element, and only one task may write into it.
    func tell(_ hint: WriteHint) {
        var hint = hint
        while case .dropped(let earlier) = yield(hint) {
            let both = hint.merged(with: earlier)
            guard both != hint else { return }
            hint = both
        }
    }
}
