package import Hummingbird
import NIOCore
package import Observability
package import ServerBase
package import Store

/// The context of one request.
package struct AppContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The client's address, or the proxy's when there is one in between.
    let peerAddress: String
    /// The connection that the answer goes to.
    let connection: ObjectIdentifier
    /// What is known of the request for the log, which copies of the context share.
    package let scope = RequestScope()
    /// The signed-in account, set by `SessionMiddleware`.
    package var account: Account? {
        didSet { if let account { scope.note(account.id) } }
    }
    /// How the request signed in.
    package var entry: RequestEntry?

    /// Whether the connection stays on this machine.
    package var isFromThisMachine: Bool {
        peerAddress == "local" || peerAddress == "::1" || peerAddress.hasPrefix("127.")
            || peerAddress.hasPrefix("::ffff:127.")
    }

    /// How what the request writes comes in.
    package var way: WriteSource {
        if case .program = entry { .program } else { .page }
    }

    /// The hash of the session's token, as the database stores it.
    package var tokenHash: String? {
        if case .session(let hash) = entry { hash } else { nil }
    }

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        connection = ObjectIdentifier(source.channel)
        peerAddress = source.channel.remoteAddress?.ipAddress ?? "local"
    }

    /// The signed-in account.
    ///
    /// Everything that shows or changes calendars requires it.
    package func requireAccount() throws(ServerError) -> Account {
        guard let account else { throw .notSignedIn }
        return account
    }

    /// The account, signed in by a person.
    ///
    /// An app password can't create other app passwords, change how the account signs in, or delete
    /// it.
    package func requirePerson() throws(ServerError) -> Account {
        let account = try requireAccount()
        guard tokenHash != nil else { throw .notForPrograms }
        return account
    }

    package func requireCalendar() throws(ServerError) -> CalendarID {
        guard let id = parameters.get("calendar").flatMap(CalendarID.init) else { throw .notFound }
        return id
    }

    package func requireGroup() throws(ServerError) -> GroupID {
        guard let id = parameters.get("group").flatMap(GroupID.init) else { throw .notFound }
        return id
    }

    package func requireMember() throws(ServerError) -> AccountID {
        guard let id = parameters.get("account").flatMap(AccountID.init) else { throw .notFound }
        return id
    }

    package func requirePlace() throws(ServerError) -> ObjectPlace {
        let account = try requireAccount()
        guard let href = parameters.get("href").flatMap(percentDecoded).flatMap(Href.init) else {
            throw .notFound
        }
        return ObjectPlace(account: account.id, calendar: try requireCalendar(), href: href)
    }
}
