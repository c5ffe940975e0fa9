import Testing

@testable import Store

@Suite("Turns of an account's writes")
struct WriteTurnsTests {
    @Test("A write waits for the same account's, but not for good, and not for others'")
    func waiting() async throws {
        let turns = WriteTurns(patience: .milliseconds(20))
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await turns.run(of: .anna) {
                begun.finish()
                for await _ in ends {}
                return 1
            }
        }
        for await _ in begins {}
        #expect(try await turns.run(of: .ben) { 2 } == 2)
        #expect(try await turns.run(of: nil) { 3 } == 3)
        await #expect(throws: StoreError.busy) { try await turns.run(of: .anna) { 4 } }
        end.finish()
        #expect(try await first.value == 1)
        #expect(try await turns.run(of: .anna) { 5 } == 5)
    }

    @Test("Writes of an account run one after the other")
    func oneByOne() async throws {
        let turns = WriteTurns()
        actor Log {
            var numbers: [Int] = []
            func add(_ number: Int) { numbers.append(number) }
        }
        let log = Log()
        try await withThrowingTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    try await turns.run(of: .anna) {
                        let before = await log.numbers.count
                        await Task.yield()
                        #expect(await log.numbers.count == before, "nobody else had a turn")
                        await log.add(number)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await log.numbers.sorted() == Array(0..<50))
    }
}
