import Agenda
import CivilTime
import Client
import Foundation
import HTTPTypes
import JSON
import Testing

@testable import Server
@testable import ServerBase
@testable import Simulation
@testable import Store

/// The stories of the simulation prove only as much as its server is like the real one.
@Suite("The model of a server in the simulation")
struct ServerModelTests {
    private static let manyWrites: @Sendable (inout ServerSettings) -> Void = {
        $0.writesPerMinute = 1_000_000
    }

    @Test("It answers each request of a story as the server does, and has the same afterwards")
    func stories() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["REPEATED_SEEDS"].flatMap(Int.init) ?? 100
        let first = environment["FIRST_SEED"].flatMap(UInt64.init) ?? 1
        try await TestServer.run(settings: Self.manyWrites) { server, client in
            var repetition = try await StoryRepetition(at: server, client)
            for seed in first..<first + UInt64(max(count, 3_000)) {
                guard repetition.number < count || !repetition.hasComparedAll else { break }
                let steps = Story(seed: seed).stepsOfServer()
                // After so many stories, only those with answers that are rare.
                guard repetition.number < count || repetition.isNew(steps) else { continue }
                for (place, step) in steps.enumerated() where repetition.differences.isEmpty {
                    try await repetition.run(step)
                    guard !repetition.differences.isEmpty else { continue }
                    let words = steps[...place].map(\.description).joined(separator: "\n")
                    Issue.record("seed \(seed)\n\(words): \(repetition.differences)")
                    return
                }
                try await repetition.end()
                guard repetition.differences.isEmpty else {
                    Issue.record("seed \(seed), in the end: \(repetition.differences)")
                    return
                }
            }
            #expect(repetition.hasComparedAll, "\(repetition.compared)")
        }
    }
}

/// The kinds of answers to compare.
private enum AnswerKind: CaseIterable {
    case made, repeated, changedElsewhere, refused, answered, answerRefused
}

/// Asks a real server for what a story asked of the model.
private struct StoryRepetition {
    private let server: TestServer
    private let person: Visitor
    private let member: Visitor
    private let group: GroupID
    private let groupCalendar: Store.CalendarID
    /// The number of the story, from 0.
    private(set) var number = -1
    private var calendar: Store.CalendarID
    /// Whether the person's calendar may only be read.
    private var isLocked = false
    /// What the model has.
    private var objects: [ObjectID: [UInt8]] = [:]
    /// The server's entity tags and places in its log, by those of the model.
    private var etags: [String: String] = [:]
    private var tokens: [UInt64: UInt64] = [:]
    private(set) var compared: [AnswerKind: Int] = [:]
    /// Where the server isn't as the model.
    private(set) var differences: [String] = []

    init(at server: TestServer, _ client: TestClient) async throws {
        self.server = server
        // Where the stories begin.
        server.clock.advance(seconds: Simulation.firstSecond - server.clock.nowSecond)
        func visitor(_ id: String, _ name: String) async throws -> Visitor {
            let account = Account(
                id: try #require(AccountID(id)),
                email: "\(name.lowercased())@example.org",
                name: name
            )
            let calendar = NewCalendar(id: Self.newID(), name: "Own", color: "blue")
            try await server.backend.store.accounts.create(
                NewAccount(account: account, password: nil, calendar: calendar),
                nowSecond: server.clock.nowSecond
            )
            return try await server.visitor(client, as: account)
        }
        person = try await visitor(Device.account, Device.name)
        member = try await visitor(Device.member, "Member")
        let made = try await member.request(.post, "/api/v1/groups", #"{"name":"Band"}"#)
        group = try #require(try made.json["id"]?.text.flatMap { GroupID($0) })
        groupCalendar = try #require(
            try made.json["calendar"]?.text.flatMap { Store.CalendarID($0) }
        )
        let path = "/api/v1/groups/\(group.text)"
        let link = try await member.request(.post, path + "/invitations", "{}")
        let token = try #require(try link.json["token"]?.text)
        try await person.request(.post, "/api/v1/invitations/\(token)", "{}")
        let shares = #"{"calendars":{"\#(member.calendar)":"full"}}"#
        try await member.request(.put, path + "/shares", shares)
        calendar = Self.newID()
        try await begin()
    }

    private static func newID() -> Store.CalendarID {
        Store.CalendarID(stored: UUID().uuidString.lowercased().filter { $0 != "-" })
    }

    /// Gives the person an empty calendar.
    private mutating func begin() async throws {
        number += 1
        calendar = Self.newID()
        // A server remembers only the clients that were used last, and the clock goes back for each story.
        try await server.database.write(as: .server(.upkeep)) { connection in
            _ = try connection.execute("DELETE FROM edit_clients", [])
        }
        (isLocked, objects, etags, tokens) = (false, [:], [:], [:])
        _ = try await server.backend.store.calendars.create(
            NewCalendar(id: calendar, name: "Home", color: "blue"),
            of: person.account.id
        )
    }

