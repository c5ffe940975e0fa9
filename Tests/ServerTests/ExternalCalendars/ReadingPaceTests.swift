import HTTPTypes
import Logging
import Synchronization
import Testing

@testable import ExternalCalendars
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("What readings of sources write")
struct ReadingPaceTests {
    // MARK: The pace

    @Test("All readings together write for a quarter of the time, whatever a batch takes")
    func quarter() async throws {
        let clock = PaceClock()
        let pace = ReadingPace(clock: clock.clock)
        var begins: [Duration] = []
        for milliseconds in [100, 5, 0, 1000, 9000, 1] {
            let begin = try await pace.run(500, patience: .seconds(600)) {
                let now = clock.now
                clock.advance(by: .milliseconds(milliseconds))
                return now
            }
            begins.append(begin)
        }
        // A write that takes over two seconds is waiting for something else, so the pause after it is shorter.
        let expected = [0, 400, 420, 420, 4420, 13_420].map { Duration.milliseconds($0) }
        #expect(begins == expected)
    }

    @Test("A batch that hangs holds up no other reading")
    func hanging() async throws {
        let clock = PaceClock()
        let pace = ReadingPace(clock: clock.clock)
        let begin = try await pace.run(100, patience: .seconds(600)) {
            try await pace.run(1, patience: .seconds(600)) { clock.now }
        }
        #expect(begin == Limits.externalWriteExpected * 100 * (1 + Limits.externalRests))
    }

