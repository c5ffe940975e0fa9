import Agenda
import HTTPTypes
import Hummingbird
import Requests
import ServerBase
import Store
import Writing

/// Whom an account wants no invitations of.
struct BlockedSenderRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("account/blocked", use: list)
        api.post("account/blocked", use: block)
        api.delete("account/blocked/{id}", use: unblock)
        api.get("calendars/{calendar}/events/{href}/sender", use: sender)
    }

    /// An event that somebody has invited the account to, or an invitation that waits.
    private struct BlockForm: Decodable {
        let calendar: String?
        let href: String?
        let invitation: String?
    }

    /// Somebody who can be blocked.
    private struct FoundSender {
        let sender: BlockedSender
        /// Their invitation, if it isn't answered.
        var unanswered: ObjectPlace?
    }

    @Sendable
    private func list(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        var object = JSONObject()
        let all = try await backend.store.blockedSenders.all(of: account.id)
        object.add("blocked", all.map(\.json))
        return .json(object)
    }

    @Sendable
    private func block(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let form = try await request.form(BlockForm.self)
        let found = try await found(form, by: account)
        let count = try await backend.store.blockedSenders.block(
            found.sender,
            by: account.id,
            unanswered: found.unanswered,
            nowSecond: backend.clockAndRandom.nowSecond()
        )
        var object = found.sender.json
        object.add("removed", count)
        return .json(object, status: .created)
    }

    @Sendable
    private func unblock(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        guard let id = context.parameters.get("id").flatMap({ AccountID($0) }) else {
            throw ServerError.notFound
        }
        try await backend.store.blockedSenders.unblock(id, by: account.id)
        return Response(status: .noContent)
    }

    @Sendable
    private func sender(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        var object = JSONObject()
        do {
            let found = try await found(at: try context.requirePlace(), by: account)
            object.add("sender", found.sender.json)
        } catch StoreError.notFound, StoreError.notAllowed {
            // Nobody else invites to it, or nobody with an account here.
        } catch ServerError.notFound {
            // The calendar isn't one of the account's own.
        }
        return .json(object)
    }

    private func found(_ form: BlockForm, by account: Account) async throws -> FoundSender {
        if let id = form.invitation {
            let waiting = try await backend.store.waitingInvitations.invitation(id, of: account.id)
            let inviter = waiting.inviter
            return FoundSender(
                sender: BlockedSender(
                    account: inviter.id,
                    name: inviter.name,
                    email: inviter.email
                )
            )
        }
        guard let calendar = form.calendar.flatMap({ CalendarID($0) }),
            let href = form.href.flatMap({ Href($0) })
        else { throw ServerError.notFound }
        return try await found(
            at: ObjectPlace(account: account.id, calendar: calendar, href: href),
            by: account
        )
    }

    /// Whoever has invited an account to an event in one of its own calendars, if they have an account here.
    private func found(at place: ObjectPlace, by account: Account) async throws -> FoundSender {
        let record = try await backend.store.calendars.calendar(
            place.calendar,
            seenBy: account.id,
            for: .writeEvents
        )
        guard record.relation == .own else { throw ServerError.notFound }
        let object = try await backend.store.objects.object(at: place)
        let user = CalendarUser(id: account.id, email: account.email, name: account.name)
        guard let sender = backend.writes.planner.sender(of: object.ical, to: user),
            let known = try await backend.store.accounts.calendarUser([sender.address]),
            known.id != account.id
        else { throw ServerError.notFound }
        let planner = backend.writes.planner
        let isSent = try await backend.store.blockedSenders.isSent(place, by: known.id) { text in
            planner.sender(of: text, to: user) != nil
        }
        guard isSent else { throw ServerError.notFound }
        return FoundSender(
            sender: BlockedSender(account: known.id, name: sender.name, email: sender.email),
            unanswered: sender.isUnanswered ? place : nil
        )
    }
}

extension BlockedSender {
    var json: JSONObject {
        var object = JSONObject()
        object.add("id", account.text)
        object.add("name", name)
        object.add("email", email)
        return object
    }
}
