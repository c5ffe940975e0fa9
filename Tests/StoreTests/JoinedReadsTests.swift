import Synchronization
import Testing

@testable import Store

@Suite("Questions that share a read of the database", .timeLimit(.minutes(1)))
struct JoinedReadsTests {
    private struct Failed: Error {}

    /// Answers each number with its double, except those above 100, once the gate is open. Notes what is asked.
    private final class Source: Sendable {
        let asked = Mutex<[[Int]]>([])
        let isOpen = Mutex(false)
        let isFailing = Mutex(false)

        func reads(_ questionsMax: Int) -> JoinedReads<Int, Int> {
            JoinedReads(questionsMax: questionsMax) { questions in
                self.asked.withLock { $0.append(questions.sorted()) }
                while !self.isOpen.withLock({ $0 }) { await Task.yield() }
                if self.isFailing.withLock({ $0 }) { throw Failed() }
                let known = questions.filter { $0 <= 100 }
                return Dictionary(uniqueKeysWithValues: known.map { ($0, 2 * $0) })
            }
        }

        /// Asks for 0, and then for the numbers while the first read goes on; returns how each question ended.
        func answers(
            to numbers: [Int],
            from reads: JoinedReads<Int, Int>
        ) async -> [Result<Int?, any Error>] {
            let first = Task { try await reads.answer(to: 0) }
            while asked.withLock({ $0.isEmpty }) { await Task.yield() }
            var tasks = [first]
            for number in numbers {
                tasks.append(Task { try await reads.answer(to: number) })
                while reads.waitingCount < tasks.count - 1 { await Task.yield() }
            }
            isOpen.withLock { $0 = true }
            var results: [Result<Int?, any Error>] = []
            for task in tasks { results.append(await task.result) }
            return results
        }
    }

    @Test("Those who ask while a read runs share the next one, and each gets their own answer")
    func shared() async throws {
        let source = Source()
        let results = await source.answers(to: [3, 101, 1, 3], from: source.reads(64))
        #expect(try results.map { try $0.get() } == [0, 6, nil, 2, 6])
        #expect(source.asked.withLock { $0 } == [[0], [1, 3, 101]])
    }

    @Test("As many share a read as may; one more has the next")
    func most() async throws {
        let source = Source()
        let results = await source.answers(to: Array(1...5), from: source.reads(4))
        #expect(try results.map { try $0.get() } == [0, 2, 4, 6, 8, 10])
        #expect(source.asked.withLock { $0 } == [[0], [1, 2, 3, 4], [5]])
    }

    @Test("All who share a read that fails are told so, and the next read is made anew")
    func failing() async throws {
        let source = Source()
        source.isFailing.withLock { $0 = true }
        let reads = source.reads(64)
        for result in await source.answers(to: [1, 2], from: reads) {
            #expect(throws: Failed.self) { try result.get() }
        }
        source.isFailing.withLock { $0 = false }
        #expect(try await reads.answer(to: 7) == 14)
    }

    @Test("Others get their answers when whoever asked first has gone")
    func cancelled() async throws {
        let source = Source()
        let reads = source.reads(64)
        let first = Task { try await reads.answer(to: 1) }
        while source.asked.withLock({ $0.isEmpty }) { await Task.yield() }
        let second = Task { try await reads.answer(to: 2) }
        while reads.waitingCount < 1 { await Task.yield() }
        first.cancel()
        source.isOpen.withLock { $0 = true }
        #expect(try await second.value == 4)
    }
}
