import Store
import Synchronization
import Testing

@testable import Server

@Suite("Reads that streams share")
struct SharedReadTests {
    /// Counts how often something is read.
    private final class Count: Sendable {
        private let stored = Mutex(0)
        var value: Int { stored.withLock { $0 } }
        func next() -> Int {
            stored.withLock { value in
                value += 1
                return value
            }
        }
    }

    private static let question = SharedReads.Question.admission(sessionHash: "a")

    @Test("Streams that the same ring woke read once, and those of the next ring again")
    func rings() async throws {
        let (reads, count) = (SharedReads(), Count())
        let first = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask { try await reads.read(Self.question, after: 1) { count.next() } }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(first == [1])
        #expect(try await reads.read(Self.question, after: 2) { count.next() } == 2)
        #expect(try await reads.read(Self.question, after: 1) { count.next() } == 1)
        #expect(count.value == 2)
    }

    @Test("Other questions, and those without a ring, have answers of their own")
    func questions() async throws {
        let (reads, count) = (SharedReads(), Count())
        #expect(try await reads.read(Self.question, after: 1) { count.next() } == 1)
        let other = SharedReads.Question.admission(sessionHash: "b")
        #expect(try await reads.read(other, after: 1) { count.next() } == 2)
        #expect(try await reads.read(Self.question, after: nil) { count.next() } == 3)
    }

    @Test("What an old ring made necessary is forgotten, and read again when asked for")
    func forgotten() async throws {
        let (reads, count) = (SharedReads(), Count())
        _ = try await reads.read(Self.question, after: 1) { count.next() }
        _ = try await reads.read(Self.question, after: Limits.sharedRings) { count.next() }
        #expect(try await reads.read(Self.question, after: 1) { count.next() } == 1)
        _ = try await reads.read(Self.question, after: Limits.sharedRings + 1) { count.next() }
        #expect(try await reads.read(Self.question, after: 1) { count.next() } == 4)
    }
}
