import Hummingbird
import ServerBase
package import Store

/// Lets the requests of one account wait for each other, so that nobody keeps all processors busy, or all of the memory.
package actor AccountTurns {
    private struct Line {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let atOnceMax: Int
    private let waitingMax: Int
    private var lines: [AccountID: Line] = [:]

    /// Takes how many requests of an account run at once, and how many more may wait.
    init(atOnceMax: Int, waitingMax: Int) {
        (self.atOnceMax, self.waitingMax) = (atOnceMax, waitingMax)
    }

    /// Runs a body when it's the account's turn.
    ///
    /// - Throws: ``ServerError/tooManyRequests`` if too many wait already, and the body's error.
    package nonisolated func run<Value: Sendable>(
        of account: AccountID,
        _ body: () async throws -> Value
    ) async throws -> Value {
        try await take(account)
        do {
            // The server may have been told to stop meanwhile.
            try Task.checkCancellation()
            let value = try await body()
            await give(account)
            return value
        } catch {
            await give(account)
            throw error
        }
    }

    /// Waits for the account's turn, which lasts for as long as something keeps what is returned.
    ///
    /// - Throws: ``ServerError/tooManyRequests`` if too many wait already.
    package func turn(of account: AccountID) async throws -> AccountTurn {
        try await take(account)
        return AccountTurn { await self.give(account) }
    }

    /// How many requests of an account wait.
    func waitingCount(of account: AccountID) -> Int { lines[account]?.waiting.count ?? 0 }

    private func take(_ account: AccountID) async throws(ServerError) {
        var line = lines[account] ?? Line()
        guard line.running >= atOnceMax else {
            line.running += 1
            lines[account] = line
            return
        }
        guard line.waiting.count < waitingMax else {
            throw .tooManyRequests
        }
        // Whoever gives its turn back leaves it to the next, so `running` stays as it is.
        await withCheckedContinuation { lines[account, default: line].waiting.append($0) }
    }

    private func give(_ account: AccountID) {
        guard var line = lines[account] else { return }
        if line.waiting.isEmpty {
            line.running -= 1
            lines[account] = line.running == 0 ? nil : line
        } else {
            let next = line.waiting.removeFirst()
            lines[account] = line
            next.resume()
        }
    }
}

/// A turn of an account, which ends when nothing keeps it any more: also with an answer that nobody takes.
package final class AccountTurn: Sendable {
    private let end: @Sendable () async -> Void

    init(end: @escaping @Sendable () async -> Void) { self.end = end }

    deinit {
        let end = end
        Task { await end() }
    }
}

extension Response {
    /// Keeps a turn until the body has been taken.
    package mutating func keep(_ turn: AccountTurn) {
        let body = body
        self.body = ResponseBody(contentLength: body.contentLength) { writer in
            defer { withExtendedLifetime(turn) {} }
            try await body.write(writer)
        }
    }
}
