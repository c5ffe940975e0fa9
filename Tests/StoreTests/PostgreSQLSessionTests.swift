import TestPlaces
import Testing

@testable import Store

@Suite("Statements that are sent together", .enabled(if: PostgreSQLForTests.shared != nil))
struct PostgreSQLSessionTests {
    private static func withSession(_ body: (PostgreSQLSession) throws -> Void) async throws {
        try await StoreKind.postgreSQL.withPlace { place in
            try body(try Self.session(at: place, making: true))
        }
    }

    /// A session of the owner of the tables, one of which it makes.
    private static func session(at place: String, making: Bool) throws -> PostgreSQLSession {
        let session = try PostgreSQLSession(address: place)
        try session.run("SET ROLE meantime_owner")
        if making {
            try session.run("CREATE TABLE numbers (number BIGINT PRIMARY KEY, name TEXT)")
        }
        return session
    }

    private static func count(_ session: PostgreSQLSession) throws -> String? {
        try session.run("SELECT count(*) FROM numbers").firstText
    }

    private static let insertion = "INSERT INTO numbers VALUES ($1, $2)"

    @Test("Statements are run in order, before the next one")
    func order() async throws {
        try await Self.withSession { session in
            try session.runSoon("BEGIN")
            for number in 1...3 {
                try session.runSoon(Self.insertion, [.integer(Int64(number)), .null])
            }
            try session.runSoon("UPDATE numbers SET name = $1", [.text("é")])
            let found = try session.run("SELECT number, name FROM numbers ORDER BY number", [])
            #expect(found.rows.map(\.values) == (1...3).map { [.integer($0), .text("é")] })
            let end = try session.run("COMMIT", [])
            #expect(end.command == "COMMIT")
            #expect(!session.isInTransaction)
        }
    }

    @Test("Statements beyond the limit don't wait", arguments: -1...1)
    func limit(difference: Int) async throws {
        try await StoreKind.postgreSQL.withPlace { place in
            let session = try Self.session(at: place, making: true)
            let other = try Self.session(at: place, making: false)
            for number in 0..<Limits.waitingStatementsMax + difference {
                try session.runSoon(Self.insertion, [.integer(Int64(number)), .null])
            }
            let isSent = difference >= 0
            #expect(try Self.count(other) == (isSent ? "\(Limits.waitingStatementsMax)" : "0"))
        }
    }

    @Test("The failure of a waiting statement is that of the next one", arguments: 0..<4)
    func failure(position: Int) async throws {
        try await Self.withSession { session in
            _ = try session.run(Self.insertion + " -- there already", [.integer(9), .null])
            try session.runSoon("BEGIN")
            for place in 0..<3 {
                let number = place == position ? 9 : place
                try session.runSoon(Self.insertion, [.integer(Int64(number)), .null])
            }
            let last: [SQLValue] = [.integer(position == 3 ? 9 : 3), .null]
            let failure = try #require(
                #expect(throws: PostgreSQLFailure.self) { try session.run(Self.insertion, last) }
            )
            #expect(failure.isConstraint)
            #expect(session.hasFailed)
            try session.rollBack()
            #expect(!session.isInTransaction)
            #expect(try Self.count(session) == "1", "none of them stays")
        }
    }

    @Test("A transaction that is given up sends nothing")
    func rollBack() async throws {
        try await Self.withSession { session in
            // Outside of a transaction, it would stay if it were sent.
            try session.runSoon(Self.insertion, [.integer(1), .null])
            try session.rollBack()
            #expect(try Self.count(session) == "0")
        }
    }

    @Test("A page is cut after them, and one that fails leaves the connection usable")
    func pages() async throws {
        try await Self.withSession { session in
            try session.runSoon("BEGIN")
            for number in 0..<10 {
                try session.runSoon(Self.insertion, [.integer(Int64(number)), .text("0123456789")])
            }
            let all = "SELECT name FROM numbers ORDER BY number"
            let (some, isCut) = try session.firstRows(all, [], bytesMax: 30)
            #expect(some.count == 3)
            #expect(isCut)
            let whole = try session.firstRows(all, [], bytesMax: 1000)
            #expect(whole.rows.count == 10)
            #expect(!whole.isCut)
            #expect(throws: PostgreSQLFailure.self) {
                try session.firstRows("SELECT 1 / (number - 5) FROM numbers", [], bytesMax: 1000)
            }
            try session.rollBack()
            #expect(try Self.count(session) == "0")
        }
    }

    @Test("After reading, the next transaction begins without trouble")
    func reading() async throws {
        try await Self.withSession { session in
            for _ in 0..<3 {
                try session.rollBack()
                try session.runSoon("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                let count = try session.run("SELECT count(*) FROM numbers", [])
                #expect(count.firstText == "0")
                try session.endReading()
            }
            // As a hint to other servers is sent.
            try session.run("NOTIFY somebody")
            #expect(!session.isInTransaction)
        }
    }

    @Test("A number that no transaction has had, as after a crash, is told apart from other errors")
    func lostNumber() async throws {
        try await StoreKind.postgreSQL.withPlace { place in
            let slot = SessionSlot(number: 1, address: place)
            let session = try slot.connected()
            #expect(session.recovery != nil)
            let failure = try #require(
                #expect(throws: PostgreSQLFailure.self) {
                    try session.run("SELECT pg_xact_status('9000000000000000'::xid8)")
                }
            )
            #expect(failure.isInvalidValue)
            slot.disconnect()
            let other = try slot.connected()
            #expect(other.recovery == session.recovery, "a new connection is no crash")
        }
    }

    @Test("A text with U+0000 is refused before anything is sent")
    func nul() async throws {
        try await Self.withSession { session in
            #expect(throws: StoreError.nul) {
                try session.runSoon(Self.insertion, [.integer(1), .text("a\u{0}b")])
            }
            let count = try Self.count(session)
            #expect(count == "0")
        }
    }
}
