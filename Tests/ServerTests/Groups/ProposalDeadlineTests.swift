import CivilTime
import HTTPTypes
import Testing

@testable import Server
@testable import Store

@Suite("The deadline of a proposal")
struct ProposalDeadlineTests {
    private typealias Base = ProposalTests

    /// Makes a proposal with a deadline so many seconds from now.
    private static func propose(
        _ family: Family,
        by visitor: Visitor,
        seconds: Int64
    ) async throws -> Base.Made {
        let more = #","deadline":"\#(instant(family, seconds))""#
        let form = Base.form(times: [Base.time, Base.other], more: more)
        return try await Base.propose(family, by: visitor, form)
    }

    private static func instant(_ family: Family, _ seconds: Int64) -> String {
        let now = family.anna.server.clock.nowSecond
        return Instant(secondsSinceEpoch: now + seconds).text
    }

    @Test("After the deadline nobody can answer or suggest, but the proposer can still decide")
    func over() async throws {
        try await Family.run { family in
            let clock = family.anna.server.clock
            let made = try await Self.propose(family, by: family.cleo, seconds: 60)
            let href = made.hrefs[0]
            clock.advance(seconds: 60)
            let last = try await Base.answer(made, by: family.ben, "yes", href: href)
            #expect(last.status == .ok)
            let time = try await family.ben.request(.post, made.path + "/times", Base.time)
            #expect(time.status == .created)
            clock.advance(seconds: 1)
            for answer in ["no", "none"] {
                let late = try await Base.answer(made, by: family.ben, answer, href: href)
                #expect(late.status == .conflict)
                #expect(late.problem == "/problems/deadline-over")
                #expect(try late.json["detail"]?.text?.contains("2026-01-01T00:01:00Z") == true)
            }
            // The deadline holds for the proposer's own answer, too.
            let own = try await Base.answer(made, by: family.cleo, "no", href: href)
            #expect(own.problem == "/problems/deadline-over")
            let other = try await family.ben.request(.post, made.path + "/times", Base.other)
            #expect(other.problem == "/problems/deadline-over")
            let kept = try await family.anna.request(.get, family.events + href).text
            let ben = family.ben.account.id.text
            #expect(
                try kept.replacing("\r\n ", with: "")
                    .contains(Regex("PARTSTAT=ACCEPTED[^\r]*:urn:uuid:\(ben)"))
            )
            let event = #"{"href":"\#(href)"}"#
            let decided = try await family.cleo.request(.post, made.path + "/event", event)
            #expect(decided.status == .ok)
        }
    }

    @Test("Whoever may end a proposal can move or remove its deadline")
    func puttingOff() async throws {
        try await Family.run { family in
            let clock = family.anna.server.clock
            let made = try await Self.propose(family, by: family.ben, seconds: 60)
            let href = made.hrefs[1]
            clock.advance(seconds: 61)
            let later = #"{"deadline":"\#(Self.instant(family, 10))"}"#
            let member = try await family.cleo.request(.patch, made.path, later)
            #expect(member.problem == "/problems/not-allowed")
            let stranger = try await family.dan.request(.patch, made.path, later)
            #expect(stranger.status == .notFound)
            let past = #"{"deadline":"\#(Self.instant(family, -1))"}"#
            let refused = try await family.ben.request(.patch, made.path, past)
            #expect(refused.problem == "/problems/not-valid")
            #expect(try refused.json["field"]?.text == "deadline")
            for form in ["{}", #"{"deadline":7}"#] {
                let unread = try await family.ben.request(.patch, made.path, form)
                #expect(unread.problem == "/problems/not-readable")
            }
            #expect(try await family.ben.request(.patch, made.path, later).status == .noContent)
            let answered = try await Base.answer(made, by: family.cleo, "maybe", href: href)
            #expect(answered.status == .ok)
            clock.advance(seconds: 11)
            let none = #"{"deadline":null}"#
            #expect(try await family.anna.request(.patch, made.path, none).status == .noContent)
            let events = try await family.cleo.records("event")
            #expect(events.count == 2)
            #expect(events.allSatisfy { $0["ical"]?.text?.contains("DEADLINE") == false })
            let again = try await Base.answer(made, by: family.cleo, "none", href: href)
            #expect(again.status == .ok)
            let new = Base.form(times: [Base.time], more: #","deadline":"2025-12-31T00:00:00Z""#)
            let late = try await family.ben.request(.post, family.path + "/proposals", new)
            #expect(try late.json["field"]?.text == "deadline")
        }
    }
}

