import Logging
import Testing

@testable import Server
@testable import Store

@Suite("What the log says of a database that doesn't answer")
struct DatabaseOutageTests {
    private static let still = "The database still doesn't answer"

    private static func messages(_ lines: LogLines) throws -> [String?] {
        try lines.records.map { $0["message"]?.text }
    }

    @Test("One line when it goes, one a minute with a count, and one when it's back")
    func lines() async throws {
        try await LogLines.run { lines throws in
            let clock = TestClock()
            let outage = DatabaseOutage { clock.nowSecond }
            let logger = lines.logger()
            outage.end(logger)
            #expect(try lines.text.isEmpty)
            outage.note(StoreError.busy, in: "A job fails", logger)
            outage.note(StoreError.busy, in: "Another job fails", logger)
            clock.advance(seconds: Limits.outageTellingSeconds - 1)
            #expect(outage.covers(StoreError.busy, logger))
            #expect(try Self.messages(lines) == ["The database doesn't answer"])
            #expect(try lines.records.first?["metadata"]?["job"]?.text == "A job fails")
            clock.advance(seconds: 1)
            for _ in 0..<3 { outage.note(StoreError.busy, in: "A job fails", logger) }
            #expect(try Self.messages(lines).dropFirst() == [Self.still])
            #expect(try lines.records.last?["metadata"]?["failures"]?.text == "4")
            #expect(try lines.records.last?["metadata"]?["seconds"]?.text == "60")
            clock.advance(seconds: Limits.outageTellingSeconds)
            outage.note(StoreError.busy, in: "A job fails", logger)
            #expect(try Self.messages(lines).dropFirst() == [Self.still, Self.still])
            clock.advance(seconds: -3600)
            outage.note(StoreError.busy, in: "A job fails", logger)
            #expect(try Self.messages(lines).dropFirst(3) == [Self.still], "the clock was put back")
            clock.advance(seconds: 3600)
            outage.end(logger)
            outage.end(logger)
            #expect(try Self.messages(lines).dropFirst(4) == ["The database answers again"])
            #expect(try lines.records.last?["metadata"]?["failures"]?.text == "8")
            #expect(try lines.records.last?["metadata"]?["seconds"]?.text == "120")
            outage.note(StoreError.busy, in: "A job fails", logger)
            #expect(try lines.records.last?["message"]?.text == "The database doesn't answer")
        }
    }

    @Test("Other errors are told at once, and requests begin no outage")
    func others() async throws {
        try await LogLines.run { lines throws in
            let clock = TestClock()
            let outage = DatabaseOutage { clock.nowSecond }
            let logger = lines.logger()
            #expect(!outage.covers(StoreError.busy, logger))
            for _ in 0..<2 { outage.note(StoreError.full, in: "A job fails", logger) }
            #expect(try Self.messages(lines) == ["A job fails", "A job fails"])
            outage.note(StoreError.busy, in: "A job fails", logger)
            #expect(!outage.covers(StoreError.full, logger))
            #expect(try lines.records.count == 3)
        }
    }
}
