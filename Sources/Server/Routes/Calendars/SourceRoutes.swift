import Hummingbird
import Store

/// Calendars that are read from elsewhere: adding, listing, changing and refreshing them.
struct SourceRoutes<Driver: Database> {
    let backend: Backend<Driver>

    func add(to api: RouterGroup<AppContext>) {
        api.get("sources", use: list)
        api.post("sources", use: create)
        api.patch("sources/{calendar}", use: edit)
        api.post("sources/{calendar}/refresh", use: refresh)
    }

    private struct NewForm: Decodable {
        let address: String
        let name: String?
        let color: String?
        let reminders: Bool?
    }

    private struct EditForm: Decodable {
        let address: String?
        let paused: Bool?
        let reminders: Bool?
    }

    @Sendable
    private func list(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let sources = try await backend.store.sources.all(of: account.id)
        var object = JSONObject()
        object.add("sources", sources.map { backend.json(of: $0) })
        return .json(object)
    }

    /// Reads the calendar before it's added, so that an address with nothing to read is refused.
    @Sendable
    private func create(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let form = try await request.form(NewForm.self)
        let address = try self.address(form.address)
        let keepsReminders = form.reminders ?? false
        var new = try backend.newCalendar(
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
            let calendar = try await backend.store.sources.create(
                new,
                from: .feed,
                at: backend.sealed(finding.answer.movedTo ?? address, for: new.id),
                keepsReminders: keepsReminders,
                of: account.id,
                nowSecond: backend.clockAndRandom.nowSecond()
            )
            try await SourceReading(backend: backend, logger: context.logger)
                .read(calendar.id, finding: finding)
            let source = try await backend.store.sources.source(of: calendar.id, by: account.id)
            return (calendar, source, finding.contents.droppedCount)
        }
        var object = JSONObject()
        object.add("calendar", calendar.json)
        object.add("source", backend.json(of: source))
        object.add("dropped", dropped)
        return .json(object, status: .created)
    }

    @Sendable
    private func edit(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let calendar = try context.requireCalendar()
        let form = try await request.form(EditForm.self)
        let address = try form.address.map(self.address)
        let source = try await backend.store.sources.edit(
            SourceEdit(
                address: address.map { backend.sealed($0, for: calendar) },
                isPaused: form.paused,
                keepsReminders: form.reminders
            ),
            of: calendar,
            by: account.id,
            nowSecond: backend.clockAndRandom.nowSecond()
        )
        return .json(backend.json(of: source))
    }

    /// Reads a calendar again, and answers when that is done.
    @Sendable
    private func refresh(_ request: Request, context: AppContext) async throws -> Response {
        let account = try context.requirePerson()
        let calendar = try context.requireCalendar()
        let source = try await backend.store.sources.source(of: calendar, by: account.id)
        try await backend.store.sources.want(
            calendar,
            by: account.id,
            nowSecond: backend.clockAndRandom.nowSecond()
        )
        let host = try? backend.address(of: source).host
        try await asking(host: host ?? "", for: calendar, of: account.id) {
            try await SourceReading(backend: backend, logger: context.logger).read(calendar)
        }
        let after = try await backend.store.sources.source(of: calendar, by: account.id)
        return .json(backend.json(of: after))
    }

    // MARK: -

    private func asking<Value: Sendable>(
        _ address: SourceAddress,
        for calendar: CalendarID,
        of account: AccountID,
        _ body: () async throws -> Value
    ) async throws -> Value {
        try await asking(host: address.host, for: calendar, of: account, body)
    }

    /// Runs a body that asks another server, unless too much is being asked already.
    private func asking<Value: Sendable>(
        host: String,
        for calendar: CalendarID,
        of account: AccountID,
        _ body: () async throws -> Value
    ) async throws -> Value {
        try await backend.throttle.admit(
            [.sources(account: account.text)],
            nowSecond: backend.clockAndRandom.nowSecond()
        )
        guard await backend.sourceQueue.enter(calendar, of: account, host: host) else {
            throw ServerError.tooManyRequests
        }
        do {
            let value = try await body()
            await backend.sourceQueue.leave(calendar)
            return value
        } catch {
            await backend.sourceQueue.leave(calendar)
            throw error
        }
    }

    private func address(_ typed: String) throws(ServerError) -> SourceAddress {
        do throws(SourceFailure) {
            return try backend.sources.address(typed: typed)
        } catch {
            throw .sourceNotRead(error)
        }
    }

    private func found(
        at address: SourceAddress,
        keepsReminders: Bool
    ) async throws(ServerError) -> SourceFinding {
        do throws(SourceFailure) {
            let finding = try await backend.finding(at: address, keepsReminders: keepsReminders)
            // Nothing is known yet that could be unchanged.
            guard let finding else { throw .notCalendar }
            return finding
        } catch {
            throw .sourceNotRead(error)
        }
    }
}

extension Backend {
    /// A source as its owner sees it.
    func json(of source: SourceRecord) -> JSONObject {
        var object = JSONObject()
        object.add("calendar", source.calendar.text)
        object.add("kind", source.kind.rawValue)
        if let address = try? address(of: source) {
            object.add("address", address.secretText)
            object.add("host", address.host)
        }
        object.add("paused", source.isPaused)
        object.add("reminders", source.keepsReminders)
        object.add("due", Int(source.dueSecond))
        if let second = source.readSecond { object.add("read", Int(second)) }
        if let failure = source.failure {
            object.add("failure", failure.word)
            object.add("failedSince", Int(failure.second))
        }
        return object
    }
}

extension NewCalendar {
    fileprivate func named(_ name: String) -> NewCalendar {
        NewCalendar(id: id, name: name, color: color)
    }

    fileprivate func colored(_ color: String) -> NewCalendar {
        NewCalendar(id: id, name: name, color: color)
    }
}