@Suite("Proposals and changing members")
struct ProposalMembersTests {
    private typealias Base = ProposalTests

    /// The invited members of an object with their answers, in the order of its text.
    private static func asked(
        _ family: Family,
        _ href: String
    ) async throws -> [String] {
        let text = try await family.anna.request(.get, family.events + href).text
        let people = [
            ("anna", family.anna), ("ben", family.ben), ("cleo", family.cleo), ("dan", family.dan),
        ]
        return text.replacing("\r\n ", with: "").split(separator: "\r\n")
            .filter { $0.hasPrefix("ATTENDEE") }
            .map { line in
                let name = people.first { line.hasSuffix($0.1.account.id.text) }?.0 ?? "somebody"
                let status = line.firstMatch(of: /PARTSTAT=([A-Z-]+)/)?.1 ?? "nothing"
                return "\(name) \(status)"
            }
    }

    @Test("Answers of somebody who leaves, is removed or deletes their account are removed")
    func leaving() async throws {
        try await Family.run { family in
            try await family.join(family.dan)
            let made = try await Base.propose(
                family,
                by: family.ben,
                Base.form(times: [Base.time, Base.weekly])
            )
            let (once, weekly) = (made.hrefs[0], made.hrefs[1])
            for visitor in [family.cleo, family.dan] {
                _ = try await Base.answer(made, by: visitor, "no", href: once)
                let more = #","occurrence":"20260319""#
                _ = try await Base.answer(made, by: visitor, "maybe", href: weekly, more: more)
            }
            let path = family.path + "/members/\(family.cleo.account.id.text)"
            #expect(try await family.cleo.request(.delete, path).status == .noContent)
            let first = try await Self.asked(family, once)
            #expect(first == ["ben ACCEPTED", "anna NEEDS-ACTION", "dan DECLINED"])
            #expect(try await Self.asked(family, weekly).count == 6)
            let told = try await family.dan.told()
            #expect(told.contains(once))
            let form =
                #"{"email":"\#(family.dan.account.email)","password":"\#(TestServer.password)"}"#
            let gone = try await family.dan.request(.delete, "/api/v1/account", form)
            #expect(gone.status == .noContent)
            for href in [once, weekly] {
                let rest = try await Self.asked(family, href)
                #expect(rest == ["ben ACCEPTED", "anna NEEDS-ACTION"])
            }
            // When the proposer leaves, others can still decide.
            let ben = family.path + "/members/\(family.ben.account.id.text)"
            #expect(try await family.anna.request(.delete, ben).status == .noContent)
            let choice = #"{"href":"\#(weekly)"}"#
            let event = try await family.anna.request(.post, made.path + "/event", choice)
            #expect(event.status == .ok)
            #expect(try await Self.asked(family, weekly) == ["anna NEEDS-ACTION"])
        }
    }

    @Test("A new member is invited to open proposals but not to decided ones")
    func joining() async throws {
        try await Family.run { family in
            let open = try await Base.propose(family, by: family.anna)
            let decided = try await Base.propose(family, by: family.anna)
            let choice = #"{"href":"\#(decided.hrefs[0])"}"#
            let event = try await family.anna.request(.post, decided.path + "/event", choice)
            #expect(event.status == .ok)
            try await family.join(family.dan)
            for href in open.hrefs {
                #expect(try await Self.asked(family, href).contains("dan NEEDS-ACTION"))
            }
            #expect(try await Self.asked(family, decided.hrefs[0]).count == 3)
            // A member who comes back is asked again.
            _ = try await Base.answer(open, by: family.dan, "yes", href: open.hrefs[0])
            let path = family.path + "/members/\(family.dan.account.id.text)"
            #expect(try await family.dan.request(.delete, path).status == .noContent)
            try await family.join(family.dan)
            #expect(try await Self.asked(family, open.hrefs[0]).contains("dan NEEDS-ACTION"))
        }
    }
}
