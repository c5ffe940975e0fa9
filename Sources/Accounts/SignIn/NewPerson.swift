import Observability
package import ServerBase
package import Store

/// The checked name, address and password of somebody who registers.
package struct NewPerson: Sendable {
    let email: EmailAddress
    let name: String
    let password: String

    package init(email: String, name: String?, password: String) throws(ServerError) {
        guard let address = EmailAddress(email), address.hasOnlyVisibleCharacters else {
            throw .notValidField(name: "email", reason: "This is not an e-mail address.")
        }
        self.email = address
        if let name, !name.trimmingSpaces().isEmpty {
            self.name = try DisplayName.checked(name, as: "A name")
        } else {
            self.name = address.localPart.prefix(utf8Max: Limits.nameBytesMax)
        }
        self.password = try Self.checkedPassword(password)
    }

    package static func checkedPassword(_ password: String) throws(ServerError) -> String {
        guard Limits.passwordLength.contains(password.count) else {
            let bounds = Limits.passwordLength
            throw .notValidField(
                name: "password",
                reason: "A password has \(bounds.lowerBound) to \(bounds.upperBound) characters."
            )
        }
        return password
    }
}

extension AccountManagement {
    /// Creates an account with its first calendar.
    ///
    /// - Parameters:
    ///   - person: The checked fields.
    ///   - isFirst: Whether to create it only if there are no accounts yet.
    ///   - stored: The password as the database stores it, to skip the slow hashing.
    /// - Returns: The account.
    /// - Throws: ``StoreError/emailTaken`` if the address already has an account, or
    ///   ``StoreError/setupDone`` if `isFirst` and there's an account already.
    package func create(
        _ person: NewPerson,
        isFirst: Bool,
        stored: String? = nil
    ) async throws -> Account {
        var password = stored
        if password == nil {
            password = try await toStore(person.password, of: person.email.text)
        }
        let new = newAccount(email: person.email, name: person.name, password: password)
        let now = clockAndRandom.nowSecond()
        if isFirst {
            try await store.accounts.createFirst(new, nowSecond: now)
        } else {
            try await store.accounts.create(new, nowSecond: now)
        }
        audit.note(.accountCreated, of: new.account.id.text)
        return new.account
    }

    /// A new account with its first calendar, for the store to create.
    func newAccount(
        email: EmailAddress,
        name: String,
        password: String?,
        isEmailVerified: Bool = false
    ) -> NewAccount {
        guard let id = AccountID(clockAndRandom.identifier()),
            let calendar = CalendarID(clockAndRandom.identifier())
        else { preconditionFailure("an identity is made of 32 hexadecimal digits") }
        return NewAccount(
            account: Account(id: id, email: email.text, name: name),
            password: password,
            calendar: NewCalendar(id: calendar, name: "Personal", color: "blue"),
            isEmailVerified: isEmailVerified
        )
    }
}
