import Agenda
import ExternalCalendars
import Hummingbird
import Observability
import Requests
import Secrets
import ServerBase
import Store

/// Calendars of people's accounts at Google.
extension ExternalCalendarRoutes {
    /// Adds to a list of calendars whether those at Google can be added, and the accounts there.
    func addGoogle(to object: inout JSONObject, of account: AccountID) async throws {
        object.add("google", backend.externalCalendars.google != nil)
        let accounts = try await backend.store.googleAccounts.all(of: account)
        object.add(
            "googleAccounts",
            accounts.map { account in
                var entry = JSONObject()
                entry.add("id", account.id.text)
                entry.add("email", account.email)
                entry.add("writable", account.canWrite)
                return entry
            }
        )
    }

    private struct AnswerForm: Decodable {
        let answer: String
    }

    /// Connects the Google account whose owner has just come back from there.
    @Sendable
    func connectGoogle(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let form = try await request.form(AnswerForm.self)
        guard backend.externalCalendars.google != nil else { throw ServerError.notFound }
        let answer = try await backend.externalCalendars.takeAnswer(form.answer, for: account.id)
        var object = JSONObject()
        object.add("account", try await backend.externalCalendars.keep(answer, of: account.id).text)
        return .json(object)
    }

    /// Finds the calendars of a Google account, and says which of them are here already.
    @Sendable
    func googleCalendars(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let google = try await googleAccount(context, of: account.id)
        let entries = try await entries(of: google)
        let present = try await presentCalendars(of: google.account)
        var object = JSONObject()
        object.add("email", google.email)
        object.add("writable", google.canWrite)
        object.add(
            "calendars",
            entries.map { found in
                var entry = JSONObject()
                entry.add("id", found.id)
                entry.add("name", FeedContents.name(found.name) ?? found.id)
                if let color = found.nearColor { entry.add("color", color) }
                entry.add("access", found.accessRole ?? "reader")
                entry.add("primary", found.primary ?? false)
                entry.add("selected", found.selected ?? false)
                if let calendar = present[found.id] { entry.add("calendar", calendar.text) }
                return entry
            }
        )
        return .json(object)
    }

    /// Adds a calendar at Google, and reads it for the first time.
    func addGoogle(
        _ form: NewForm,
        of account: AccountID,
        _ context: AppContext
    ) async throws -> Response {
        guard let id = form.account.flatMap(GoogleAccountID.init) else {
            throw ServerError.notValidField(name: "account", reason: "It's no account at Google.")
        }
        let google = try await backend.store.googleAccounts.account(id, of: account)
        guard let found = try await entries(of: google).first(where: { $0.id == form.id }) else {
            throw ExternalCalendarFailure.notFound
        }
        let name = form.name ?? FeedContents.name(found.name) ?? google.email
        let new = try backend.clockAndRandom.newCalendar(
            name: name,
            color: form.color ?? found.nearColor ?? "blue"
        )
        let place = ExternalCalendarManagement.secretPlace(of: new.id)
        let role = found.accessRole ?? "reader"
        let calendar = try await asking(
            host: ExternalCalendarManagement.googleHost,
            for: new.id,
            of: account
        ) {
            guard try await presentCalendars(of: account)[found.id] == nil else {
                throw ExternalCalendarFailure.alreadyHere
            }
            let calendar = try await backend.store.externalCalendars.create(
                new,
                from: .google,
                at: backend.secrets.seal(found.id, for: place),
                keepsReminders: true,
                isConnected: google.canWrite && GoogleCalendar.canWrite(as: role),
                googleAccount: google.id,
                role: role,
                of: account,
                nowSecond: backend.clockAndRandom.nowSecond()
            )
            try await ExternalCalendarReading(backend.externalCalendars, logger: context.logger)
                .read(calendar.id)
            return calendar
        }
        let source = try await backend.store.externalCalendars.calendar(
            of: calendar.id,
            by: account
        )
        backend.audit.note(.externalCalendarAdded, of: calendar.id.text, ["kind": "google"])
        var object = JSONObject()
        object.add("calendar", calendar.json)
        object.add("source", try await backend.json(of: source))
        object.add("dropped", 0)
        return .json(object, status: .created)
    }

    /// Removes a Google account and its calendars from here, and withdraws the consent at Google.
    @Sendable
    func disconnectGoogle(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        try await backend.externalCalendars.disconnect(
            try await googleAccount(context, of: account.id)
        )
        return .json(JSONObject())
    }

    // MARK: -

    private func googleAccount(
        _ context: AppContext,
        of account: AccountID
    ) async throws -> GoogleAccount {
        guard let id = GoogleAccountID(context.parameters.get("account") ?? "") else {
            throw ServerError.notFound
        }
        return try await backend.store.googleAccounts.account(id, of: account)
    }

    private func entries(of google: GoogleAccount) async throws -> [GoogleCalendarEntry] {
        let place = backend.clockAndRandom.newCalendarID()
        return try await asking(
            host: ExternalCalendarManagement.googleHost,
            for: place,
            of: google.account
        ) {
            try await backend.externalCalendars.googleClient(of: google).calendars()
        }
    }

    /// The calendars at Google that are here, through whichever account there, by their IDs.
    private func presentCalendars(
        of account: AccountID
    ) async throws -> [String: Store.CalendarID] {
        var present: [String: Store.CalendarID] = [:]
        for source in try await backend.store.externalCalendars.all(of: account)
        where source.kind == .google {
            let place = ExternalCalendarManagement.secretPlace(of: source.calendar)
            guard let id = try? backend.secrets.open(source.address, for: place) else { continue }
            present[id] = source.calendar
        }
        return present
    }
}

extension GoogleCalendarEntry {
    /// A colour of ours that is like the calendar's; nil if it has none.
    fileprivate var nearColor: String? {
        backgroundColor.flatMap { EventColor($0.lowercased())?.name }
    }
}
