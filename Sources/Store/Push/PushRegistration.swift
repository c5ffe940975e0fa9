/// The kinds of changes that a program wants to be told about.
package struct PushTriggers: OptionSet, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// Something in the collection was added, removed or changed.
    package static let content = PushTriggers(rawValue: 1)
    /// The collection's own properties changed, such as its name.
    package static let properties = PushTriggers(rawValue: 2)
}

/// The collections that programs can register for.
package enum PushCollection: Hashable, Sendable {
    case home
    /// A calendar, by the ID that the account knows it by.
    case calendar(CalendarID)

    private static let homeText = "home"

    var text: String {
        switch self {
        case .home: Self.homeText
        case .calendar(let id): id.text
        }
    }

    init(stored text: String) {
        self = text == Self.homeText ? .home : .calendar(CalendarID(stored: text))
    }
}

/// The registration of a program that wants to be told when a collection changes.
package struct PushRegistration: Hashable, Sendable {
    package let id: String
    package let account: AccountID
    package let collection: PushCollection
    /// The URL to which messages are sent; it identifies the program.
    package let resource: String
    /// The key that messages are encrypted for: 65 octets in base64url.
    package let publicKey: String
    /// The secret that only the program and this server know: 16 octets in base64url.
    package let authSecret: String
    package let triggers: PushTriggers
    package let expiresSecond: Int64

    package init(
        id: String,
        account: AccountID,
        collection: PushCollection,
        resource: String,
        publicKey: String,
        authSecret: String,
        triggers: PushTriggers,
        expiresSecond: Int64
    ) {
        self.id = id
        self.account = account
        self.collection = collection
        self.resource = resource
        self.publicKey = publicKey
        self.authSecret = authSecret
        self.triggers = triggers
        self.expiresSecond = expiresSecond
    }
}

/// The message for a registration.
package struct PushUpdate: Hashable, Sendable {
    package let registration: String
    package let account: AccountID
    package let triggers: PushTriggers
}
