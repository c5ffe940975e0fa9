import Logging
import Testing

@testable import Observability
@testable import Server
@testable import ServerBase
@testable import Store

@Suite("What the log says of a database that is away or whose disk is full")
struct DatabaseTroublesTests {
    private static func messages(_ lines: LogLines) throws -> [String?] {
        try lines.records.map { $0["message"]?.text }
    }

    private static func check(
        _ lines: LogLines,
        failures: String,
        seconds: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let metadata = try lines.records.last?["metadata"]
        #expect(metadata?["failures"]?.text == failures, sourceLocation: sourceLocation)
        #expect(metadata?["seconds"]?.text == seconds, sourceLocation: sourceLocation)
    }

    @Test(
        "One line when it begins, one a minute with a count, and one when it's over",
        arguments: [
            (
                DatabaseTrouble.away, StoreError.busy, "The database doesn't answer",
                "The database still doesn't answer", "The database answers again"
            ),
            (
                .diskFull, .full, "The disk is full", "The disk is still full",
                "The disk has room again"
            ),
        ]
    )
    func lines(
        trouble: DatabaseTrouble,
        error: StoreError,
        start: String,
        middle: String,
        end: String
    ) async throws {
        try await LogLines.run { lines throws in
            let clock = TestClock()
            let troubles = DatabaseTroubles { clock.nowSecond }
            let logger = lines.logger()
            troubles.end(trouble, logger)
            #expect(try lines.text.isEmpty)
            troubles.note(error, in: "A job fails", logger)
            troubles.note(error, in: "Another job fails", logger)
            clock.advance(seconds: Limits.troubleTellingSeconds - 1)
            #expect(troubles.covers(error, logger))
            #expect(try Self.messages(lines) == [start])
            #expect(try lines.records.first?["metadata"]?["job"]?.text == "A job fails")
            clock.advance(seconds: 1)
            for _ in 0..<3 { troubles.note(error, in: "A job fails", logger) }
            #expect(try Self.messages(lines).dropFirst() == [middle])
            try Self.check(lines, failures: "4", seconds: "60")
            clock.advance(seconds: Limits.troubleTellingSeconds)
            troubles.note(error, in: "A job fails", logger)
            #expect(try Self.messages(lines).dropFirst() == [middle, middle])
            clock.advance(seconds: -3600)
            troubles.note(error, in: "A job fails", logger)
            #expect(try Self.messages(lines).dropFirst(3) == [middle], "the clock was put back")
            clock.advance(seconds: 3600)
            troubles.end(trouble, logger)
            troubles.end(trouble, logger)
            #expect(try Self.messages(lines).dropFirst(4) == [end])
            try Self.check(lines, failures: "8", seconds: "120")
            troubles.note(error, in: "A job fails", logger)
            #expect(try lines.records.last?["message"]?.text == start)
        }
    }

    @Test("A request that alone got no answer begins nothing; one that had no room does")
    func requests() async throws {
        try await LogLines.run { lines throws in
            let troubles = DatabaseTroubles { 1_767_225_600 }
            let logger = lines.logger()
            #expect(!troubles.covers(StoreError.busy, logger))
            #expect(try lines.text.isEmpty)
            for _ in 0..<2 { #expect(troubles.covers(StoreError.full, logger)) }
            #expect(try Self.messages(lines) == ["The disk is full"])
        }
    }

    @Test("Each trouble is told by itself, and other errors at once")
    func others() async throws {
        try await LogLines.run { lines throws in
            let troubles = DatabaseTroubles { 1_767_225_600 }
            let logger = lines.logger()
            troubles.note(StoreError.full, in: "A job fails", logger)
            troubles.note(StoreError.busy, in: "A job fails", logger)
            for _ in 0..<2 { troubles.note(StoreError.notFound, in: "A job fails", logger) }
            #expect(!troubles.covers(StoreError.notFound, logger))
            troubles.end(.away, logger)
            #expect(
                try Self.messages(lines) == [
                    "The disk is full", "The database doesn't answer", "A job fails",
                    "A job fails", "The database answers again",
                ]
            )
            #expect(troubles.covers(StoreError.full, logger))
        }
    }

    @Test("Whether it's over is looked at a minute after it was last met, and once a minute then")
    func looking() async throws {
        try await LogLines.run { lines throws in
            let clock = TestClock()
            let troubles = DatabaseTroubles { clock.nowSecond }
            let logger = lines.logger()
            let second = Limits.troubleTellingSeconds
            #expect(!troubles.isTimeToLook(for: .diskFull))
            for _ in 0..<2 {
                #expect(troubles.covers(StoreError.full, logger))
                clock.advance(seconds: second - 1)
                #expect(!troubles.isTimeToLook(for: .diskFull))
            }
            for _ in 0..<2 {
                clock.advance(seconds: 1)
                #expect(troubles.isTimeToLook(for: .diskFull))
                clock.advance(seconds: second - 1)
                #expect(!troubles.isTimeToLook(for: .diskFull))
            }
            troubles.end(.diskFull, logger)
            clock.advance(seconds: second)
            #expect(!troubles.isTimeToLook(for: .diskFull))
        }
    }
}
