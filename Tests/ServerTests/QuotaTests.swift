import HTTPTypes
import Testing

@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Quotas")
struct QuotaTests {
    private static func account(events: Int64 = .max, bytes: Int64 = .max) -> Quotas {
        Quotas(account: Quota(events: events, bytes: bytes))
    }

    private static func run(
        _ quotas: Quotas,
        writesPerMinute: Int64 = Limits.writesPerMinute,
        _ body: @escaping @Sendable (Visitor) async throws -> Void
    ) async throws {
        let settings: @Sendable (inout ServerSettings) -> Void = {
            $0.quotas = quotas
            $0.writesPerMinute = writesPerMinute
        }
        try await TestServer.run(settings: settings) { server, client in
            try await body(server.visitor(client))
        }
    }

    private static func program(_ visitor: Visitor) async throws -> DAVTests.Client {
        let home = "/dav/calendars/\(visitor.account.id.text)/"
        return DAVTests.Client(
            program: try await visitor.program(try await visitor.appPassword().password),
            home: home,
            calendar: home + visitor.calendar + "/"
        )
    }

    // MARK: Storage

    @Test("One event more than the quota is refused with 507, and deleting makes room")
    func interface() async throws {
        try await Self.run(Self.account(events: 2)) { visitor in
            for uid in ["one", "two"] {
                #expect(try await visitor.create(uid).status == .created)
            }
            let refused = try await visitor.create("six")
            #expect(refused.status.code == 507)
            #expect(refused.problem == "/problems/storage-full")
            #expect(try refused.json["reason"]?.text == "account-events")
            let detail = try refused.json["detail"]?.text
            #expect(
                detail == "The account's calendars can have 2 events. Delete some first."
            )
            let removed = try await visitor.request(
                .delete,
                visitor.events + "one",
                headers: ["If-Match": "*"]
            )
            #expect(removed.status == .noContent)
            #expect(try await visitor.create("six").status == .created)
        }
    }

    @Test("Somebody sees how much their calendars hold, and how much they may")
    func usage() async throws {
        try await Self.run(Self.account(events: 5, bytes: 10_000)) { visitor in
            try await visitor.create("one")
            let answer = try await visitor.request(.get, "/api/v1/account/storage").json
            #expect(
                answer == [
                    "events": .number(1), "eventsMax": .number(5),
                    "bytes": .number(Double(event("one").utf8.count)), "bytesMax": .number(10_000),
                    "historyBytes": .number(0),
                ]
            )
        }
    }

    @Test("An import stops with a line of its own where there's no more room")
    func importing() async throws {
        let batch = Limits.importBatchCount
        try await Self.run(Self.account(events: Int64(batch))) { visitor in
            let path = "/api/v1/calendars/\(visitor.calendar)/import"
            let text = file((0...batch).map { "event-\($0)" })
            let lines = try await visitor.request(.post, path, text).lines
            #expect(lines.last?["type"]?.text == "storage-full")
            #expect(lines.last?["reason"]?.text == "account-events")
            #expect(lines.count { $0["type"]?.text == "change" } == batch)
            let count = try await visitor.server.backend.store.storage.usage(
                of: visitor.account.id
            ).events
            #expect(count == Int64(batch))
            // The same file without the last event has nothing new in it.
            let known = file((0..<batch).map { "event-\($0)" })
            let again = try await visitor.request(.post, path, known).lines
            #expect(again.last?["unchanged"] == .number(Double(batch)))
        }
    }

    @Test("A calendar program gets 507 with the condition of WebDAV, and sees what is left")
    func programs() async throws {
        let text = DAVTests.event("one")
        let bytes = Int64(text.utf8.count)
        try await Self.run(Self.account(bytes: 2 * bytes)) { visitor in
            let client = try await Self.program(visitor)
            for uid in ["one", "two"] {
                #expect(try await client.put(uid, DAVTests.event(uid)).status == .created)
            }
            let refused = try await client.put("six", DAVTests.event("six"))
            #expect(refused.status.code == 507)
            #expect(refused.text.contains("<D:quota-not-exceeded"), "\(refused.text)")
            let names = "<D:quota-used-bytes/><D:quota-available-bytes/>"
            func quota() async throws -> [String?] {
                let xml = try await client.xml("PROPFIND", client.home, DAVTests.props(names))
                let found = xml.first(.dav("response"))?.first(.dav("propstat"))?
                    .first(.dav("prop"))
                return ["quota-used-bytes", "quota-available-bytes"].map {
                    found?.first(.dav($0))?.text
                }
            }
            #expect(try await quota() == ["\(2 * bytes)", "0"])
            let removed = try await client.request("DELETE", client.calendar + "one")
            #expect(removed.status == .noContent)
            #expect(try await quota() == ["\(bytes)", "\(bytes)"])
            #expect(try await client.put("six", DAVTests.event("six")).status == .created)
        }
    }

    @Test("Full calendars take no longer invitation, but an answer and a day taken out of a series")
    func answeringWhenFull() async throws {
        let bytesMax: Int64 = 20_000
        try await Self.run(Self.account(bytes: bytesMax)) { visitor in
            let anna = try await SchedulingTests.Person(visitor)
            let other = try await visitor.server.visitor(visitor.client, email: "ben@example.org")
            let ben = try await SchedulingTests.Person(other)
            let meeting = SchedulingTests.meeting("tea", SchedulingTests.ben)
            #expect(try await anna.client.put("tea.ics", meeting).status == .created)
            let invitation = try await ben.path()
            let weekly = DAVTests.event(
                "own",
                "DTSTART:20260312T100000Z\r\nRRULE:FREQ=WEEKLY;COUNT=5"
            )
            let own = ben.client.calendar + "own.ics"
            #expect(try await ben.client.put("own.ics", weekly).status == .created)
            try await Self.fill(ben, to: bytesMax)
            #expect(try await ben.client.put("more", DAVTests.event("more")).status.code == 507)

            let day = "EXDATE:20260319T100000Z\r\nRRULE"
            let without = weekly.replacing("RRULE", with: day)
            #expect(try await ben.client.request("PUT", own, without).status == .noContent)
            let copy = try await ben.client.request("GET", invitation).text
            let accepted = copy.replacing("\r\n ", with: "")
                .replacing("ATTENDEE;RSVP=TRUE:", with: "ATTENDEE;PARTSTAT=ACCEPTED:")
            let answered = try await ben.client.request("PUT", invitation, accepted)
            #expect(answered.status == .noContent, "\(answered.text)")
            #expect(try await anna.objects().first?.contains("PARTSTAT=ACCEPTED") == true)

            let notes = "DESCRIPTION:" + String(repeating: "Notes. ", count: 5_000)
            let longer = SchedulingTests.meeting("tea", SchedulingTests.ben, notes)
            #expect(try await anna.client.put("tea.ics", longer).status == .noContent)
            let sent = try #require(try await anna.objects().first)
            #expect(sent.contains("SCHEDULE-STATUS=5.1") && sent.contains("Notes."))
            let kept = try await ben.client.request("GET", invitation).text
            #expect(!kept.contains("Notes."))
        }
    }

    /// Fills somebody's calendars with an event to the last byte.
    private static func fill(_ person: SchedulingTests.Person, to bytesMax: Int64) async throws {
        let used = try await person.visitor.server.backend.store.storage
            .usage(of: person.visitor.account.id).bytes
        let missing = Int(bytesMax - used) - event("filler").utf8.count
        let line = "X-FILL:" + String(repeating: "x", count: 30) + "\r\n"
        let (count, rest) = (missing - line.utf8.count).quotientAndRemainder(
            dividingBy: line.utf8.count
        )
        let last = "X-FILL:" + String(repeating: "x", count: 30 + rest)
        let filler = event("filler", more: String(repeating: line, count: count) + last)
        let made = try await person.visitor.request(
            .put,
            person.visitor.events + "filler",
            filler,
            headers: ["If-None-Match": "*"]
        )
        #expect(made.status == .created, "\(made.text)")
        let now = try await person.visitor.server.backend.store.storage
            .usage(of: person.visitor.account.id).bytes
        #expect(now == bytesMax)
    }

    @Test("A feed that doesn't fit any more says so, and keeps what was read before")
    func feeds() async throws {
        try await ClubFeed.run(quotas: Self.account(events: 2)) { feed, anna in
            feed.say(ClubFeed.calendar(["a": "Training"]))
            let form = #"{"address":"\#(feed.address)"}"#
            let made = try await anna.request(.post, "/api/v1/sources", form)
            let calendar = try #require(made.json["calendar"]?["id"]?.text)
            try await anna.create("own")
            feed.say(ClubFeed.calendar(["a": "Running", "b": "Match"]))
            anna.server.clock.advance(seconds: 60)
            let path = "/api/v1/sources/\(calendar)/refresh"
            let source = try await anna.request(.post, path).json
            #expect(source["failure"]?.text == "storage-full")
            let texts = try await anna.request(.get, "/api/v1/sync").lines
                .compactMap { $0["ical"]?.text }
            #expect(texts.count { $0.contains("SUMMARY:Training") } == 1)
            #expect(texts.count == 2)

            let second = try await anna.request(.post, "/api/v1/sources", form + " ")
            #expect(second.status.code == 422)
        }
    }

    @Test("A calendar that doesn't fit isn't subscribed to")
    func firstReading() async throws {
        try await ClubFeed.run(quotas: Self.account(events: 1)) { feed, anna in
            feed.say(ClubFeed.calendar(["a": "Training", "b": "Match"]))
            let form = #"{"address":"\#(feed.address)"}"#
            let refused = try await anna.request(.post, "/api/v1/sources", form)
            #expect(refused.problem == "/problems/source-not-read")
            #expect(try refused.json["reason"]?.text == "storage-full")
        }
    }

    @Test("The server counts again by itself what an older one beside it didn't count")
    func recounting() async throws {
        let settings: @Sendable (inout ServerSettings) -> Void = {
            $0.recountInterval = .milliseconds(20)
        }
        try await TestServer.run(.wholeServer, settings: settings) { server, client in
            let visitor = try await server.visitor(client)
            let other = try await server.visitor(client, email: "ben@example.org")
            let group = try await visitor.request(.post, "/api/v1/groups", #"{"name":"Family"}"#)
            #expect(group.status == .created, "\(group.text)")
            let groups = try await visitor.request(.get, "/api/v1/sync").lines.first {
                $0["type"]?.text == "calendar" && $0["group"]?.text != nil
            }
            let more = try await visitor.request(
                .post,
                "/api/v1/calendars",
                #"{"name":"More","color":"red"}"#
            )
            let calendars = [
                visitor.calendar, try #require(try more.json["id"]?.text),
                try #require(groups?["id"]?.text),
            ]
            for (number, calendar) in calendars.enumerated() {
                let made = try await visitor.request(
                    .put,
                    "/api/v1/calendars/\(calendar)/events/one-\(number)",
                    event("one-\(number)"),
                    headers: ["If-None-Match": "*"]
                )
                #expect(made.status == .created, "\(made.text)")
            }
            #expect(try await other.create("one").status == .created)
            try await server.database.write(as: .server(.upkeep)) { connection in
                _ = try connection.execute("UPDATE calendars SET object_bytes = 7", [])
            }
            let isCounted: Bool? = try await waited {
                let wrong = try await server.database.read(as: .server(.upkeep)) { connection in
                    let bytes = connection.dialect.eventBytes(ofCalendar: "calendars.id")
                    return try connection.rows(
                        "SELECT 1 FROM calendars WHERE object_bytes <> \(bytes)",
                        []
                    ).count
                }
                return wrong == 0 ? true : nil
            }
            #expect(isCounted == true)
        }
    }

    // MARK: Writes

    @Test("Too many writes get 429 until time has passed; reading isn't counted")
    func writes() async throws {
        try await Self.run(Quotas(), writesPerMinute: 2) { visitor in
            let burst = 2 * Int(Limits.writeBurstMinutes)
            for number in 0..<burst {
                #expect(try await visitor.create("event-\(number)").status == .created)
            }
            let refused = try await visitor.create("more")
            #expect(refused.status == .tooManyRequests)
            #expect(refused.problem == "/problems/too-many-writes")
            #expect(refused.headers[.retryAfter] == "30")
            #expect(try await visitor.request(.get, "/api/v1/sync").status == .ok)
            visitor.server.clock.advance(seconds: 29)
            #expect(try await visitor.create("more").headers[.retryAfter] == "1")
            visitor.server.clock.advance(seconds: 1)
            #expect(try await visitor.create("more").status == .created)
            #expect(try await visitor.create("most").status == .tooManyRequests)
        }
    }

    @Test("A program that has gone wild is refused, and takes the writes of nobody else")
    func countedApart() async throws {
        try await Self.run(Quotas(), writesPerMinute: 1) { visitor in
            let (wild, calm) = (try await Self.program(visitor), try await Self.program(visitor))
            try await Self.useUp(wild, "wild")
            let found = try await wild.request(
                "PROPFIND",
                wild.calendar,
                DAVTests.props("<D:resourcetype/>"),
                headers: ["Depth": "0"]
            )
            #expect(found.status.code == 207)
            #expect(try await calm.put("calm", DAVTests.event("calm")).status == .created)
            #expect(try await visitor.create("page").status == .created)
            let other = try await visitor.server.visitor(visitor.client, email: "ben@example.org")
            #expect(try await other.create("one").status == .created)
        }
    }

    /// Makes all writes that a program may make at once, and one more, which is refused.
    private static func useUp(_ client: DAVTests.Client, _ name: String) async throws {
        for number in 1...Int(Limits.writeBurstMinutes) {
            let uid = "\(name)-\(number)"
            #expect(try await client.put(uid, DAVTests.event(uid)).status == .created)
        }
        let refused = try await client.put("more", DAVTests.event("more"))
        #expect(refused.status == .tooManyRequests)
        #expect(refused.headers[.retryAfter] == "60")
    }

    @Test("Three programs can write as much as they may; a fourth has to wait, the page hasn't")
    func programsTogether() async throws {
        try await Self.run(Quotas(), writesPerMinute: 1) { visitor in
            for number in 1...Int(Limits.programsAtFullRateMax) {
                try await Self.useUp(try await Self.program(visitor), "p\(number)")
            }
            let fourth = try await Self.program(visitor)
            let refused = try await fourth.put("four", DAVTests.event("four"))
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.retryAfter] == "20")
            #expect(try await visitor.create("page").status == .created)
            visitor.server.clock.advance(seconds: 20)
            #expect(try await fourth.put("four", DAVTests.event("four")).status == .created)
        }
    }

    @Test("Whoever may not write any more can still revoke, sign out and change the password")
    func revokingAlwaysWorks() async throws {
        try await Self.run(Quotas(), writesPerMinute: 1) { visitor in
            let leaked = try await visitor.appPassword()
            let other = try await visitor.otherBrowser("Other")
            for number in 1...Int(Limits.writeBurstMinutes) {
                try await visitor.create("e\(number)")
            }
            #expect(try await visitor.create("more").status == .tooManyRequests)
            let revoked = try await visitor.request(
                .delete,
                "/api/v1/account/app-passwords/" + leaked.id
            )
            #expect(revoked.status == .noContent)
            let passwords = #"{"password":"a new password","oldPassword":"correct horse"}"#
            let changed = try await visitor.request(.patch, "/api/v1/account", passwords)
            #expect(changed.status == .ok)
            let others = try await visitor.request(.delete, "/api/v1/account/sessions")
            #expect(others.status == .noContent)
            let seen = try await visitor.request(.get, "/api/v1/sync", headers: ["Cookie": other])
            #expect(seen.status == .unauthorized)
            let signedOut = try await visitor.request(.delete, "/api/v1/session")
            #expect(signedOut.status == .noContent)
        }
    }

    @Test("What secures an account has a count of its own, which holds nothing else up")
    func countingSecurityApart() async throws {
        try await Self.run(Quotas(), writesPerMinute: 1) { visitor in
            let path = "/api/v1/account/app-passwords"
            for number in 1...Int(Limits.writeBurstMinutes) {
                let made = try await visitor.request(.post, path, #"{"name":"p\#(number)"}"#)
                #expect(made.status == .created)
            }
            let refused = try await visitor.request(.post, path, #"{"name":"more"}"#)
            #expect(refused.status == .tooManyRequests)
            #expect(try await visitor.create("one").status == .created)
        }
    }

    @Test("Counts that are over are forgotten, and a clock set back adds nothing")
    func allowances() async throws {
        let allowances = WriteAllowances(perMinute: 60)
        let anna = AccountID(stored: String(repeating: "a", count: 32))
        let max = 60 * Int(Limits.writeBurstMinutes)
        func take(_ account: AccountID, _ second: Int64) async throws {
            try await allowances.take(by: account, through: nil, nowSecond: second)
        }
        for _ in 0..<max { try await take(anna, 1000) }
        for second in [Int64(1000), 900] {
            await #expect(throws: ServerError.tooManyWrites(retryAfterSeconds: 1)) {
                try await take(anna, second)
            }
        }
        for number in 0..<Limits.writeAllowancesMax {
            try await take(AccountID(stored: "account \(number)"), 1000)
        }
        #expect(await allowances.countedCount > Limits.writeAllowancesMax)
        let end = 1000 + Int64(max)
        try await take(anna, end)
        #expect(await allowances.countedCount == 1)
    }
}
