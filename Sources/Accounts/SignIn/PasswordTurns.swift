/// Lets those whose passwords are hashed wait for each other, since each keeps a processor busy for a tenth of a
/// second.
///
/// The next turn goes to the account that had its last one longest ago, and among such to the network that had.
/// So whoever signs in to one account again and again, even from many networks, or from one network to many
/// accounts, keeps nobody else waiting for more than one turn. How many wait is limited as attempts under way are.
actor PasswordTurns {
    private struct Waiting {
        let keys: [Key]
        let continuation: CheckedContinuation<Void, Never>
    }

    private enum Key: Hashable {
        case account(String)
        case network(String)
    }

    private struct Use {
        /// How many of a key wait or are running.
        var count = 0
        /// The number of its last turn.
        var lastTurn = 0
    }

    private let atOnceMax: Int
    private var runningCount = 0
    private var turnCount = 0
    /// In the order in which they came.
    private var waiting: [Waiting] = []
    private var uses: [Key: Use] = [:]

    /// Takes how many run at once.
    init(atOnceMax: Int) { self.atOnceMax = max(1, atOnceMax) }

    /// Runs a body when it's the turn of an account and a network.
    nonisolated func run<Value: Sendable>(
        of account: String,
        in network: String,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        let keys = [Key.account(account), .network(network)]
        await take(keys)
        do {
            let value = try await body()
            await give(keys)
            return value
        } catch {
            await give(keys)
            throw error
        }
    }

    /// How many wait.
    var waitingCount: Int { waiting.count }

    private func take(_ keys: [Key]) async {
        for key in keys { uses[key, default: Use()].count += 1 }
        guard runningCount >= atOnceMax else {
            runningCount += 1
            noteTurn(of: keys)
            return
        }
        await withCheckedContinuation { waiting.append(Waiting(keys: keys, continuation: $0)) }
    }

    private func give(_ keys: [Key]) {
        for key in keys {
            uses[key]?.count -= 1
            if uses[key]?.count == 0 { uses[key] = nil }
        }
        // Whoever gives its turn back leaves it to the next, so `runningCount` stays as it is.
        guard let next = waiting.indices.min(by: { precedes($0, $1) }) else {
            runningCount -= 1
            return
        }
        let taken = waiting.remove(at: next)
        noteTurn(of: taken.keys)
        taken.continuation.resume()
    }

    private func noteTurn(of keys: [Key]) {
        turnCount += 1
        for key in keys { uses[key]?.lastTurn = turnCount }
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        for (one, other) in zip(waiting[left].keys, waiting[right].keys) {
            let turns = (uses[one]?.lastTurn ?? 0, uses[other]?.lastTurn ?? 0)
            if turns.0 != turns.1 { return turns.0 < turns.1 }
        }
        return left < right
    }
}
