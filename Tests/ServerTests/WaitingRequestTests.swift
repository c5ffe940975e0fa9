import HTTPTypes
import Testing

@testable import Requests
@testable import Server
@testable import ServerBase
@testable import Store

/// What takes memory, a file or much of the processor waits for others of the same account.
@Suite("Requests that wait for the account's others")
struct WaitingRequestTests {
    enum Line: Sendable {
        case programs
        case events
        case answers
        case imports

        func turns(of visitor: Visitor) -> AccountTurns {
            let backend = visitor.server.backend
            return switch self {
            case .programs: backend.turns.programs
            case .events: backend.turns.events
            case .answers: backend.turns.syncs
            case .imports: backend.turns.imports
            }
        }

        var atOnceMax: Int {
            switch self {
            case .programs: Limits.programRequestsAtOnceMax
            case .events: Limits.eventRequestsAtOnceMax
            case .answers: Limits.syncsAtOnceMax
            case .imports: Limits.importsAtOnceMax
            }
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let line: Line
        let path: String
        var body: String?

        var testDescription: String { path }
    }

    static let rows = [
        Row(line: .answers, path: "sync"),
        Row(line: .answers, path: "export"),
        Row(line: .answers, path: "calendars/{calendar}/export"),
        Row(line: .answers, path: "account/archive"),
        Row(line: .programs, path: "bin/events"),
        Row(line: .programs, path: "calendars/{calendar}/events/one/history"),
        Row(line: .events, path: "calendars/{calendar}/events/one"),
        Row(line: .imports, path: "calendars/{calendar}/import", body: event("two")),
    ]

    @Test("It waits for as many as may be at once, and other accounts' don't", arguments: rows)
    func waiting(row: Row) async throws {
        try await TestServer.runSignedIn { visitor in
            try await visitor.create("one")
            let turns = row.line.turns(of: visitor)
            var held: [AccountTurn] = []
            for _ in 0..<row.line.atOnceMax {
                held.append(try await turns.turn(of: visitor.account.id))
            }
            let path = row.path.replacing("{calendar}", with: visitor.calendar)
            let answer = Task {
                try await visitor.request(
                    row.body == nil ? .get : .post,
                    "/api/v1/" + path,
                    row.body
                )
            }
            while await turns.waitingCount(of: visitor.account.id) == 0 {
                try await Task.sleep(for: .milliseconds(2))
            }
            let other = AccountID(stored: "other")
            #expect(try await turns.run(of: other) { 1 } == 1)
            held = []
            let response = try await answer.value
            #expect(response.status == .ok)
            #expect(!response.text.isEmpty)
        }
    }

    @Test("Imports one after the other never wait for those that have ended")
    func importsInTurn() async throws {
        try await TestServer.runSignedIn { visitor in
            let path = "/api/v1/calendars/\(visitor.calendar)/import"
            for _ in 0...Limits.importsAtOnceMax + Limits.importsWaitingMax {
                let response = try await visitor.request(.post, path, event("one"))
                #expect(response.status == .ok)
            }
        }
    }
}
