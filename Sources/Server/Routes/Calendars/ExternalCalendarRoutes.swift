import Accounts
import ExternalCalendars
import Hummingbird
import Observability
import Requests
import ServerBase
import Store

/// Calendars that are read from elsewhere: adding, listing, changing and refreshing them.
struct ExternalCalendarRoutes {
    let backend: Backend

    func add(to api: RouterGroup<AppContext>) {
        api.get("sources", use: list)
        api.post("sources", use: create)
        api.post("sources/look-up", use: lookUp)
        api.post("sources/google", use: connectGoogle)
        api.get("sources/google/{account}/calendars", use: googleCalendars)
        api.delete("sources/google/{account}", use: disconnectGoogle)
        api.patch("sources/{calendar}", use: edit)
        api.post("sources/{calendar}/refresh", use: refresh)
        api.get("sources/{calendar}/waiting", use: waiting)
    }

    struct NewForm: Decodable {
        let kind: String?
        let address: String?
        /// Of a calendar at Google: the account here, and the calendar's ID there.
        let account: String?
        let id: String?
        let user: String?
        let password: String?
        let name: String?
        let color: String?
        let reminders: Bool?
    }

    private struct EditForm: Decodable {
        let address: String?
        let paused: Bool?
        let reminders: Bool?
        let password: String?

        /// The names of what is changed, for the audit log.
        var changedNames: String {
            let fields = [
                ("address", address != nil), ("paused", paused != nil),
                ("reminders", reminders != nil), ("password", password != nil),
            ]
            return fields.filter(\.1).map(\.0).joined(separator: ",")
        }
    }

    @Sendable
    private func list(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        var sources: [JSONObject] = []
        for source in try await backend.store.externalCalendars.all(of: account.id) {
            sources.append(try await backend.json(of: source))
        }
        var object = JSONObject()
        object.add("sources", sources)
        try await addGoogle(to: &object, of: account.id)
        return .json(object)
    }

    /// Reads the calendar before it's added, so that an address with nothing to read is refused.
    @Sendable
    private func create(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let form = try await request.form(NewForm.self)
        switch form.kind ?? ExternalCalendarKind.feed.rawValue {
        case ExternalCalendarKind.calDAV.rawValue:
            return try await connect(form, of: account.id, context)
        case ExternalCalendarKind.google.rawValue:
            return try await addGoogle(form, of: account.id, context)
        case ExternalCalendarKind.feed.rawValue: break
        default:
            throw ServerError.notValidField(
                name: "kind",
                reason: "It's none of feed, caldav and google."
            )
        }
        let address = try self.address(form.requiredAddress())
        let keepsReminders = form.reminders ?? false
        var new = try backend.clockAndRandom.newCalendar(
            name: form.name ?? address.host,
            color: form.color ?? "blue"
        )
        let (calendar, source, dropped) = try await asking(
            address,
            for: new.id,
            of: account.id
        ) {
            let finding = try await found(at: address, keepsReminders: keepsReminders)
            if form.name == nil, let name = finding.contents.name { new = new.named(name) }
            if form.color == nil, let color = finding.contents.color { new = new.colored(color) }
            let calendar = try await backend.store.externalCalendars.create(
                new,
                from: .feed,
                at: backend.externalCalendars.sealed(
                    finding.answer.movedTo ?? address,
                    for: new.id
                ),
                keepsReminders: keepsReminders,
                of: account.id,
                nowSecond: backend.clockAndRandom.nowSecond()
            )
            try await ExternalCalendarReading(backend.externalCalendars, logger: context.logger)
                .read(calendar.id, finding: finding)
            let source = try await backend.store.externalCalendars.calendar(
                of: calendar.id,
                by: account.id
            )
            if source.readSecond == nil, let failure = source.failure {
                try await backend.store.calendars.remove(calendar.id, of: account.id)
                let full: [ExternalCalendarFailure] = [
                    .tooManyEvents, .storageFull, .tooManyChanges(retryAfterSeconds: 0),
                ]
                throw full.first { $0.word == failure.word } ?? .notStored
            }
            return (calendar, source, finding.contents.droppedCount)
        }
        backend.audit.note(.externalCalendarAdded, of: calendar.id.text, ["kind": "feed"])
        var object = JSONObject()
        object.add("calendar", calendar.json)
        object.add("source", try await backend.json(of: source))
        object.add("dropped", dropped)
        return .json(object, status: .created)
    }

    @Sendable
    private func edit(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let calendar = try context.requireCalendar()
        let form = try await request.form(EditForm.self)
        if form.password != nil || form.address != nil || form.reminders != nil {
            // The calendar is read again.
            try await admit(account.id)
        }
        if let password = form.password {
            try await change(passwordTo: password, of: calendar, by: account.id)
        }
        let address = try form.address.map(self.address)
        let before = try await backend.store.externalCalendars.calendar(
            of: calendar,
            by: account.id
        )
        guard address == nil || before.kind == .feed else {
            throw ServerError.notValidField(
                name: "address",
                reason: "A calendar of an account stays where it is."
            )
        }
        let source = try await backend.store.externalCalendars.edit(
            ExternalCalendarEdit(
                address: address.map { backend.externalCalendars.sealed($0, for: calendar) },
                isPaused: form.paused,
                keepsReminders: form.reminders
            ),
            of: calendar,
            by: account.id,
            nowSecond: backend.clockAndRandom.nowSecond()
        )
        backend.audit.note(.externalCalendarChanged, of: calendar.text, ["what": form.changedNames])
        return .json(try await backend.json(of: source))
    }

