import Synchronization
import Testing

@testable import Accounts
@testable import Server

/// Who had a turn, in order.
private final class Order: Sendable {
    let names = Mutex<[String]>([])
}

@Suite("Turns of those whose passwords are hashed")
struct PasswordTurnsTests {
    /// Lets some ask in a row while the first has its turn, and returns who had theirs after that.
    private static func order(
        _ askers: [(account: String, network: String)]
    ) async throws -> [String] {
        let turns = PasswordTurns(atOnceMax: 1)
        let order = Order()
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let (started, starting) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (account, network) = askers[0]
            group.addTask {
                await turns.run(of: account, in: network) {
                    starting.finish()
                    for await _ in gate {}
                }
            }
            for await _ in started {}
            for (index, asker) in askers.enumerated().dropFirst() {
                let (account, network) = asker
                group.addTask {
                    await turns.run(of: account, in: network) {
                        order.names.withLock { $0.append(account + " in " + network) }
                    }
                }
                while await turns.waitingCount < index {
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            opening.finish()
            try await group.waitForAll()
        }
        return order.names.withLock { $0 }
    }

    @Test("Somebody who signs in again and again lets everybody else go first, from wherever")
    func oneAccount() async throws {
        let order = try await Self.order([
            ("mallory", "n1"), ("mallory", "n1"), ("mallory", "n2"), ("mallory", "n3"),
            ("anna", "n9"), ("ben", "n1"),
        ])
        #expect(
            order == ["anna in n9", "ben in n1", "mallory in n2", "mallory in n3", "mallory in n1"]
        )
    }

    @Test("A network from which somebody tries many accounts lets others go first")
    func oneNetwork() async throws {
        let order = try await Self.order([
            ("a", "n1"), ("b", "n1"), ("c", "n1"), ("d", "n1"), ("anna", "n9"),
        ])
        #expect(order == ["anna in n9", "b in n1", "c in n1", "d in n1"])
    }

    @Test("Whoever fails gives the turn back")
    func failure() async throws {
        struct Refused: Error {}
        let turns = PasswordTurns(atOnceMax: 1)
        for _ in 0..<2 {
            await #expect(throws: Refused.self) {
                try await turns.run(of: "a", in: "n") { throw Refused() }
            }
        }
        #expect(await turns.run(of: "a", in: "n") { 1 } == 1)
    }
}
