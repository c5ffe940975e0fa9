import Synchronization

/// Lets the writes of one account run one after the other within a process.
///
/// They change the same rows, so at the same time all but one of them would have to run again. Writes of
/// different accounts run side by side.
final class WriteTurns: Sendable {
    /// Those who wait for the end of an account's present write.
    private let waiting = Mutex([AccountID: [CheckedContinuation<Void, Never>]]())

    func run<Value: Sendable>(
        of account: AccountID?,
        _ body: () async throws -> Value
    ) async throws -> Value {
        guard let account else { return try await body() }
        await take(account)
        defer { give(account) }
        return try await body()
    }

    private func take(_ account: AccountID) async {
        await withCheckedContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                guard waiting[account] != nil else {
                    waiting[account] = []
                    return true
                }
                waiting[account]?.append(continuation)
                return false
            }
            if isFirst { continuation.resume() }
        }
    }

    private func give(_ account: AccountID) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            guard waiting[account]?.isEmpty == false else {
                waiting[account] = nil
                return nil
            }
            return waiting[account]?.removeFirst()
        }
        next?.resume()
    }
}