    @Test("Who would have to wait for too long, or doesn't want to, takes no turn from others")
    func patience() async throws {
        let clock = PaceClock()
        let pace = ReadingPace(clock: clock.clock)
        try await pace.run(1, patience: .zero) { clock.advance(by: .seconds(1)) }
        await #expect(throws: ExternalCalendarFailure.interrupted) {
            try await pace.run(500, patience: .milliseconds(2999)) {}
        }
        let stopping = PaceClock { _ in throw CancellationError() }
        let other = ReadingPace(clock: stopping.clock)
        try await other.run(1, patience: .zero) { stopping.advance(by: .seconds(1)) }
        await #expect(throws: ExternalCalendarFailure.interrupted) {
            try await other.run(500, patience: .seconds(600)) {}
        }
        stopping.advance(by: .seconds(3))
        try await other.run(1, patience: .zero) {}
        try await pace.run(1, patience: .seconds(3)) {}
    }

    // MARK: The quota

    private static func subscribe(_ visitor: Visitor, _ kind: ExternalCalendarKind) async throws
        -> String
    {
        let form =
            kind == .feed
            ? #"{"address":"\#(WildService.feed)"}"#
            : #"{"kind":"caldav","address":"\#(WildService.calendar)","user":"u","password":"p"}"#
        let answer = try await visitor.request(.post, "/api/v1/sources", form)
        #expect(answer.status == .created, "\(answer.text)")
        return try #require(answer.json["calendar"]?["id"]?.text)
    }

    private static func run(
        _ service: WildService,
        writesPerMinute: Int64 = Limits.writesPerMinute,
        pace: ReadingPace = ReadingPace(clock: PaceClock().clock),
        _ body: @escaping @Sendable (Visitor) async throws -> Void
    ) async throws {
        let settings: @Sendable (inout ServerSettings) -> Void = { settings in
            settings.sourceInterval = .seconds(3600)
            settings.writesPerMinute = writesPerMinute
        }
        try await TestServer.run(
            settings: settings,
            pace: pace,
            fetcher: service.fetcher
        ) { server, client in try await body(server.visitor(client)) }
    }

    @Test(
        "A calendar that changes too much stays as it was, and goes on when there's room again",
        arguments: [ExternalCalendarKind.feed, .calDAV]
    )
    func quota(kind: ExternalCalendarKind) async throws {
        // Each object counts ten times, so that six readings are a day's worth.
        let service = WildService(count: 24, bytes: 75_000)
        let readingCount = Int(Limits.externalBurstMinutes) / (24 * 10)
        try await Self.run(service, writesPerMinute: Limits.externalCalendarsShareOfWrites) {
            visitor in
            let calendar = try await Self.subscribe(visitor, kind)
            func refresh() async throws -> [String: JSONValue] {
                try await visitor.request(.post, "/api/v1/sources/\(calendar)/refresh").json
            }
            for _ in 1..<readingCount { #expect(try await refresh()["failure"] == nil) }
            let before = service.titles
            let stopped = try await refresh()
            #expect(stopped["failure"]?.text == "too-many-changes")
            #expect(service.titles != before)
            let kept = try await visitor.titles(in: calendar)
            #expect(Set(kept) == before && kept.count == 24)
            // Neither the account's own writes nor anybody else's pay for it.
            #expect(try await visitor.create("own").status == .created)
            let externalCalendars = visitor.server.backend.store.externalCalendars
            let now = visitor.server.clock.nowSecond
            // A session lasts for a day.
            let seconds = Int64(86_399)
            let (soon, later) = (now + 900, now + seconds)
            #expect(try await externalCalendars.due(nowSecond: soon, perAccountMax: 2).isEmpty)
            #expect(try await externalCalendars.due(nowSecond: later, perAccountMax: 2).count == 1)
            visitor.server.clock.advance(seconds: seconds)
            let id = try #require(CalendarID(calendar))
            try await ExternalCalendarReading(
                visitor.server.backend.externalCalendars,
                logger: Logger(label: "test")
            )
            .read(id)
            #expect(try await Set(visitor.titles(in: calendar)) == service.titles)
            let record = try await externalCalendars.calendar(of: id, by: visitor.account.id)
            #expect(record.failure == nil)
        }
    }

    @Test(
        "A reading that has room for a part of its changes begins with none of them",
        arguments: [
            (ExternalCalendarKind.feed, 10_000, Int64(120), Int64(110)), (.calDAV, 0, 60, 55),
        ]
    )
    func part(kind: ExternalCalendarKind, bytes: Int, cost: Int64, left: Int64) async throws {
        let service = WildService(count: 60, bytes: bytes)
        try await Self.run(service) { visitor in
            let calendar = try await Self.subscribe(visitor, kind)
            let before = service.titles
            let rate = Limits.writesPerMinute / Limits.externalCalendarsShareOfWrites
            try await visitor.server.backend.writeAllowances.take(
                rate * Limits.externalBurstMinutes - cost - left,
                bySourcesOf: visitor.account.id,
                nowSecond: visitor.server.clock.nowSecond
            )
            let stopped = try await visitor.request(.post, "/api/v1/sources/\(calendar)/refresh")
            #expect(try stopped.json["failure"]?.text == "too-many-changes")
            #expect(try await Set(visitor.titles(in: calendar)) == before)
        }
    }

    @Test("A first reading for which there's no room adds no feed, and says so")
    func nothingAdded() async throws {
        try await Self.run(WildService(count: 2, bytes: 0)) { visitor in
            try await Self.useUp(visitor)
            let answer = try await visitor.request(
                .post,
                "/api/v1/sources",
                #"{"address":"\#(WildService.feed)"}"#
            )
            #expect(answer.status == .unprocessableContent)
            #expect(try answer.json["reason"]?.text == "too-many-changes")
        }
    }

    @Test("Every kind of account elsewhere is read by the same steps, which count")
    func steps() async throws {
        try await Self.run(WildService(count: 2, bytes: 0)) { visitor in
            let backend = visitor.server.backend
            let calendar = try await Self.subscribe(visitor, .calDAV)
            try await Self.useUp(visitor)
            let now = visitor.server.clock.nowSecond + 3600
            let id = try #require(CalendarID(calendar))
            let begun = try await backend.store.externalCalendars.begin(
                id,
                nowSecond: now,
                endsSecond: now + Limits.externalRunSeconds
            )
            let run = try #require(begun)
            let address = try backend.externalCalendars.address(of: run.source)
            let step = CalendarStep(
                management: backend.externalCalendars,
                run: run,
                calendar: CalDAVCalendar(backend.externalCalendars.fetcher, at: address)
            )
            await #expect { try await step.outcome() } throws: { error in
                (error as? ExternalCalendarFailure)?.word == "too-many-changes"
            }
        }
    }

    /// Lets an account's external calendars have written as much as they may.
    private static func useUp(_ visitor: Visitor) async throws {
        try await visitor.server.backend.writeAllowances.take(
            1_000_000,
            bySourcesOf: visitor.account.id,
            isForOwnChanges: true,
            nowSecond: visitor.server.clock.nowSecond
        )
    }

    @Test("What was changed here is sent at the quota as well, merged with what is in its way")
    func ownChanges() async throws {
        try await AccountElsewhere.run { other in
            try await other.bob.create("one", title: "Lunch")
            let calendar = try await other.connect()
            try await Self.useUp(other.anna)
            try await other.anna.rewrite("one", in: calendar) {
                $0.replacing("END:VEVENT", with: "LOCATION:Park\r\nEND:VEVENT")
            }
            try await other.bob.rewrite("one", in: other.bob.calendar) {
                $0.replacing("SUMMARY:Lunch", with: "SUMMARY:Dinner")
            }
            try await other.bob.create("two", title: "Tea")
            for _ in 1...2 { try await other.step(calendar) }
            let text = try await other.bob.objects(in: other.bob.calendar)["one"]?.text
            #expect(text?.value(of: "SUMMARY") == "Dinner")
            #expect(text?.value(of: "LOCATION") == "Park")
            #expect(try await other.source(calendar)["failure"]?.text == "too-many-changes")
        }
    }

    // MARK: Batches

    @Test(
        "Everybody writes between the batches of a reading, each of which is short",
        arguments: [ExternalCalendarKind.feed, .calDAV]
    )
    func between(kind: ExternalCalendarKind) async throws {
        let bytes = 200_000
        let count = 24
        let written = Mutex(0)
        let ben = Mutex(Visitor?.none)
        let clock = PaceClock(step: .milliseconds(10)) { _ in
            let number = written.withLock { written in
                written += 1
                return written
            }
            let visitor = try #require(ben.withLock { $0 })
            #expect(try await visitor.create("b\(number)").status == .created)
        }
        let pace = ReadingPace(clock: clock.clock)
        try await Self.run(WildService(count: count, bytes: bytes), pace: pace) { visitor in
            let other = try await visitor.server.visitor(visitor.client, email: "ben@example.org")
            ben.withLock { $0 = other }
            let calendar = try await Self.subscribe(visitor, kind)
            #expect(try await visitor.titles(in: calendar).count == count)
            // One batch has as many as pass the bound, and before each of the others somebody waits.
            let perBatch = Limits.externalBatchBytesMax / bytes + 1
            #expect(written.withLock { $0 } == (count - 1) / perBatch)
        }
    }

    @Test("The largest calendar fits into a day, and a longer text counts for more")
    func room() async throws {
        let allowances = WriteAllowances(perMinute: Limits.writesPerMinute)
        let largest =
            Int64(Limits.externalEventsMax) + Quotas().account.bytes
            / Int64(Limits.externalWriteBytes)
        let account = AccountID(stored: "anna")
        try await allowances.take(largest, bySourcesOf: account, nowSecond: 0)
        let rate = Limits.writesPerMinute / Limits.externalCalendarsShareOfWrites
        let day = rate * Limits.externalBurstMinutes
        try await allowances.take(day - largest, bySourcesOf: account, nowSecond: 0)
        await #expect(throws: ServerError.tooManyWrites(retryAfterSeconds: 60)) {
            try await allowances.take(rate, bySourcesOf: account, nowSecond: 0)
        }
        // What is more than a day's worth waits for a whole day, and not for ever.
        await #expect(throws: ServerError.tooManyWrites(retryAfterSeconds: 86_400)) {
            try await allowances.take(2 * day, bySourcesOf: account, nowSecond: 0)
        }
        try await allowances.take(2 * day, bySourcesOf: account, nowSecond: 86_400)
        try await allowances.take(by: account, through: nil, nowSecond: 86_400)
    }
}
