import Synchronization
import Testing

@testable import Store

@Suite("Callers that share a lookup", .timeLimit(.minutes(1)))
struct BatchedLookupsTests {
    private struct Failed: Error {}

    /// Looks up the double of each number up to 100, as soon as it's open, and notes what was looked up.
    private final class Source: Sendable {
        let batches = Mutex<[[Int]]>([])
        let isOpen = Mutex(false)
        let isFailing = Mutex(false)

        func lookups(
            _ keysMax: Int,
            patience: @escaping @Sendable () async throws -> Void = {
                try await Task.sleep(for: .seconds(60))
            }
        ) -> BatchedLookups<Int, Int> {
            BatchedLookups(keysMax: keysMax, patience: patience) { keys in
                self.batches.withLock { $0.append(keys.sorted()) }
                while !self.isOpen.withLock({ $0 }) { await Task.yield() }
                if self.isFailing.withLock({ $0 }) { throw Failed() }
                try Task.checkCancellation()
                let known = keys.filter { $0 <= 100 }
                return Dictionary(uniqueKeysWithValues: known.map { ($0, 2 * $0) })
            }
        }

        func waitForBatches(_ count: Int) async {
            while batches.withLock({ $0.count }) < count { await Task.yield() }
        }

        /// Asks for 0, and then for the numbers while that is looked up; returns how each ended.
        func values(
            of numbers: [Int],
            from lookups: BatchedLookups<Int, Int>
        ) async -> [Result<Int?, any Error>] {
            var tasks = [Task { try await lookups.value(for: 0) }]
            await waitForBatches(1)
            for number in numbers {
                tasks.append(Task { try await lookups.value(for: number) })
                while lookups.waitingCount < tasks.count - 1 { await Task.yield() }
            }
            isOpen.withLock { $0 = true }
            var results: [Result<Int?, any Error>] = []
            for task in tasks { results.append(await task.result) }
            return results
        }
    }

    @Test("Callers that ask during a lookup share the next one, and each gets its own value")
    func shared() async throws {
        let source = Source()
        let results = await source.values(of: [3, 101, 1, 3], from: source.lookups(64))
        #expect(try results.map { try $0.get() } == [0, 6, nil, 2, 6])
        #expect(source.batches.withLock { $0 } == [[0], [1, 3, 101]])
    }

    @Test("Callers share a lookup up to the limit; one more waits for the next")
    func most() async throws {
        let source = Source()
        let results = await source.values(of: Array(1...5), from: source.lookups(4))
        #expect(try results.map { try $0.get() } == [0, 2, 4, 6, 8, 10])
        #expect(source.batches.withLock { $0 } == [[0], [1, 2, 3, 4], [5]])
    }

    @Test("A failure reaches all callers that share the lookup, and the next lookup is made again")
    func failing() async throws {
        let source = Source()
        source.isFailing.withLock { $0 = true }
        let lookups = source.lookups(64)
        for result in await source.values(of: [1, 2], from: lookups) {
            #expect(throws: Failed.self) { try result.get() }
        }
        source.isFailing.withLock { $0 = false }
        #expect(try await lookups.value(for: 7) == 14)
    }

    @Test("Others get their values when the first caller has been cancelled")
    func cancelled() async throws {
        let source = Source()
        let lookups = source.lookups(64)
        let first = Task { try await lookups.value(for: 1) }
        await source.waitForBatches(1)
        let second = Task { try await lookups.value(for: 2) }
        while lookups.waitingCount < 1 { await Task.yield() }
        first.cancel()
        source.isOpen.withLock { $0 = true }
        #expect(try await second.value == 4)
        #expect(try await first.value == 2)
    }

    @Test("Nothing is looked up for callers that have been cancelled")
    func gone() async throws {
        let source = Source()
        let lookups = source.lookups(64)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await lookups.value(for: 1)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(source.batches.withLock { $0.isEmpty })
    }

    @Test("If a lookup takes long, others begin beside it, up to the limit")
    func beside() async throws {
        let source = Source()
        let pauseCount = Mutex(0)
        let lookups = source.lookups(64) {
            pauseCount.withLock { $0 += 1 }
            await Task.yield()
        }
        var tasks: [Task<Int?, any Error>] = []
        for number in 1...Limits.lookupsAtOnceMax {
            tasks.append(Task { try await lookups.value(for: number) })
            await source.waitForBatches(number)
        }
        for number in 90...91 { tasks.append(Task { try await lookups.value(for: number) }) }
        while lookups.waitingCount < 2 { await Task.yield() }
        let count = pauseCount.withLock { $0 }
        while pauseCount.withLock({ $0 }) < count + 3 { await Task.yield() }
        #expect(source.batches.withLock { $0.count } == Limits.lookupsAtOnceMax)
        source.isOpen.withLock { $0 = true }
        var values: [Int?] = []
        for task in tasks { values.append(try await task.value) }
        #expect(values == (1...Limits.lookupsAtOnceMax).map { 2 * $0 } + [180, 182])
    }
}
