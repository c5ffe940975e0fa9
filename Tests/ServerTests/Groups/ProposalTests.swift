import HTTPTypes
import Testing

@testable import Server
@testable import Store

@Suite("Proposals")
struct ProposalTests {
    static let time =
        #"{"start":"2026-03-11T19:00:00","end":"2026-03-11T21:00:00","zone":"Europe/Berlin"}"#
    static let other =
        #"{"start":"2026-03-12T19:00:00","end":"2026-03-12T21:00:00","zone":"Europe/Berlin"}"#
    static let weekly =
        #"{"start":"2026-03-12","end":"2026-03-12","rule":"FREQ=WEEKLY;COUNT=4"}"#
    static let form = form(times: [time, other])

    static func often(_ rule: String) -> String {
        time.replacing("}", with: #","rule":"\#(rule)"}"#)
    }

    static func form(times: [String], more: String = "") -> String {
        let times = times.joined(separator: ",")
        return #"{"title":"Dinner","location":"Luigi's"\#(more),"times":[\#(times)]}"#
    }

    /// A proposal's path and the hrefs of its candidates.
    struct Made {
        let path: String
        let hrefs: [String]
    }

    static func propose(
        _ family: Family,
        by visitor: Visitor,
        _ form: String = form
    ) async throws -> Made {
        let made = try await visitor.request(.post, family.path + "/proposals", form)
        #expect(made.status == .created, "\(made.text)")
        let id = try #require(made.json["id"]?.text)
        let hrefs = try await visitor.records("event").filter {
            $0["ical"]?.text?.contains(id) == true
        }.compactMap { $0["href"]?.text }
        return Made(path: family.path + "/proposals/\(id)", hrefs: hrefs)
    }

    static func answer(
        _ made: Made,
        by visitor: Visitor,
        _ answer: String,
        href: String,
        more: String = ""
    ) async throws -> TestResponse {
        let form = #"{"href":"\#(href)","answer":"\#(answer)"\#(more)}"#
        return try await visitor.request(.put, made.path + "/answers", form)
    }

    @Test("A time is removed by its suggester or whoever may end the proposal, but not the last")
    func takingAway() async throws {
        try await Family.run { family in
            let made = try await Self.propose(family, by: family.ben)
            func suggest(_ visitor: Visitor) async throws -> String {
                let answer = try await visitor.request(.post, made.path + "/times", Self.time)
                return try #require(answer.json["href"]?.text)
            }
            func remove(_ href: String, _ visitor: Visitor) async throws -> TestResponse {
                try await visitor.request(.delete, made.path + "/times/\(href)")
            }
            let (own, second) = (try await suggest(family.cleo), try await suggest(family.cleo))
            let proposed = try await remove(made.hrefs[0], family.cleo)
            #expect(proposed.problem == "/problems/not-allowed")
            let stranger = try await remove(own, family.dan)
            #expect(stranger.status == .notFound)
            #expect(try await remove(own, family.cleo).status == .noContent)
            #expect(try await remove(own, family.cleo).problem == "/problems/not-found")
            #expect(try await remove("none.ics", family.ben).status == .notFound)
            #expect(try await remove(second, family.ben).status == .noContent)
            #expect(try await remove(made.hrefs[0], family.anna).status == .noContent, "an owner")
            let last = try await remove(made.hrefs[1], family.ben)
            #expect(last.status == .conflict)
            #expect(last.problem == "/problems/last-time")
            let left = try await family.ben.request(.get, family.events + made.hrefs[1])
            #expect(left.status == .ok)
        }
    }

    @Test("Members answer a proposal, and one of its times becomes an event with the answers")
    func wholeWay() async throws {
        try await Family.run { family in
            let made = try await Self.propose(family, by: family.cleo)
            #expect(made.hrefs.count == 2)
            let (first, second) = (made.hrefs[0], made.hrefs[1])
            for (visitor, choice) in [(family.anna, "yes"), (family.ben, "no")] {
                let answer = try await Self.answer(made, by: visitor, choice, href: first)
                #expect(answer.status == .ok, "\(answer.text)")
            }
            let time = try await family.ben.request(.post, made.path + "/times", Self.time)
            #expect(time.status == .created)
            let choice = #"{"href":"\#(first)"}"#
            let event = try await family.cleo.request(.post, made.path + "/event", choice)
            #expect(event.status == .ok, "\(event.text)")
            let again = try await family.cleo.request(.post, made.path + "/event", choice)
            #expect(again.problem == "/problems/decided")
            let late = try await Self.answer(made, by: family.anna, "no", href: first)
            #expect(late.problem == "/problems/decided")
            let left = try await family.anna.request(.get, family.events + first).text
                .replacing("\r\n ", with: "")
            #expect(left.contains("STATUS:CONFIRMED"))
            #expect(!left.contains("X-MEANTIME-PROPOSAL"))
            let anna = family.anna.account.id.text
            #expect(try left.contains(Regex("PARTSTAT=ACCEPTED[^\r]*:urn:uuid:\(anna)")))
            let gone = try await family.anna.request(.get, family.events + second)
            #expect(gone.status == .notFound)
            let edited = try await family.ben.request(
                .put,
                family.events + first,
                left.replacing("Dinner", with: "Supper"),
                headers: ["If-Match": "*"]
            )
            #expect(edited.status == .ok, "now an ordinary event")
            let still = try await family.cleo.request(.post, made.path + "/event", choice)
            #expect(still.problem == "/problems/decided")
        }
    }

    @Test("Each member can answer the event that came of a proposal")
    func answeringTheEvent() async throws {
        try await Family.run { family in
            let made = try await Self.propose(family, by: family.cleo)
            let href = made.hrefs[0]
            func answer(_ visitor: Visitor, _ form: String) async throws -> TestResponse {
                try await visitor.request(.put, family.events + href + "/answer", form)
            }
            let early = try await answer(family.anna, #"{"answer":"yes"}"#)
            #expect(early.problem == "/problems/is-proposal")
            let choice = #"{"href":"\#(href)"}"#
            let confirmed = try await family.cleo.request(.post, made.path + "/event", choice)
            #expect(confirmed.status == .ok, "\(confirmed.text)")
            let form = #"{"answer":"no","comment":"Away"}"#
            async let first = answer(family.anna, form)
            async let second = answer(family.ben, #"{"answer":"yes"}"#)
            #expect(try await [first.status, second.status] == [.ok, .ok])
            let text = try await family.cleo.request(.get, family.events + href).text
                .replacing("\r\n ", with: "")
            for (visitor, said) in [(family.anna, "DECLINED"), (family.ben, "ACCEPTED")] {
                let id = visitor.account.id.text
                #expect(try text.contains(Regex("PARTSTAT=\(said)[^\r]*:urn:uuid:\(id)")))
            }
            #expect(text.contains("Away"))
            #expect(try await answer(family.anna, #"{"answer":"perhaps"}"#).status.code == 422)
            // One that has waited isn't given as somebody who has signed in since.
            let bens = #"{"account":"\#(family.ben.account.id.text)","answer":"yes"}"#
            let refused = try await answer(family.anna, bens)
            #expect(refused.problem == "/problems/not-signed-in")
            #expect(try await answer(family.ben, bens).status == .ok)
            let never = #"{"answer":"no","occurrence":"19990101T000000Z"}"#
            #expect(try await answer(family.anna, never).status.code == 422)
            #expect(try await answer(family.dan, form).status == .notFound)
            let unasked = try await family.anna.request(
                .put,
                family.events + "picnic",
                event("picnic"),
                headers: ["If-None-Match": "*"]
            )
            #expect(unasked.status == .created)
            let other = family.events + "picnic/answer"
            #expect(try await family.anna.request(.put, other, form).status.code == 422)
        }
    }

    @Test("No answer is lost when twenty members answer at once")
    func manyAnswers() async throws {
        try await Family.run { family in
            let server = family.anna.server
            var members = [family.anna, family.ben, family.cleo]
            for number in 3..<20 {
                let email = "p\(number)@example.org"
                let member = try await server.visitor(family.anna.client, email: email)
                try await family.join(member)
                members.append(member)
            }
            let made = try await Self.propose(family, by: family.cleo)
            let href = made.hrefs[0]
            try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { tasks in
                for member in members {
                    tasks.addTask {
                        try await Self.answer(made, by: member, "yes", href: href).status
                    }
                }
                for try await status in tasks { #expect(status == .ok) }
            }
            let text = try await family.anna.request(.get, family.events + href).text
                .replacing("\r\n ", with: "")
            for member in members {
                let id = member.account.id.text
                #expect(try text.contains(Regex("PARTSTAT=ACCEPTED[^\r]*:urn:uuid:\(id)")))
            }
        }
    }

    @Test("When two members decide a proposal at once, only one succeeds")
    func decidingAtOnce() async throws {
        try await Family.run { family in
            for _ in 0..<10 {
                let made = try await Self.propose(family, by: family.cleo)
                let asks = zip([family.anna, family.ben], made.hrefs)
                let statuses = try await withThrowingTaskGroup(
                    of: HTTPResponse.Status.self
                ) { tasks in
                    for (visitor, href) in asks {
                        tasks.addTask {
                            let choice = #"{"href":"\#(href)"}"#
                            return try await visitor.request(.post, made.path + "/event", choice)
                                .status
                        }
                    }
                    return try await tasks.reduce(into: []) { $0.append($1) }
                }
                #expect(Set(statuses) == [.ok, .conflict])
            }
        }
    }

    @Test("A candidate can't be written, deleted, copied or imported as an event")
    func noWriting() async throws {
        try await Family.run { family in
            let made = try await Self.propose(family, by: family.anna)
            let path = family.events + made.hrefs[0]
            let text = try await family.anna.request(.get, path).text
            let forged = text.replacing("PARTSTAT=NEEDS-ACTION", with: "PARTSTAT=ACCEPTED")
            for visitor in [family.anna, family.cleo] {
                let any = ["If-Match": "*"]
                let put = try await visitor.request(.put, path, forged, headers: any)
                #expect(put.problem == "/problems/is-proposal")
                let plain = try await visitor.request(.put, path, event("plain"), headers: any)
                #expect(plain.problem == "/problems/is-proposal")
                let gone = try await visitor.request(.delete, path, headers: any)
                #expect(gone.problem == "/problems/is-proposal")
            }
            let copy = text.replacing(/UID:[^\r]+/, with: "UID:other")
            let new = ["If-None-Match": "*"]
            let put = try await family.cleo.request(.put, family.events + "x", copy, headers: new)
            #expect(put.problem == "/problems/is-proposal")
            let path2 = "/api/v1/calendars/\(family.calendar)/import"
            let imported = try await family.cleo.request(.post, path2, copy)
            #expect(imported.text.contains(#""added":0"#), "\(imported.text)")
            #expect(imported.text.contains(#""dropped":1"#))
            let own = try await family.cleo.request(
                .put,
                family.cleo.events + "x",
                copy,
                headers: new
            )
            #expect(own.status == .created, "in her own calendar it is an ordinary event")
            let again = try await family.cleo.request(
                .put,
                family.cleo.events + "x",
                copy.replacing("Dinner", with: "Supper"),
                headers: ["If-Match": "*"]
            )
            // Decision 22: who is invited answers, and leaves the event to its host.
            #expect(again.status == .forbidden)
        }
    }

    @Test("A proposal is ended by its proposer, or an admin or owner")
    func ending() async throws {
        try await Family.run { family in
            let bens = try await Self.propose(family, by: family.ben)
            let choice = #"{"href":"\#(bens.hrefs[0])"}"#
            let asked = try await family.cleo.request(.post, bens.path + "/event", choice)
            #expect(asked.problem == "/problems/not-allowed")
            let gone = try await family.cleo.request(.delete, bens.path)
            #expect(gone.problem == "/problems/not-allowed")
            let cleos = try await Self.propose(family, by: family.cleo)
            #expect(try await family.cleo.request(.delete, cleos.path).status == .noContent)
            #expect(try await family.ben.request(.delete, cleos.path).status == .notFound)
            #expect(try await family.anna.request(.delete, bens.path).status == .noContent)
            #expect(try await family.anna.records("event").isEmpty)
        }
    }

    @Test("A member who joined later can answer one occurrence, with a comment")
    func occurrences() async throws {
        try await Family.run { family in
            let form = Self.form(times: [Self.weekly])
            let made = try await Self.propose(family, by: family.anna, form)
            let href = made.hrefs[0]
            try await family.join(family.dan)
            let more = #","occurrence":"20260319","comment":"Late, perhaps""#
            let answer = try await Self.answer(
                made,
                by: family.dan,
                "maybe",
                href: href,
                more: more
            )
            #expect(answer.status == .ok, "\(answer.text)")
            let text = try await family.cleo.request(.get, family.events + href).text
            #expect(text.contains("RECURRENCE-ID;VALUE=DATE:20260319"))
            #expect(text.replacing("\r\n ", with: "").contains("Late, perhaps"))
            let wrong = try await Self.answer(
                made,
                by: family.dan,
                "yes",
                href: href,
                more: #","occurrence":"20260320""#
            )
            #expect(wrong.problem == "/problems/not-valid")
        }
    }

    @Test(
        "An invalid proposal is refused with the name of its field",
        arguments: [
            (#"{"title":"","times":[\#(time)]}"#, "title"),
            (#"{"title":"A","times":[]}"#, "time-count"),
            (#"{"title":"A","times":[{"start":"x","end":"y","zone":"UTC"}]}"#, "time"),
            (#"{"title":"A","deadline":"soon","times":[\#(time)]}"#, "deadline"),
            (form(times: Array(repeating: time, count: 21)), "time-count"),
            (form(times: [often("FREQ=SECONDLY")]), "rule-too-often"),
            (form(times: [often("FREQ=MINUTELY;INTERVAL=59")]), "rule-too-often"),
            (form(times: [time, often("FREQ=HOURLY;BYMINUTE=0,30")]), "rule-too-often"),
        ]
    )
    func invalid(form: String, field: String) async throws {
        try await Family.run { family in
            let path = family.path + "/proposals"
            let answer = try await family.anna.request(.post, path, form)
            #expect(answer.problem == "/problems/not-valid")
            #expect(try answer.json["field"]?.text == field)
            #expect(try await family.anna.records("event").isEmpty)
        }
    }

    @Test("Proposals per group and times per proposal are limited")
    func limits() async throws {
        try await Family.run { family in
            let twenty = Self.form(times: Array(repeating: Self.time, count: 20))
            let full = try await Self.propose(family, by: family.anna, twenty)
            let more = try await family.ben.request(.post, full.path + "/times", Self.time)
            #expect(more.problem == "/problems/too-many")
            for _ in 1..<100 {
                _ = try await family.anna.request(.post, family.path + "/proposals", Self.form)
            }
            let next = try await family.anna.request(.post, family.path + "/proposals", Self.form)
            #expect(next.problem == "/problems/too-many")
            #expect(try await family.anna.request(.delete, full.path).status == .noContent)
            let room = try await family.anna.request(.post, family.path + "/proposals", Self.form)
            #expect(room.status == .created)
        }
    }
}
