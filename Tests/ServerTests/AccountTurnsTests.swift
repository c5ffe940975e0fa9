import Synchronization
import Testing

@testable import Requests
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("Turns of an account's requests")
struct AccountTurnsTests {
    private static let anna = AccountID(stored: "anna")
    private static let ben = AccountID(stored: "ben")

    /// What has begun and ended so far.
    private final class Log: Sendable {
        private let entries = Mutex<[String]>([])

        func add(_ entry: String) { entries.withLock { $0.append(entry) } }

        var all: [String] { entries.withLock { $0 } }
    }

    private struct Gate: Sendable {
        private let stream: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

        func open() { continuation.finish() }

        func wait() async { for await _ in stream {} }
    }

    /// Waits until something holds.
    private static func waits(_ isTrue: () -> Bool) async throws {
        while !isTrue() { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test("An account's requests run one after the other, and hold up nobody else's")
    func order() async throws {
        let turns = AccountTurns(atOnceMax: 1, waitingMax: 50)
        let log = Log()
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await turns.run(of: Self.anna) {
                    log.add("first")
                    await gate.wait()
                    log.add("first ended")
                }
            }
            try await Self.waits { log.all == ["first"] }
            group.addTask {
                try await turns.run(of: Self.anna) { log.add("second") }
            }
            try await turns.run(of: Self.ben) { log.add("ben") }
            gate.open()
            try await group.waitForAll()
        }
        #expect(log.all == ["first", "ben", "first ended", "second"])
    }

    @Test("Only so many requests wait, and one that fails gives its turn back")
    func limit() async throws {
        let turns = AccountTurns(atOnceMax: 1, waitingMax: 50)
        let log = Log()
        let gate = Gate()
        let atOnce = 51
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await turns.run(of: Self.anna) {
                    log.add("one")
                    await gate.wait()
                }
            }
            try await Self.waits { log.all.count == 1 }
            for _ in 1..<atOnce {
                group.addTask {
                    await #expect(throws: ServerError.notFound) {
                        try await turns.run(of: Self.anna) {
                            log.add("one")
                            throw ServerError.notFound
                        }
                    }
                }
            }
            while await turns.waitingCount(of: Self.anna) < 50 {
                try await Task.sleep(for: .milliseconds(2))
            }
            await #expect(throws: ServerError.tooManyRequests) {
                try await turns.run(of: Self.anna) { log.add("one") }
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(log.all.count == atOnce)
        try await turns.run(of: Self.anna) { log.add("one") }
        #expect(log.all.count == atOnce + 1)
        #expect(await turns.waitingCount(of: Self.anna) == 0)
    }

    @Test("As many run at once as may")
    func several() async throws {
        let turns = AccountTurns(atOnceMax: 2, waitingMax: 1)
        let log = Log()
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    try await turns.run(of: Self.anna) {
                        log.add("one")
                        await gate.wait()
                    }
                }
            }
            try await Self.waits { log.all.count == 2 }
            while await turns.waitingCount(of: Self.anna) < 1 {
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(log.all.count == 2)
            gate.open()
            try await group.waitForAll()
        }
        #expect(log.all.count == 3)
    }

    @Test("A request whose server is being stopped isn't begun any more")
    func cancelled() async throws {
        let turns = AccountTurns(atOnceMax: 1, waitingMax: 50)
        let log = Log()
        let gate = Gate()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    try? await turns.run(of: Self.anna) {
                        log.add("one")
                        await gate.wait()
                    }
                }
            }
            while await turns.waitingCount(of: Self.anna) < 2 { await Task.yield() }
            group.cancelAll()
            gate.open()
        }
        #expect(log.all.count == 1)
    }

    @Test("A turn that something keeps ends with it")
    func kept() async throws {
        let turns = AccountTurns(atOnceMax: 1, waitingMax: 0)
        var turn: AccountTurn? = try await turns.turn(of: Self.anna)
        #expect(turn != nil)
        await #expect(throws: ServerError.self) { _ = try await turns.turn(of: Self.anna) }
        turn = nil
        // The end of it is told to the others by and by.
        while true {
            if (try? await turns.turn(of: Self.anna)) != nil { break }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}