    /// Compares all that there is, and cleans up for another story.
    mutating func end() async throws {
        for object in objects.keys { try await check(object) }
        let store = server.backend.store
        for id in [calendar, groupCalendar] {
            let page = try await store.objects.page(
                of: id,
                seenBy: person.account.id,
                after: nil,
                countMax: 1_000
            )
            let hrefs = Set(page.objects.map(\.href.text))
            let known = objects.keys.filter { self.calendar(of: $0) == id }.map(\.href)
            if hrefs != Set(known) { differences.append("has \(hrefs), and not \(known)") }
        }
        for object in objects.keys where object.calendar == Device.groupCalendar {
            try await write(object, nil)
        }
        _ = try await store.calendars.remove(calendar, of: person.account.id)
        try await begin()
    }

    mutating func run(_ step: ServerModel.Step) async throws {
        switch step {
        case .lock(let calendars): isLocked = !calendars.isEmpty
        case .write(let object, let text):
            try await write(object, text)
            objects[object] = text
            try await check(object)
        case .edit(let request, let answer):
            let kind = kind(of: step)
            if kind == .made {
                for change in request.changes { objects[change.object] = change.text }
            }
            note(kind)
            compare(answer, try await send(request))
            for change in request.changes { try await check(change.object) }
        case .answer(let request, let now, let answer, let text):
            note(kind(of: step))
            objects[request.answer.object] = text
            compare(answer, try await send(request.answer, at: now))
            try await check(request.answer.object)
        }
    }

    /// The kind of answer that a step has; nil if it has none, or one that the stories hardly ever meet.
    private func kind(of step: ServerModel.Step) -> AnswerKind? {
        switch step {
        case .edit(_, .made(let saved)):
            saved.contains { tokens[$0.token] != nil } ? .repeated : .made
        case .edit(_, .changedElsewhere): .changedElsewhere
        case .edit(_, .refused): .refused
        case .answer(_, _, .made, _): .answered
        case .answer(_, _, .refused, _): .answerRefused
        default: nil
        }
    }

    private mutating func note(_ kind: AnswerKind?) {
        if let kind { compared[kind, default: 0] += 1 }
    }

    /// Whether a story has an answer of a kind that was rarely compared yet.
    func isNew(_ steps: [ServerModel.Step]) -> Bool {
        steps.contains { step in kind(of: step).map(isRare) ?? false }
    }

    /// Whether each kind of answer was compared a few times.
    var hasComparedAll: Bool { !AnswerKind.allCases.contains(where: isRare) }

    private func isRare(_ kind: AnswerKind) -> Bool { compared[kind, default: 0] < 3 }

    // MARK: - Comparing

    private mutating func compare(_ model: EditAnswer, _ real: EditAnswer) {
        guard case .made(let expected) = model, case .made(let saved) = real,
            expected.count == saved.count
        else {
            if model != real { differences.append("answers \(real), and not \(model)") }
            return
        }
        for (expected, saved) in zip(expected, saved) {
            if expected.etag.isEmpty != saved.etag.isEmpty
                || etags[expected.etag, default: saved.etag] != saved.etag
            {
                differences.append("gives the tag \(saved.etag) for \(expected.etag)")
            }
            etags[expected.etag] = saved.etag
            let known = tokens[expected.token]
            if let known {
                if known != saved.token { differences.append("gives another token") }
            } else if tokens.values.contains(where: { $0 >= saved.token }) {
                differences.append("gives a token that isn't later")
            }
            tokens[expected.token] = saved.token
        }
    }

    /// Compares what is at an address.
    private mutating func check(_ object: ObjectID) async throws {
        let response = try await person.request(.get, path(of: object))
        guard let text = objects[object] else {
            if response.problem != "/problems/not-found" {
                differences.append("still has \(object.href)")
            }
            return
        }
        let expected = ServerModel.version(text)
        let etag = response.headers[.eTag] ?? ""
        if response.text != String(decoding: text, as: UTF8.self) {
            let lines = String(decoding: text, as: UTF8.self)
            differences.append("has \(response.text)\nand not\n\(lines)")
        }
        let isUnanswered = try #require(HTTPField.Name("Meantime-Unanswered"))
        if (response.headers[isUnanswered] == "?1") != expected.isUnanswered {
            differences.append(
                "says of \(object.href) that it's \(expected.isUnanswered ? "" : "un")answered"
            )
        }
        if etags[expected.etag, default: etag] != etag {
            differences.append("has the tag \(etag) for \(expected.etag)")
        }
        etags[expected.etag] = etag
    }

    // MARK: - Asking

    private func calendar(of object: ObjectID) -> Store.CalendarID {
        object.calendar == Device.groupCalendar ? groupCalendar : calendar
    }

