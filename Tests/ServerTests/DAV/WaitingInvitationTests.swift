import HTTPTypes
import Testing

@testable import Server
@testable import Writing

/// Senders whom somebody has blocked, and strangers' invitations that wait for an answer.
@Suite("Blocked senders and waiting invitations")
struct WaitingInvitationTests {
    typealias Person = SchedulingTests.Person
    typealias Party = StrangersInvitationTests

    private func run(
        _ place: StrangersInvitations = .calendar,
        _ body:
            @escaping @Sendable (_ anna: Person, _ ben: Person, _ dan: Person) async throws ->
            Void
    ) async throws {
        let settings: @Sendable (inout ServerSettings) -> Void = {
            $0.strangersInvitations = place
        }
        try await Family.run(settings: settings) { family in
            try await body(Person(family.anna), Person(family.ben), Person(family.dan))
        }
    }

    /// Lets somebody invite Anna, and answers what the event they have then says of the delivery.
    private static func invite(
        _ uid: String,
        by host: Person,
        _ lines: [String] = []
    ) async throws -> String {
        let text = Party.party(uid, by: host, lines)
        let made = try await host.client.put(uid + ".ics", text)
        #expect(made.status.kind == .successful, "\(made.text)")
        let own = try await host.objects().first { $0.contains("UID:\(uid)") }
        return try #require(own)
    }

    private static func waiting(_ person: Person) async throws -> [[String: JSONValue]] {
        let answer = try await person.visitor.request(.get, "/api/v1/account/invitations")
        let list = try answer.json["invitations"]?.list ?? []
        return list.map { value in
            if case .object(let object) = value { object } else { [:] }
        }
    }

    // MARK: Blocking

