import Store
import Synchronization
import Testing

@testable import Server
@testable import ServerBase

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

    @Test("Without a ring, those who ask while one reads share the read that follows")
    func next() async throws {
        let (reads, count) = (SharedReads(), Count())
        let (begins, beginning) = AsyncStream.makeStream(of: Void.self)
        let (ends, ending) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await reads.read(Self.question, after: nil) {
                beginning.finish()
                for await _ in ends {}
                return count.next()
            }
        }
        for await _ in begins {}
        // The first has begun: what it reads may be older than what these have to know.
        let (comes, coming) = AsyncStream.makeStream(of: Void.self)
        let others = (0..<50).map { _ in
            Task {
                coming.yield()
                return try await reads.read(Self.question, after: nil) { count.next() }
            }
        }
        var comers = comes.makeAsyncIterator()
        for _ in others { await comers.next() }
        ending.finish()
        #expect(try await first.value == 1)
        var answers = Set<Int>()
        for other in others { answers.insert(try await other.value) }
        #expect(!answers.contains(1))
        #expect(count.value < 1 + others.count, "nobody shared a read")
        #expect(try await reads.read(Self.question, after: nil) { count.next() } > 1)
    }

    @Test("An answer that isn't to be kept is only for those who asked before it was there")
    func notKept() async throws {
        let (reads, count) = (SharedReads(), Count())
        func read() async throws -> Int {
            try await reads.read(
                Self.question,
                after: 1,
                keepingIf: { $0 > 2 },
                { count.next() }
            )
        }
        #expect(try await read() == 1)
        #expect(try await read() == 2)
        #expect(try await read() == 3)
        #expect(try await read() == 3)
    }

    @Test("After a ring, too, an error isn't kept")
    func failedAfterRing() async throws {
        struct Broken: Error {}
        let (reads, count) = (SharedReads(), Count())
        await #expect(throws: Broken.self) {
            try await reads.read(Self.question, after: 1) { () throws -> Int in throw Broken() }
        }
        #expect(try await reads.read(Self.question, after: 1) { count.next() } == 1)
    }

    @Test("A read that fails fails for those who share it, and not for the next")
    func failing() async throws {
        struct Broken: Error {}
        let (reads, count) = (SharedReads(), Count())
        await #expect(throws: Broken.self) {
            try await reads.read(Self.question, after: nil) { () throws -> Int in throw Broken() }
        }
        #expect(try await reads.read(Self.question, after: nil) { count.next() } == 1)
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
