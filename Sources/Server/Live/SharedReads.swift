import ServerBase
import Store

/// Reads that several streams wait for, made once for all of them.
///
/// A page has a stream for each tab and each device, and they all ask the same. A read is shared only
/// among those that the same ring woke, because it began after what the ring is about had been committed,
/// and among those that began to listen before it began: when a server is gone, all its streams come back
/// at once.
actor SharedReads {
    /// What is read.
    enum Question: Hashable, Sendable {
        case batch(AccountID, after: ChangeToken)
        case admission(sessionHash: String)
    }

    private struct Key: Hashable {
        let ring: Int
        let question: Question
    }

    private var answers: [Key: Task<any Sendable, any Error>] = [:]
    private var newestRing = 0
    /// Reads that begin once the one before has ended, which whoever asks meanwhile joins.
    private var upcoming: [Question: Task<any Sendable, any Error>] = [:]
    private var running: [Question: Task<any Sendable, any Error>] = [:]

    /// The answer to a question; the body finds it out, unless another stream asks already.
    ///
    /// Without a ring, it's found out after this was called. An answer that isn't to be kept, and an error,
    /// is only for those who asked before it was there.
    func read<Value: Sendable>(
        _ question: Question,
        after ring: Int?,
        keepingIf isKept: (Value) -> Bool = { _ in true },
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let ring else {
            guard let value = try await next(question, body).value as? Value else {
                return try await body()
            }
            return value
        }
        if ring > newestRing {
            newestRing = ring
            answers = answers.filter { $0.key.ring > ring - Limits.sharedRings }
        }
        let key = Key(ring: ring, question: question)
        let answer = answers[key] ?? Task { try await body() }
        if ring > newestRing - Limits.sharedRings { answers[key] = answer }
        do {
            guard let value = try await answer.value as? Value else { return try await body() }
            if !isKept(value), answers[key] == answer { answers[key] = nil }
            return value
        } catch {
            if answers[key] == answer { answers[key] = nil }
            throw error
        }
    }

    /// The next read for a question that hasn't begun yet.
    private func next(
        _ question: Question,
        _ body: @escaping @Sendable () async throws -> any Sendable
    ) -> Task<any Sendable, any Error> {
        if let read = upcoming[question] { return read }
        let previous = running[question]
        let read = Task {
            _ = await previous?.result
            running[question] = upcoming.removeValue(forKey: question)
            defer { running[question] = nil }
            return try await body()
        }
        upcoming[question] = read
        return read
    }
}
