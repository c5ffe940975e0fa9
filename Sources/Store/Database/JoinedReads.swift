import Synchronization

/// Answers questions that several callers ask at about the same time with one read of the database.
///
/// Beginning and ending a transaction takes longer than looking up one row. So those who ask while a read runs share the
/// next one. It begins after they asked, so it sees everything that had been written by then.
final class JoinedReads<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
    /// Reads the answers to some questions, each of which it's given once.
    typealias Read = @Sendable (_ questions: [Question]) async throws -> [Question: Answer]

    private struct Asked {
        let question: Question
        let caller: CheckedContinuation<Answer?, any Error>
    }

    private struct State {
        var waiting: [Asked] = []
        var isReading = false
    }

    private let questionsMax: Int
    private let read: Read
    private let state = Mutex(State())

    /// Takes how many callers share a read at most, and what reads.
    init(questionsMax: Int, read: @escaping Read) {
        self.questionsMax = questionsMax
        self.read = read
    }

    /// How many callers wait for a read that hasn't begun.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// The answer to a question; nil if the database has none.
    ///
    /// Throws the error of the read, as to all who share it.
    func answer(to question: Question) async throws -> Answer? {
        try await withCheckedThrowingContinuation { caller in
            let isFirst = state.withLock { state in
                state.waiting.append(Asked(question: question, caller: caller))
                defer { state.isReading = true }
                return !state.isReading
            }
            // Not a part of this caller's task: the others wait on, even if nobody wants this answer any more.
            if isFirst { Task.detached { await self.readAll() } }
        }
    }

    private func readAll() async {
        while let asked = next() {
            let answers: Result<[Question: Answer], any Error>
            do {
                answers = .success(try await read(Array(Set(asked.map(\.question)))))
            } catch {
                answers = .failure(error)
            }
            for each in asked { each.caller.resume(with: answers.map { $0[each.question] }) }
        }
    }

    /// Those who share the next read, in the order they asked; nil if nobody waits.
    private func next() -> [Asked]? {
        state.withLock { state in
            let asked = Array(state.waiting.prefix(questionsMax))
            state.waiting.removeFirst(asked.count)
            state.isReading = !asked.isEmpty
            return asked.isEmpty ? nil : asked
        }
    }
}