    @Test("Nothing of a blocked sender arrives, and what wasn't answered goes", arguments: [0, 1])
    func blocking(index: Int) async throws {
        try await run { anna, ben, dan in
            let host = [ben, dan][index]
            _ = try await Self.invite("kept", by: host)
            let accepted = try await anna.edit {
                $0.replacing("ATTENDEE;RSVP=TRUE:", with: "ATTENDEE;PARTSTAT=ACCEPTED:")
            }
            #expect(accepted.status == .noContent)
            _ = try await Self.invite("open", by: host)
            let records = try await anna.visitor.records("event")
            let open = try #require(
                records.first { $0["ical"]?.text?.contains("UID:open") == true }
            )
            let href = try #require(open["href"]?.text)
            let place = "/api/v1/calendars/\(anna.visitor.calendar)/events/\(href)/sender"
            let sender = try await anna.visitor.request(.get, place)
            let found = try sender.json["sender"]
            #expect(found?["id"]?.text == host.visitor.account.id.text)
            #expect(found?["email"]?.text == host.visitor.account.email)
            let form = #"{"calendar":"\#(anna.visitor.calendar)","href":"\#(href)"}"#
            let messages = try await anna.messages().count
            let blocked = try await anna.visitor.request(.post, "/api/v1/account/blocked", form)
            #expect(blocked.status == .created, "\(blocked.text)")
            #expect(try blocked.json["removed"] == .number(1))
            var copies = try await anna.objects()
            #expect(copies.count == 1 && copies[0].contains("UID:kept"))

            for (uid, lines) in [
                ("new", []), ("open", ["LOCATION:Attic"]), ("kept", ["LOCATION:B"]),
            ] {
                let own = try await Self.invite(uid, by: host, lines)
                #expect(own.contains("SCHEDULE-STATUS=5.1"), "\(uid)")
            }
            let path = host.client.calendar + "kept.ics"
            let gone = try await host.client.request("DELETE", path)
            #expect(gone.status == .noContent)
            let after = try await anna.objects()
            #expect(after == copies)
            let later = try await anna.messages().count
            #expect(later == messages)

            let list = try await anna.visitor.request(.get, "/api/v1/account/blocked")
            #expect(try list.json["blocked"]?.list?.count == 1)
            let id = host.visitor.account.id.text
            let archive = try await anna.visitor.request(.get, "/api/v1/account/archive")
            #expect(archive.text.contains(#""blocked":[{"id":"\#(id)""#))
            let free = try await anna.visitor.request(.delete, "/api/v1/account/blocked/\(id)")
            #expect(free.status == .noContent)
            let twice = try await anna.visitor.request(.delete, "/api/v1/account/blocked/\(id)")
            #expect(twice.status == .notFound)
            let own = try await Self.invite("again", by: host)
            #expect(own.contains("SCHEDULE-STATUS=1.2"))
            copies = try await anna.objects()
            #expect(copies.count == 2)
        }
    }

    @Test("Only those can be blocked who have invited one, and nobody else's rows are seen")
    func unknownSender() async throws {
        try await run { anna, ben, dan in
            _ = try await dan.client.put("own.ics", DAVTests.event("own"))
            for form in [
                #"{"calendar":"\#(dan.visitor.calendar)","href":"own.ics"}"#,
                #"{"calendar":"\#(anna.visitor.calendar)","href":"none.ics"}"#,
                #"{"invitation":"0123"}"#, "{}",
            ] {
                for person in [anna, dan] {
                    let answer = try await person.visitor.request(
                        .post,
                        "/api/v1/account/blocked",
                        form
                    )
                    #expect(answer.status == .notFound, "\(form)")
                }
            }
            let mine = Party.party("mine", by: anna)
            _ = try await anna.client.put("mine.ics", mine)
            let form = #"{"calendar":"\#(anna.visitor.calendar)","href":"mine.ics"}"#
            let answer = try await anna.visitor.request(.post, "/api/v1/account/blocked", form)
            #expect(answer.status == .notFound)
        }
    }

    @Test("A text that one wrote oneself names nobody's account, and blocks nobody")
    func ownText() async throws {
        try await run { anna, ben, dan in
            let text = Party.party("made-up", by: ben)
            let other = text.replacing("made-up", with: "other")
            // Ben has an event with that UID, to which he doesn't invite her.
            #expect(try await ben.client.put("e.ics", DAVTests.event("other")).status == .created)
            for (href, text) in [("a.ics", text), ("b.ics", other)] {
                #expect(try await anna.client.put(href, text).status == .created)
                let path = "/api/v1/calendars/\(anna.visitor.calendar)/events/\(href)/sender"
                let sender = try await anna.visitor.request(.get, path)
                #expect(try sender.json["sender"] == nil, "\(sender.text)")
                let form = #"{"calendar":"\#(anna.visitor.calendar)","href":"\#(href)"}"#
                let answer = try await anna.visitor.request(.post, "/api/v1/account/blocked", form)
                #expect(answer.status == .notFound)
            }
        }
    }

    @Test("An account that is made again with the same address is still blocked")
    func madeAgain() async throws {
        try await TestServer.run { server, client in
            let anna = try await Person(server.visitor(client))
            let dan = try await Person(server.visitor(client, email: "dan@example.org"))
            _ = try await Self.invite("first", by: dan)
            let record = try await anna.visitor.records("event").first
            let href = try #require(record?["href"]?.text)
            let form = #"{"calendar":"\#(anna.visitor.calendar)","href":"\#(href)"}"#
            let blocked = try await anna.visitor.request(.post, "/api/v1/account/blocked", form)
            #expect(blocked.status == .created)
            let email = dan.visitor.account.email
            let left = try await dan.visitor.request(
                .delete,
                "/api/v1/account",
                #"{"email":"\#(email)","password":"\#(TestServer.password)"}"#
            )
            #expect(left.status == .noContent, "\(left.text)")
            let list = try await anna.visitor.request(.get, "/api/v1/account/blocked")
            #expect(try list.json["blocked"]?.list?.count == 1)
            let again = try await Person(server.visitor(client, email: email))
            #expect(again.visitor.account.id != dan.visitor.account.id)
            let own = try await Self.invite("second", by: again)
            #expect(own.contains("SCHEDULE-STATUS=5.1"), "\(own)")
            #expect(try await anna.objects().isEmpty)
        }
    }

    // MARK: Waiting

    @Test(
        "A stranger's invitation waits, a fellow member's doesn't",
        arguments: ["yes", "maybe", "no"]
    )
    func waiting(answer: String) async throws {
        try await run(.inbox) { anna, ben, dan in
            _ = try await Self.invite("fellow", by: ben)
            let own = try await Self.invite("party", by: dan)
            #expect(own.contains("SCHEDULE-STATUS=1.2"))
            let before = try await anna.objects()
            #expect(before.count == 1 && before[0].contains("UID:fellow"))
            let messages = try await anna.messages()
            #expect(messages.count == 2)
            let list = try await Self.waiting(anna)
            #expect(list.count == 1)
            let waiting = try #require(list.first)
            #expect(waiting["email"]?.text == "dan@example.org")
            #expect(waiting["ical"]?.text?.contains("SUMMARY:party") == true)
            let id = try #require(waiting["id"]?.text)
            let path = "/api/v1/account/invitations/\(id)/answer"
            for wrong in [#"{"answer":"none"}"#, #"{"answer":"perhaps"}"#] {
                let refused = try await anna.visitor.request(.put, path, wrong)
                #expect(refused.status == .unprocessableContent)
            }
            let others = try await ben.visitor.request(.put, path, #"{"answer":"yes"}"#)
            #expect(others.status == .notFound)
            let given = try await anna.visitor.request(.put, path, #"{"answer":"\#(answer)"}"#)
            #expect(given.status == (answer == "no" ? .noContent : .ok), "\(given.text)")
            let word = ["yes": "ACCEPTED", "maybe": "TENTATIVE", "no": "DECLINED"][answer] ?? ""
            let known = try #require(try await dan.objects().first)
            #expect(known.contains("PARTSTAT=\(word)") && known.contains("SCHEDULE-STATUS=2.0"))
            let copies = try await anna.objects().filter { $0.contains("UID:party") }
            #expect(copies.count == (answer == "no" ? 0 : 1))
            #expect(copies.allSatisfy { $0.contains("PARTSTAT=\(word)") })
            let rest = try await Self.waiting(anna)
            #expect(rest.isEmpty)
            // What was declined comes back only when its host asks again.
            let later = try await Self.invite("party", by: dan, ["LOCATION:Attic"])
            #expect(later.contains("LOCATION:Attic"))
            let after = try await Self.waiting(anna)
            #expect(after.isEmpty)
        }
    }

    @Test("A live stream says how many invitations wait, at first and when that changes")
    func liveCount() async throws {
        try await run(.inbox) { anna, _, dan in
            _ = try await Self.invite("party", by: dan)
            let backend = anna.visitor.server.backend
            let account = anna.visitor.account.id
            let stream = LiveStream(backend: backend, owner: account, entry: anna.visitor.entry)
            let listener = try await stream.listen()
            let since = try await backend.store.changes.latest()
            let page = LivePage()
            let run = Task { try await stream.run(listener, since: since, write: page.receive) }
            #expect(
                try await page.waits { $0.text.contains("event: inbox\ndata: {\"waiting\":1}\n\n") }
            )
            let id = try #require(try await Self.waiting(anna).first?["id"]?.text)
            let path = "/api/v1/account/invitations/\(id)/answer"
            _ = try await anna.visitor.request(.put, path, #"{"answer":"no"}"#)
            #expect(
                try await page.waits { $0.text.contains("event: inbox\ndata: {\"waiting\":0}\n\n") }
            )
            run.cancel()
            _ = try? await run.value
        }
    }

    @Test("A program answers by writing the invitation with its answer")
    func program() async throws {
        try await run(.inbox) { anna, _, dan in
            _ = try await Self.invite("party", by: dan)
            let message = try #require(try await anna.messages().first)
            let text = message.replacing("METHOD:REQUEST\r\n", with: "")
                .replacing("ATTENDEE;RSVP=TRUE:", with: "ATTENDEE;PARTSTAT=ACCEPTED:")
            let changed = text.replacing("SUMMARY:party", with: "SUMMARY:other")
            let refused = try await anna.client.put("party.ics", changed)
            #expect(refused.status == .forbidden)
            let made = try await anna.client.put("party.ics", text)
            #expect(made.status == .created, "\(made.text)")
            let known = try #require(try await dan.objects().first)
            #expect(known.contains("PARTSTAT=ACCEPTED"))
            let rest = try await Self.waiting(anna)
            #expect(rest.isEmpty)
            _ = try await Self.invite("party", by: dan, ["LOCATION:Attic"])
            let copy = try #require(try await anna.objects().first)
            #expect(copy.contains("LOCATION:Attic"))
        }
    }

    @Test("The host's changes replace what waits, a cancellation or a block removes it")
    func changes() async throws {
        try await run(.inbox) { anna, _, dan in
            _ = try await Self.invite("party", by: dan)
            _ = try await Self.invite("party", by: dan, ["LOCATION:Attic"])
            var list = try await Self.waiting(anna)
            #expect(list.count == 1 && list[0]["ical"]?.text?.contains("LOCATION:Attic") == true)
            let gone = try await dan.client.request("DELETE", dan.client.calendar + "party.ics")
            #expect(gone.status == .noContent)
            list = try await Self.waiting(anna)
            #expect(list.isEmpty)
            _ = try await Self.invite("second", by: dan)
            list = try await Self.waiting(anna)
            let id = try #require(list.first?["id"]?.text)
            let form = #"{"invitation":"\#(id)"}"#
            let blocked = try await anna.visitor.request(.post, "/api/v1/account/blocked", form)
            #expect(try blocked.json["removed"] == .number(1) && blocked.status == .created)
            list = try await Self.waiting(anna)
            #expect(list.isEmpty)
            let own = try await Self.invite("third", by: dan)
            #expect(own.contains("SCHEDULE-STATUS=5.1"))
        }
    }

    @Test("Twenty of a stranger wait, and no more")
    func bound() async throws {
        try await run(.inbox) { anna, _, dan in
            for index in 1...21 {
                let own = try await Self.invite("party\(index)", by: dan)
                #expect(own.contains("SCHEDULE-STATUS=\(index > 20 ? "5.1" : "1.2")"))
            }
            let list = try await Self.waiting(anna)
            #expect(list.count == 20)
            let id = try #require(list.first?["id"]?.text)
            let path = "/api/v1/account/invitations/\(id)/answer"
            let answered = try await anna.visitor.request(.put, path, #"{"answer":"no"}"#)
            #expect(answered.status == .noContent)
            let own = try await Self.invite("party22", by: dan)
            #expect(own.contains("SCHEDULE-STATUS=1.2"))
        }
    }
}

extension JSONValue {
    fileprivate var list: [JSONValue]? { if case .array(let list) = self { list } else { nil } }
}