    private func path(of object: ObjectID) -> String {
        "/api/v1/calendars/\(calendar(of: object).text)/events/\(object.href)"
    }

    private func send(_ request: EditRequest) async throws -> EditAnswer {
        var json = JSONWriter()
        let changes = request.changes.map { change in
            let isHome = change.object.calendar == Device.calendar
            // Nobody can lock an own calendar; a fellow member's can only be read.
            let calendar = isLocked && isHome ? member.calendar : calendar(of: change.object).text
            return EditRequest.Change(
                object: ObjectID(calendar: .init(calendar), href: change.object.href),
                text: change.text,
                etag: change.etag.map { etags[$0] ?? $0 }
            )
        }
        let sentAs = WaitingEdit.SentAs(
            client: client(request.sentAs.client),
            number: request.sentAs.number
        )
        let mapped = EditRequest(sentAs: sentAs, changes: changes, isForGood: request.isForGood)
        json.object { json in
            json.field("account", person.account.id.text)
            mapped.write(to: &json)
        }
        let body = String(decoding: json.octets, as: UTF8.self)
        let response = try await person.request(.post, "/api/v1/edits", body)
        guard case .array(let saved)? = try response.json["changes"] else {
            return refusal(response)
        }
        return .made(saved.map { SavedObject($0["etag"]?.text, $0["token"]?.text) })
    }

    /// The name of a client of this story as the server takes it.
    private func client(_ name: String) -> String {
        let digits = "\(number) \(name)".utf8.map { String($0, radix: 16) }.joined()
        return String((digits + String(repeating: "0", count: 32)).prefix(32))
    }

    private func send(_ answer: WaitingAnswer, at now: Instant) async throws -> EditAnswer {
        server.clock.advance(seconds: now.secondsSinceEpoch - server.clock.nowSecond)
        var json = JSONWriter()
        json.object { json in
            json.field("account", person.account.id.text)
            json.field("answer", answer.choice.text)
            if !answer.occurrence.isEmpty { json.field("occurrence", answer.occurrence) }
            if let comment = answer.comment { json.field("comment", comment) }
            if !answer.proposal.isEmpty { json.field("href", answer.object.href) }
        }
        let path =
            answer.proposal.isEmpty
            ? path(of: answer.object) + "/answer"
            : "/api/v1/groups/\(group.text)/proposals/\(answer.proposal)/answers"
        let body = String(decoding: json.octets, as: UTF8.self)
        let response = try await person.request(.put, path, body)
        guard response.problem == nil else { return refusal(response) }
        let saved = try response.json
        return .made([SavedObject(saved["etag"]?.text, saved["token"]?.text)])
    }

    private func refusal(_ response: TestResponse) -> EditAnswer {
        let code = response.problem?.split(separator: "/").last.map(String.init)
        return EditAnswer(refusal: code, isKept: true)
    }

    /// Stores what a calendar program of the person writes, or the other member.
    private func write(_ object: ObjectID, _ text: [UInt8]?) async throws {
        let backend = server.backend
        let href = try #require(Href(object.href))
        guard object.calendar == Device.groupCalendar else {
            let place = ObjectPlace(account: person.account.id, calendar: calendar, href: href)
            if let text {
                _ = try await backend.writes.put(
                    text,
                    at: place,
                    expecting: .anything,
                    through: .program
                )
            } else {
                try await backend.writes.remove(at: place, expecting: .anything, through: .program)
            }
            return
        }
        let draft = try text.map { try ObjectReader.draft(of: $0) }
        let account = member.account.id
        guard Simulation.isCandidate(object) else {
            let place = ObjectPlace(account: account, calendar: groupCalendar, href: href)
            if let draft {
                _ = try await backend.store.objects.put(
                    draft,
                    at: place,
                    id: Self.newID().text,
                    expecting: .anything
                )
            } else {
                _ = try await backend.store.objects.remove(at: place, expecting: .anything)
            }
            return
        }
        let proposals = backend.store.proposals
        if let draft, objects[object] == nil {
            let candidate = ImportedObject(id: Self.newID().text, href: href, draft: draft)
            try await proposals.create(in: group, by: account) { _ in [candidate] }
        } else if let draft {
            _ = try await proposals.answer(href, of: Simulation.proposal, in: group, by: account) {
                _,
                _ in draft
            }
        } else {
            do {
                try await proposals.removeCandidate(
                    href,
                    of: Simulation.proposal,
                    in: group,
                    by: account
                )
            } catch StoreError.lastCandidate {
                try await proposals.withdraw(Simulation.proposal, in: group, by: account)
            }
        }
    }
}

extension SavedObject {
    fileprivate init(_ etag: String?, _ token: String?) {
        self.init(etag: etag ?? "", token: token.flatMap { UInt64($0) } ?? 0)
    }
}
