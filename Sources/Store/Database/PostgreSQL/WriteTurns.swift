import Synchronization

/// Lets the writes of one account run one after the other within a process.
///
/// They change the same rows, so if they ran at the same time, all but one would have to run again.
/// Writes of different accounts run side by side.
final class WriteTurns: Sendable {
    private struct State {
        /// The writes of each account that wait for its present write, in the order they came.
        var lines: [AccountID: [Waiting]] = [:]
        var number = 0
    }

    private struct Waiting {
        let number: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let patience: Duration
    private let state = Mutex(State())

    /// Takes the longest time that a write waits for its turn.
    init(patience: Duration = .milliseconds(Limits.turnWaitMilliseconds)) {
        self.patience = patience
    }

    /// Runs a body when it's the account's turn.
    ///
    /// - Throws: ``StoreError/busy`` if that takes too long, and the body's error.
    func run<Value: Sendable>(
        of account: AccountID?,
        _ body: () async throws -> Value
    ) async throws -> Value {
        guard let account else { return try await body() }
        try await take(account)
        defer { give(account) }
        return try await body()
    }

    private func take(_ account: AccountID) async throws {
        var watch: Task<Void, any Error>?
        defer { watch?.cancel() }
        try await withCheckedThrowingContinuation { continuation in
            let number = state.withLock { state -> Int? in
                guard state.lines[account] != nil else {
                    state.lines[account] = []
                    return nil
                }
                state.number += 1
                let waiting = Waiting(number: state.number, continuation: continuation)
                state.lines[account]?.append(waiting)
                return state.number
            }
            guard let number else { return continuation.resume() }
            watch = Task {
                try await Task.sleep(for: patience)
                giveUp(number, of: account)
            }
        }
    }

    private func giveUp(_ number: Int, of account: AccountID) {
        let waiting = state.withLock { state -> Waiting? in
            guard let index = state.lines[account]?.firstIndex(where: { $0.number == number })
            else { return nil }
            return state.lines[account]?.remove(at: index)
        }
        waiting?.continuation.resume(throwing: StoreError.busy)
    }

    private func give(_ account: AccountID) {
        let next = state.withLock { state -> Waiting? in
            guard state.lines[account]?.isEmpty == false else {
                state.lines[account] = nil
                return nil
            }
            return state.lines[account]?.removeFirst()
        }
        next?.continuation.resume()
    }
}
