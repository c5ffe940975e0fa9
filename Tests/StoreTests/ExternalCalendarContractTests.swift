import Synchronization
import Testing

@testable import Store

@Suite("Calendars read from elsewhere, on every driver")
struct ExternalCalendarContractTests {
    private static let holidays = CalendarID.number(1)

    /// Runs a body with a store in which Anna reads a calendar from elsewhere.
    private static func run(
        _ kind: StoreKind,
        _ body: (CalendarStore) async throws -> Void
    ) async throws {
        try await kind.withGroup { store in
            _ = try await subscribe(store)
            try await body(store)
        }
    }

    @discardableResult
    private static func subscribe(
        _ store: CalendarStore,
        _ id: CalendarID = holidays,
        from kind: ExternalCalendarKind = .feed
    ) async throws -> CalendarRecord {
        try await store.externalCalendars.create(
            NewCalendar(id: id, name: "Holidays", color: "green"),
            from: kind,
            at: "sealed",
            keepsReminders: false,
            of: .anna,
            nowSecond: .t0
        )
    }

    private static func changes(
        _ uids: [String],
        title: String = "Lunch",
        removed: [String] = []
    ) -> ReadingChanges {
        var changes = ReadingChanges()
        changes.stored = uids.map { uid in
            (
                ImportedObject(
                    id: CalendarStore.identifier(),
                    href: Href(stored: uid),
                    draft: .event(uid, title: title)
                ), digest: String(repeating: "d", count: 32)
            )
        }
        changes.removed = removed.map(Href.init(stored:))
        return changes
    }

