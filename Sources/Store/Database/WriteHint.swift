/// What a server tells the others after its writes.
///
/// That something was written means that the log may have new entries. What changed besides is told by account.
package struct WriteHint: Hashable, Sendable {
    /// The accounts whose streams have to look for what the log doesn't tell; nil for those of all accounts.
    package let accounts: Set<AccountID>?

    /// Of a write of which the log tells everything.
    static let ofLog = WriteHint(accounts: [])
    static let forEverybody = WriteHint(accounts: nil)

    /// For some accounts, or for everybody if they are more than ``Limits/accountsPerHintMax``.
    init(accounts: Set<AccountID>?) {
        let isForSome = accounts.map { $0.count <= Limits.accountsPerHintMax } ?? false
        self.accounts = isForSome ? accounts : nil
    }

    /// Reads what another server wrote; the hint of an older version is empty.
    init(text: String) {
        let words = text.split(separator: " ").map(String.init)
        self.init(accounts: words == [Self.everybody] ? nil : Set(words.compactMap(AccountID.init)))
    }

    private static let everybody = "*"

    var text: String {
        guard let accounts else { return Self.everybody }
        return accounts.map(\.text).sorted().joined(separator: " ")
    }

    /// Both in one.
    func merged(with other: WriteHint) -> WriteHint {
        guard let accounts, let others = other.accounts else { return .forEverybody }
        return WriteHint(accounts: accounts.union(others))
    }
}

extension AsyncStream<WriteHint>.Continuation {
    /// Tells a hint, in one with the one that nobody has taken yet.
    ///
    /// For a stream that keeps the newest element, into which one task writes.
    func tell(_ hint: WriteHint) {
        var hint = hint
        while case .dropped(let earlier) = yield(hint) {
            let both = hint.merged(with: earlier)
            guard both != hint else { return }
            hint = both
        }
    }
}
