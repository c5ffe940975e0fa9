package import Hummingbird
import NIOCore
import Store

/// What is known of a request while it is answered.
package struct AppContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Where the connection comes from; a proxy's address when there is one in between.
    let peerAddress: String
    /// Who is signed in, once `SessionMiddleware` has looked.
    var account: Account?
    /// How the account was recognised.
    var entry: Entry?

    /// The ways to be recognised.
    enum Entry: Hashable, Sendable {
        case session(tokenHash: String)
        case program(appPassword: String)
    }

    /// What the database keeps of the session's token.
    var tokenHash: String? {
        if case .session(let hash) = entry { hash } else { nil }
    }

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        peerAddress = source.channel.remoteAddress?.ipAddress ?? "local"
    }

    /// The account that is signed in; everything that shows or changes calendars asks for it.
    func requireAccount() throws(ServerError) -> Account {
        guard let account else { throw .notSignedIn }
        return account
    }

    /// The account, signed in to by its person: a program's password does not make further ones, nor
    /// change how one signs in, nor end the account.
    func requirePerson() throws(ServerError) -> Account {
        let account = try requireAccount()
        guard tokenHash != nil else { throw .notForPrograms }
        return account
    }

    func requireCalendar() throws(ServerError) -> CalendarID {
        guard let id = parameters.get("calendar").flatMap(CalendarID.init) else { throw .notFound }
        return id
    }

    func requireGroup() throws(ServerError) -> GroupID {
        guard let id = parameters.get("group").flatMap(GroupID.init) else { throw .notFound }
        return id
    }

    func requireMember() throws(ServerError) -> AccountID {
        guard let id = parameters.get("account").flatMap(AccountID.init) else { throw .notFound }
        return id
    }

    func requirePlace() throws(ServerError) -> ObjectPlace {
        let account = try requireAccount()
        guard let href = parameters.get("href").flatMap(percentDecoded).flatMap(Href.init) else {
            throw .notFound
        }
        return ObjectPlace(account: account.id, calendar: try requireCalendar(), href: href)
    }
}
