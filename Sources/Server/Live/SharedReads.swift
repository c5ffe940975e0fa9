import Store

/// Reads that several streams wait for after the same ring, made once for all of them.
///
/// A page has a stream for each tab and each device, and they all ask the same. A read is shared only
/// among those that the same ring woke: it began after what the ring is about had been committed.
actor SharedReads {
    /// What is read.
    enum Question: Hashable, Sendable {
        case news(AccountID, after: ChangeToken)
        case admission(sessionHash: String)
    }

    private struct Key: Hashable {
        let ring: Int
        let question: Question
    }

    private var answers: [Key: Task<any Sendable, any Error>] = [:]
    private var newestRing = 0

    /// The answer to a question; the body finds it out, unless another stream asks already.
    ///
    /// Without a ring, the body always runs.
    func read<Value: Sendable>(
        _ question: Question,
        after ring: Int?,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let ring else { return try await body() }
        if ring > newestRing {
            newestRing = ring
            answers = answers.filter { $0.key.ring > ring - Limits.sharedRings }
        }
        let key = Key(ring: ring, question: question)
        let answer = answers[key] ?? Task { try await body() }
        if ring > newestRing - Limits.sharedRings { answers[key] = answer }
        guard let value = try await answer.value as? Value else { return try await body() }
        return value
    }
}