    /// Reads a calendar again, and answers when that is done.
    @Sendable
    private func refresh(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let calendar = try context.requireCalendar()
        let source = try await backend.store.externalCalendars.calendar(
            of: calendar,
            by: account.id
        )
        try await asking(
            host: backend.externalCalendars.host(of: source),
            for: calendar,
            of: account.id
        ) {
            try await backend.store.externalCalendars.want(
                calendar,
                by: account.id,
                nowSecond: backend.clockAndRandom.nowSecond()
            )
            try await ExternalCalendarReading(backend.externalCalendars, logger: context.logger)
                .read(calendar)
        }
        let after = try await backend.store.externalCalendars.calendar(of: calendar, by: account.id)
        return .json(try await backend.json(of: after))
    }

    /// Says which events were changed here and wait to be sent.
    @Sendable
    private func waiting(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let calendar = try context.requireCalendar()
        let source = try await backend.store.externalCalendars.calendar(
            of: calendar,
            by: account.id
        )
        let hrefs = try await backend.store.externalCalendars.waitingHrefs(
            of: source,
            countMax: Limits.waitingShownMax
        )
        var object = JSONObject()
        object.add("waiting", hrefs.map(\.text))
        return .json(object)
    }

    // MARK: -

    func asking<Value: Sendable>(
        _ address: ExternalCalendarAddress,
        for calendar: CalendarID,
        of account: AccountID,
        _ body: () async throws -> Value
    ) async throws -> Value {
        try await asking(host: address.host, for: calendar, of: account, body)
    }

    /// Runs a body that sends requests to another server, after waiting for a place in the queue.
    ///
    /// Throws if none becomes free in time, or if the account has asked too often.
    func asking<Value: Sendable>(
        host: String,
        for calendar: CalendarID,
        of account: AccountID,
        _ body: () async throws -> Value
    ) async throws -> Value {
        try await admit(account)
        try await enter(calendar, of: account, host: host)
        do {
            let value = try await body()
            await backend.externalCalendars.queue.leave(calendar)
            return value
        } catch {
            await backend.externalCalendars.queue.leave(calendar)
            throw error
        }
    }

    private func admit(_ account: AccountID) async throws {
        try await backend.requestThrottle.admit(
            .externalCalendars(account: account.text),
            nowSecond: backend.clockAndRandom.nowSecond()
        )
    }

    /// Waits a while for a place: somebody looks at the page, and the calendar may be being read.
    private func enter(_ calendar: CalendarID, of account: AccountID, host: String) async throws {
        let end = ContinuousClock.now + Limits.externalPlaceWait
        while await !backend.externalCalendars.queue.enter(
            calendar,
            of: account,
            host: host,
            isAwaited: true
        ) {
            guard ContinuousClock.now < end else { throw ServerError.tooManyRequests }
            try await Task.sleep(for: Limits.externalPlaceLook)
        }
    }

    func address(_ typed: String) throws(ExternalCalendarFailure) -> ExternalCalendarAddress {
        try backend.externalCalendars.fetcher.address(typed: typed)
    }

    private func found(
        at address: ExternalCalendarAddress,
        keepsReminders: Bool
    ) async throws(ExternalCalendarFailure) -> FeedFinding {
        let finding = try await backend.externalCalendars.finding(
            at: address,
            keepsReminders: keepsReminders
        )
        // Nothing is known yet that could be unchanged.
        guard let finding else { throw .notCalendar }
        return finding
    }
}

extension Backend {
    /// An external calendar as its owner sees it; the password of an account isn't told to anybody.
    func json(of source: ExternalCalendar) async throws -> JSONObject {
        var object = JSONObject()
        object.add("calendar", source.calendar.text)
        object.add("kind", source.kind.rawValue)
        switch source.kind {
        case .google:
            object.add("host", ExternalCalendarManagement.googleHost)
            if let id = source.googleAccount {
                let account = try await store.googleAccounts.account(id, of: source.account)
                object.add("account", id.text)
                object.add("user", account.email)
            }
            if let role = source.role { object.add("access", role) }
        case .feed, .calDAV:
            guard let address = try? externalCalendars.address(of: source) else { break }
            let isAccount = source.kind == .calDAV
            object.add("address", isAccount ? address.text : address.secretText)
            object.add("host", address.host)
            if isAccount { object.add("user", address.credentials?.user ?? "") }
        }
        if source.kind != .feed {
            object.add("writable", source.isConnected)
            if source.isConnected {
                let count = try await store.externalCalendars.waitingCount(of: source)
                object.add("waiting", Int(count))
            }
        }
        object.add("paused", source.isPaused)
        object.add("reminders", source.keepsReminders)
        object.add("due", Int(source.dueSecond))
        if let second = source.readSecond { object.add("read", Int(second)) }
        if let part = await externalCalendars.progress.part(of: source.calendar) {
            var reading = JSONObject()
            reading.add("done", part.doneCount)
            reading.add("of", part.count)
            object.add("reading", reading)
        }
        if source.droppedCount > 0 { object.add("dropped", Int(source.droppedCount)) }
        if source.kind == .calDAV {
            let (titles, count) = try await store.externalCalendars.unreadTitles(
                of: source,
                countMax: Limits.unreadTitlesShownMax
            )
            var unread = JSONObject()
            unread.add("count", count)
            unread.add("titles", titles)
            if count > 0 { object.add("unread", unread) }
        }
        if let failure = source.failure {
            object.add("failure", failure.word)
            object.add("failedSince", Int(failure.second))
        }
        return object
    }
}

extension ExternalCalendarRoutes.NewForm {
    func requiredAddress() throws(ServerError) -> String {
        guard let address else { throw .notValidField(name: "address", reason: "It's missing.") }
        return address
    }
}

extension NewCalendar {
    func named(_ name: String) -> NewCalendar {
        NewCalendar(id: id, name: name, color: color)
    }

    func colored(_ color: String) -> NewCalendar {
        NewCalendar(id: id, name: name, color: color)
    }
}