    private static func begin(
        _ store: CalendarStore,
        at second: Int64 = .t0
    ) async throws -> ReadingRun {
        try #require(
            await store.externalCalendars.begin(
                holidays,
                nowSecond: second,
                endsSecond: second + 600
            )
        )
    }

    @Test("A reading that is cut off is read anew from the start", arguments: StoreKind.available)
    func cutOff(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            let first = try await Self.begin(store)
            let state = ReadingState(etag: "1", lastModified: "then", intervalSeconds: nil)
            try await store.externalCalendars.finish(
                first,
                .read(state),
                nowSecond: .t0,
                dueSecond: .t0
            )
            let second = try await Self.begin(store, at: .t0 + 1)
            #expect(second.source.etag == "1")
            try await store.externalCalendars.apply(Self.changes(["one"]), of: second)
            let third = try await Self.begin(store, at: .t0 + 1000)
            #expect(third.source.etag == nil)
            #expect(third.source.lastModified == nil)
        }
    }

    @Test(
        "A reading that is requested during another one isn't forgotten at its end",
        arguments: StoreKind.available
    )
    func wantedMeanwhile(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            func due() async throws -> [ExternalCalendar] {
                try await store.externalCalendars.due(nowSecond: .t0 + 10, perAccountMax: 2)
            }
            let run = try await Self.begin(store)
            try await store.externalCalendars.want(Self.holidays, by: .anna, nowSecond: .t0 + 5)
            try await store.externalCalendars.finish(
                run,
                .unchanged,
                nowSecond: .t0 + 6,
                dueSecond: .t0 + 900
            )
            #expect(try await due().map(\.isWanted) == [true])
            let second = try await Self.begin(store, at: .t0 + 10)
            try await store.externalCalendars.finish(
                second,
                .unchanged,
                nowSecond: .t0 + 10,
                dueSecond: .t0 + 900
            )
            #expect(try await due().isEmpty)
        }
    }

    @Test(
        "A source that was read while the clock was years ahead is due when it's right again",
        arguments: StoreKind.available
    )
    func wrongClock(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            func isDue(_ second: Int64) async throws -> Bool {
                try await !store.externalCalendars.due(nowSecond: second, perAccountMax: 2).isEmpty
            }
            let wait = Limits.externalWaitSecondsMax
            let run = try await Self.begin(store)
            let end = Int64.t0 + 600 - wait
            #expect(try await !isDue(end))
            #expect(try await isDue(end - 1), "no reading lasts as long")
            let (due, unchanged) = (Int64.t0 + 3600, ReadingOutcome.unchanged)
            try await store.externalCalendars.finish(run, unchanged, nowSecond: .t0, dueSecond: due)
            #expect(try await !isDue(due - wait))
            #expect(try await isDue(due - wait - 1))
            _ = try await Self.begin(store, at: due - wait - 1)
        }
    }

    @Test("A calendar from elsewhere can't be the default calendar", arguments: StoreKind.available)
    func neverDefault(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            let own = try #require(try await store.calendars.all(of: .anna).first { $0.isDefault })
            let edit = CalendarEdit(makesDefault: true)
            _ = try await store.calendars.edit(Self.holidays, of: .anna, edit)
            _ = try await store.calendars.edit(own.id, of: .anna, edit)
            let all = try await store.calendars.all(seenBy: .anna)
            #expect(all.filter(\.isDefault).map(\.id) == [own.id])
        }
    }

    @Test(
        "The owner of a calendar from elsewhere sees and manages it, but writes nothing in it",
        arguments: StoreKind.available
    )
    func rights(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            let seen = try await store.calendars.all(seenBy: .anna)
            let calendar = try #require(seen.first { $0.id == Self.holidays })
            #expect(calendar.relation == .subscribed)
            #expect(!calendar.isDefault)
            let run = try await Self.begin(store)
            try await store.externalCalendars.apply(Self.changes(["one"]), of: run)
            let place = ObjectPlace(account: .anna, calendar: Self.holidays, href: Href("one")!)
            #expect(try await store.objects.object(at: place).ical.contains("Lunch"))
            await #expect(throws: StoreError.notFound) {
                _ = try await store.objects.remove(at: place, expecting: .anything)
            }
            await #expect(throws: StoreError.notFound) {
                try await store.put("two", calendar: Self.holidays)
            }
            let edit = CalendarEdit(name: "Days off")
            #expect(
                try await store.calendars.edit(Self.holidays, of: .anna, edit).name == "Days off"
            )
            #expect(try await store.calendars.all(of: .anna).map(\.id) == [.annas])
        }
    }

    @Test(
        "A group sees a calendar from elsewhere only once that is chosen",
        arguments: StoreKind.available
    )
    func sharing(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            func bensView() async throws -> [CalendarID] {
                try await store.calendars.all(seenBy: .ben).map(\.id)
            }
            _ = try await store.groups.share(
                .family,
                by: .anna,
                ShareEdit(defaultLevel: .full)
            )
            #expect(try await bensView().contains(.annas))
            #expect(try await !bensView().contains(Self.holidays))
            _ = try await store.groups.share(
                .family,
                by: .anna,
                .only(Self.holidays, .busy)
            )
            #expect(try await bensView().contains(Self.holidays))
        }
    }

    @Test(
        "A source is due at once, then when its last reading said",
        arguments: StoreKind.available
    )
    func due(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            func due(_ second: Int64) async throws -> [CalendarID] {
                try await store.externalCalendars.due(nowSecond: second, perAccountMax: 2).map(
                    \.calendar
                )
            }
            #expect(try await due(.t0) == [Self.holidays])
            let run = try await Self.begin(store)
            #expect(run.source.isWanted)
            #expect(try await due(.t0 + 599).isEmpty)
            #expect(try await due(.t0 + 600) == [Self.holidays])
            let state = ReadingState(etag: "\"1\"", lastModified: nil, intervalSeconds: 7200)
            try await store.externalCalendars.finish(
                run,
                .read(state),
                nowSecond: .t0 + 5,
                dueSecond: .t0 + 1000
            )
            #expect(try await due(.t0 + 999).isEmpty)
            let early = try await store.externalCalendars.begin(
                Self.holidays,
                nowSecond: .t0 + 999,
                endsSecond: .t0 + 1599
            )
            #expect(early == nil)
            #expect(try await due(.t0 + 1000) == [Self.holidays])
            let source = try await store.externalCalendars.calendar(of: Self.holidays, by: .anna)
            #expect(source.etag == "\"1\"")
            #expect(source.intervalSeconds == 7200)
            #expect(source.readSecond == .t0 + 5)
            #expect(!source.isWanted)
            try await store.externalCalendars.want(Self.holidays, by: .anna, nowSecond: .t0 + 6)
            #expect(try await due(.t0 + 6) == [Self.holidays])
            _ = try await store.externalCalendars.edit(
                ExternalCalendarEdit(isPaused: true),
                of: Self.holidays,
                by: .anna,
                nowSecond: .t0 + 6
            )
            #expect(try await due(.t0 + 100_000).isEmpty)
        }
    }

    @Test("At most a few of one account are due together", arguments: StoreKind.available)
    func fairness(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            for number in 2...5 { try await Self.subscribe(store, .number(number)) }
            let due = try await store.externalCalendars.due(nowSecond: .t0, perAccountMax: 2)
            #expect(due.map(\.calendar) == [.number(1), .number(2)])
        }
    }

    @Test("Only one reading of a source goes on at a time", arguments: StoreKind.available)
    func oneRun(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            let first = try await Self.begin(store)
            #expect(
                try await store.externalCalendars.begin(
                    Self.holidays,
                    nowSecond: .t0 + 599,
                    endsSecond: .t0 + 1199
                ) == nil
            )
            let second = try await Self.begin(store, at: .t0 + 600)
            await #expect(throws: StoreError.notFound) {
                try await store.externalCalendars.apply(Self.changes(["one"]), of: first)
            }
            let state = ReadingState(etag: "\"old\"", lastModified: nil, intervalSeconds: nil)
            #expect(
                try await !store.externalCalendars.finish(
                    first,
                    .read(state),
                    nowSecond: .t0 + 601,
                    dueSecond: .t0 + 9999
                )
            )
            try await store.externalCalendars.apply(Self.changes(["one"]), of: second)
            #expect(try await store.externalCalendars.objects(of: second).map(\.uid) == ["one"])
        }
    }

    @Test("Another address ends the reading of the old one", arguments: StoreKind.available)
    func otherAddress(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            let run = try await Self.begin(store)
            let edited = try await store.externalCalendars.edit(
                ExternalCalendarEdit(address: "sealed otherwise"),
                of: Self.holidays,
                by: .anna,
                nowSecond: .t0 + 1
            )
            #expect(edited.address == "sealed otherwise")
            #expect(edited.isWanted)
            await #expect(throws: StoreError.notFound) {
                try await store.externalCalendars.apply(Self.changes(["one"]), of: run)
            }
            _ = try await Self.begin(store, at: .t0 + 1)
        }
    }

    @Test(
        "What is replaced or removed leaves no history and no bin",
        arguments: StoreKind.available
    )
    func noHistory(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            let run = try await Self.begin(store)
            try await store.externalCalendars.apply(Self.changes(["one", "two"]), of: run)
            try await store.externalCalendars.apply(
                Self.changes(["one"], title: "Dinner", removed: ["two"]),
                of: run
            )
            let place = ObjectPlace(account: .anna, calendar: Self.holidays, href: Href("one")!)
            #expect(try await store.history.versions(at: place).count == 1)
            #expect(
                try await store.bin.objects(of: .anna, before: nil, countMax: 10).objects.isEmpty
            )
            #expect(try await store.externalCalendars.objects(of: run).map(\.uid) == ["one"])
        }
    }

    @Test("Failures are counted until it's read again", arguments: StoreKind.available)
    func failures(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            func finish(_ outcome: ReadingOutcome, at second: Int64) async throws
                -> ExternalCalendar
            {
                let run = try await Self.begin(store, at: second)
                try await store.externalCalendars.finish(
                    run,
                    outcome,
                    nowSecond: second,
                    dueSecond: second + 10
                )
                return try await store.externalCalendars.calendar(of: Self.holidays, by: .anna)
            }
            func shown() async throws -> String? {
                try await store.calendars.all(seenBy: .anna).first { $0.id == Self.holidays }?
                    .sourceFailure
            }
            _ = try await finish(.failed("not-found"), at: .t0 + 10)
            let twice = try await finish(.failed("too-slow"), at: .t0 + 20)
            #expect(
                twice.failure
                    == ExternalCalendarFailureRecord(word: "too-slow", second: .t0 + 10, count: 2)
            )
            #expect(try await shown() == "too-slow")
            #expect(try await finish(.unchanged, at: .t0 + 30).failure == nil)
            #expect(try await shown() == nil)
        }
    }

    @Test(
        "A calendar from elsewhere is removed for good, and its owner's other calendars stay",
        arguments: StoreKind.available
    )
    func removal(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            let run = try await Self.begin(store)
            try await store.externalCalendars.apply(Self.changes(["one"]), of: run)
            await #expect(throws: StoreError.lastCalendar) {
                try await store.calendars.remove(.annas, of: .anna)
            }
            try await store.calendars.remove(Self.holidays, of: .anna)
            #expect(try await store.externalCalendars.all(of: .anna).isEmpty)
            #expect(try await store.bin.calendars(of: .anna).isEmpty)
            #expect(
                try await store.externalCalendars.begin(
                    Self.holidays,
                    nowSecond: .t0,
                    endsSecond: .t0 + 1
                )
                    == nil
            )
        }
    }

    @Test("An account has at most 50 sources, and nobody else's", arguments: StoreKind.available)
    func limit(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            for number in 2...50 { try await Self.subscribe(store, .number(number)) }
            await #expect(throws: StoreError.tooMany(.externalCalendars)) {
                try await Self.subscribe(store, .number(51))
            }
            #expect(try await store.externalCalendars.all(of: .anna).count == 50)
            #expect(try await store.externalCalendars.all(of: .ben).isEmpty)
            await #expect(throws: StoreError.notFound) {
                _ = try await store.externalCalendars.calendar(of: Self.holidays, by: .ben)
            }
            await #expect(throws: StoreError.notFound) {
                try await store.externalCalendars.want(Self.holidays, by: .ben, nowSecond: .t0)
            }
        }
    }

    @Test("An invitation never lands in a calendar from elsewhere", arguments: StoreKind.available)
    func invitations(kind: StoreKind) async throws {
        try await kind.withDatabase(isMigrated: true) { database in
            let store = try await CalendarStore(database: database, nowSecond: .t0)
            try await store.accounts.create(.anna, nowSecond: .t0)
            try await Self.subscribe(store)
            let run = try await Self.begin(store)
            try await store.externalCalendars.apply(Self.changes(["one"]), of: run)
            let (calendar, copy) = try await database.read { connection in
                let copy = try connection.scheduling.ownObject(uid: "one", of: .anna)
                return (try connection.scheduling.calendarForInvitations(to: .anna, "VEVENT"), copy)
            }
            #expect(calendar == .annas)
            #expect(copy == nil)
        }
    }

    @Test(
        "Opening a page writes nothing if no calendar is to be read",
        arguments: StoreKind.available
    )
    func nothingToFreshen(kind: StoreKind) async throws {
        try await Self.run(kind) { store in
            let writeCount = Mutex(0)
            store.externalCalendars.observed.database.observeWrites(
                by: WriteObserver(nanosecond: { 0 }, waited: { _ in }) { count in
                    writeCount.withLock { $0 += count }
                }
            )
            func writes(opening account: AccountID) async throws -> Int {
                writeCount.withLock { $0 = 0 }
                try await store.externalCalendars.freshen(
                    of: account,
                    nowSecond: .t0 + 600,
                    ageSeconds: 60
                )
                return writeCount.withLock { $0 }
            }
            // Hers is a feed, which nobody's visit makes due.
            #expect(try await writes(opening: .anna) == 0)
            try await Self.subscribe(store, .number(2), from: .calDAV)
            #expect(try await writes(opening: .ben) == 0)
            let run = try #require(
                await store.externalCalendars.begin(
                    .number(2),
                    nowSecond: .t0,
                    endsSecond: .t0 + 600
                )
            )
            try await store.externalCalendars.finish(
                run,
                .unchanged,
                nowSecond: .t0,
                dueSecond: .t0 + 3600
            )
            #expect(try await writes(opening: .anna) == 1)
            #expect(try await writes(opening: .anna) == 0)
        }
    }
}
