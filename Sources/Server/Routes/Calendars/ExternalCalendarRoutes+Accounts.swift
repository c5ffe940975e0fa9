import ExternalCalendars
import Hummingbird
import ICalendar
import Observability
import Requests
import ServerBase
import Store
import WebDAV

/// Calendars of an account at another CalDAV server.
extension ExternalCalendarRoutes {
    struct LookUpForm: Decodable {
        let address: String
        let user: String?
        let password: String
    }

    /// Finds the calendars of an account, and says which of them are here already.
    @Sendable
    func lookUp(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let form = try await request.form(LookUpForm.self)
        let credentials = try credentials(form.user, form.password, typed: form.address)
        let start = try CalDAVClient.Start(
            typed: form.address,
            fetcher: backend.externalCalendars.fetcher
        )
        let client = CalDAVClient(backend.externalCalendars.fetcher, credentials: credentials)
        let place = backend.clockAndRandom.newCalendarID()
        let found = try await asking(host: start.host, for: place, of: account.id) {
            try await client.calendars(from: start)
        }
        let present = try await accountCalendars(of: account.id)
        var object = JSONObject()
        object.add(
            "calendars",
            found.map { found in
                var entry = JSONObject()
                entry.add("address", found.address.text)
                entry.add("name", FeedContents.name(found.calendar.name) ?? found.address.host)
                if let color = found.calendar.nearColor { entry.add("color", color) }
                entry.add("writable", found.calendar.canWrite)
                let known = present.first { $0.address.isSamePlace(as: found.address, credentials) }
                if let known { entry.add("calendar", known.source.calendar.text) }
                return entry
            }
        )
        return .json(object)
    }

    /// Adds a calendar of an account, and reads it for the first time.
    func connect(
        _ form: NewForm,
        of account: AccountID,
        _ context: AppContext
    ) async throws -> Response {
        let text = try form.requiredAddress()
        var typed = try address(text)
        typed.credentials = try credentials(
            form.user ?? typed.credentials?.user,
            form.password ?? typed.credentials?.password ?? "",
            typed: text
        )
        let address = typed
        let known = try await accountCalendars(of: account).first { known in
            known.address.isSamePlace(as: address, address.credentials)
        }
        guard known == nil else { throw ExternalCalendarFailure.alreadyHere }
        var new = try backend.clockAndRandom.newCalendar(
            name: form.name ?? address.host,
            color: form.color ?? "blue"
        )
        let (calendar, source) = try await asking(address, for: new.id, of: account) {
            let client = CalDAVClient(
                backend.externalCalendars.fetcher,
                credentials: address.credentials
            )
            let found = try await client.calendar(at: address)
            guard found.hasEvents else { throw ExternalCalendarFailure.notCalendar }
            if form.name == nil, let name = FeedContents.name(found.name) { new = new.named(name) }
            if form.color == nil, let color = found.nearColor { new = new.colored(color) }
            let calendar = try await backend.store.externalCalendars.create(
                new,
                from: .calDAV,
                at: backend.externalCalendars.sealed(address, for: new.id),
                keepsReminders: true,
                isConnected: found.canWrite,
                of: account,
                nowSecond: backend.clockAndRandom.nowSecond()
            )
            try await ExternalCalendarReading(backend.externalCalendars, logger: context.logger)
                .read(calendar.id)
            let source = try await backend.store.externalCalendars.calendar(
                of: calendar.id,
                by: account
            )
            return (calendar, source)
        }
        backend.audit.note(.externalCalendarAdded, of: calendar.id.text, ["kind": "caldav"])
        var object = JSONObject()
        object.add("calendar", calendar.json)
        object.add("source", try await backend.json(of: source))
        object.add("dropped", 0)
        return .json(object, status: .created)
    }

    /// Changes the password of all calendars of the account that a calendar belongs to.
    func change(
        passwordTo password: String,
        of calendar: CalendarID,
        by account: AccountID
    ) async throws {
        let all = try await accountCalendars(of: account)
        guard let changed = all.first(where: { $0.source.calendar == calendar })?.address,
            let user = changed.credentials?.user
        else {
            throw ServerError.notValidField(
                name: "password",
                reason: "The calendar isn't one of an account."
            )
        }
        let credentials = try credentials(user, password, typed: changed.text)
        for (source, old) in all
        where old.origin == changed.origin && old.credentials?.user == user {
            var address = old
            address.credentials = credentials
            _ = try await backend.store.externalCalendars.edit(
                ExternalCalendarEdit(
                    address: backend.externalCalendars.sealed(address, for: source.calendar)
                ),
                of: source.calendar,
                by: account,
                nowSecond: backend.clockAndRandom.nowSecond()
            )
        }
    }

    // MARK: -

    /// The calendars of accounts at other servers, with where they are.
    private func accountCalendars(
        of account: AccountID
    ) async throws -> [(source: ExternalCalendar, address: ExternalCalendarAddress)] {
        try await backend.store.externalCalendars.all(of: account).compactMap { source in
            guard source.kind == .calDAV,
                let address = try? backend.externalCalendars.address(of: source)
            else {
                return nil
            }
            return (source, address)
        }
    }

    /// A name and a password; without a name, the e-mail address that was typed is the name.
    private func credentials(
        _ user: String?,
        _ password: String,
        typed: String
    ) throws(ServerError) -> ExternalCalendarAddress.Credentials {
        let isEmail = typed.contains("@") && !typed.contains("/")
        var name = user?.trimmingSpaces() ?? ""
        if name.isEmpty, isEmail { name = typed.trimmingSpaces() }
        guard !name.isEmpty,
            let credentials = ExternalCalendarAddress.Credentials(user: name, password: password)
        else {
            throw .notValidField(name: "user", reason: "It's empty, too long, or has a colon.")
        }
        return credentials
    }
}

extension ExternalCalendarAddress {
    /// Whether this is where another address leads to for an account there.
    fileprivate func isSamePlace(as other: ExternalCalendarAddress, _ credentials: Credentials?)
        -> Bool
    {
        origin == other.origin && self.credentials?.user == credentials?.user
            && ForeignHref(path)?.path == ForeignHref(other.path)?.path
    }
}
