import Dispatch
import Synchronization

/// Copies everything from one database to another, which can then replace it.
///
/// It may be stopped at any time, and continues when it's run again. Meanwhile nobody can write to
/// the first database, which isn't changed.
package struct DatabaseMove: Sendable {
    private let source: AnyDatabase
    private let target: AnyDatabase
    /// A cryptographic hash, for comparing the two databases at the end.
    private let hash: @Sendable ([UInt8]) -> [UInt8]

    package init(
        from source: AnyDatabase,
        to target: AnyDatabase,
        hash: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        self.source = source
        self.target = target
        self.hash = hash
    }

    /// Copies all tables, and compares them.
    ///
    /// - Parameters:
    ///   - nowSecond: The current time.
    ///   - tell: Called for each table with the number of rows copied now and in total.
    /// - Returns: The number of rows in all tables.
    /// - Throws: ``MoveError``, or the errors of the databases.
    package func run(
        nowSecond: Int64,
        _ tell: @escaping @Sendable (_ table: String, _ copiedCount: Int, _ rowCount: Int) -> Void
    ) async throws -> Int {
        try await requireSchema(of: source)
        try await source.read(as: .server(.upkeep)) { try $0.requireFinished() }
        try await Migrations.apply(to: target, nowSecond: nowSecond)
        try await requireNothingElse(in: source)
        try await requireNothingElse(in: target)
        try await begin()
        let (total, floor, last) = try await WriteHold.during(source) {
            var total = 0
            for table in MovedTable.all {
                let copied = try await copy(table)
                let (here, there) = (
                    try await sum(table, in: source), try await sum(table, in: target)
                )
                guard here == there else { throw MoveError.differs(table: table.name) }
                tell(table.name, copied, here.rowCount)
                total += here.rowCount
            }
            let (floor, last) = try await source.read(as: .server(.upkeep)) { connection in
                (try connection.counter("change-floor"), try connection.completeToken())
            }
            return (total, floor, last)
        }
        // Only now is it certain that nobody wrote to the first database meanwhile.
        try await end(floor: floor, last: last)
        return total
    }

    /// The first database must have the tables of this version, because it isn't altered.
    private func requireSchema(of database: AnyDatabase) async throws {
        let version = try await database.read(as: .server(.upkeep)) { try $0.schemaVersion() }
        guard version <= Migrations.all.count else {
            throw StoreError.newerSchema(version: version)
        }
        guard version == Migrations.all.count else {
            throw MoveError.otherVersion(version == 0 ? nil : version)
        }
    }

    /// Requires that the schema has no other parts: a foreign trigger could change what is copied,
    /// and a foreign view what is read.
    private func requireNothingElse(in database: AnyDatabase) async throws {
        let faults = try await database.read(as: .server(.upkeep)) { try $0.schemaFaults() }
        if let fault = faults.first { throw MoveError.foreignSchema(fault) }
    }

    /// Marks the second database, which must be empty or marked.
    private func begin() async throws {
        try await target.write(as: .server(.upkeep)) { connection in
            guard try !connection.isHalfFilled() else { return }
            guard try connection.row("SELECT 1 FROM users LIMIT 1") == nil else {
                throw MoveError.notEmpty
            }
            try connection.setCounter(UnfinishedFillMark.name, 1)
        }
    }

    /// Copies what the second database doesn't have yet, and returns how many rows that were.
    private func copy(_ table: MovedTable) async throws -> Int {
        let columns = try await columns(of: table)
        var last = try await target.read(as: .server(.upkeep)) { try $0.lastKey(of: table) }
        var count = 0
        while true {
            let after = last
            let page = try await source.read(as: .server(.upkeep)) {
                try $0.page(of: table, columns, after: after)
            }
            guard let end = page.last else { return count }
            try await target.write(as: .server(.upkeep)) {
                try $0.insert(page, into: table, columns)
            }
            count += page.count
            last = table.key(of: end, columns)
        }
    }

    private func sum(_ table: MovedTable, in database: AnyDatabase) async throws -> TableSum {
        let columns = try await columns(of: table)
        let hash = hash
        var sum = TableSum()
        var last: [SQLValue]?
        while true {
            let (after, before) = (last, sum)
            let (pageSum, end) = try await database.read(as: .server(.upkeep)) { connection in
                let page = try connection.page(of: table, columns, after: after)
                var sum = before
                for row in page { sum.add(row, hash) }
                return (sum, page.last)
            }
            sum = pageSum
            guard let end else { return sum }
            last = table.key(of: end, columns)
        }
    }

    /// The columns that a table has in both, in the order of their names.
    private func columns(of table: MovedTable) async throws -> [String] {
        let here = try await source.read(as: .server(.upkeep)) { try $0.columns(of: table.name) }
        let there = try await target.read(as: .server(.upkeep)) { try $0.columns(of: table.name) }
        guard here == there else { throw MoveError.differs(table: table.name) }
        return here
    }

    /// Lets tokens continue after the greatest one, and removes the mark.
    private func end(floor: ChangeToken, last: ChangeToken) async throws {
        try await target.write(as: .server(.upkeep)) { connection in
            // Clients may know a later token than the last entry's.
            let last = max(last.number, floor.number, try connection.lastToken())
            for (name, value) in [("change", last), ("change-floor", floor.number)] {
                try connection.setCounter(name, value)
            }
            try connection.execute(
                "DELETE FROM counters WHERE name = $1",
                [.text(UnfinishedFillMark.name)]
            )
        }
    }
}

/// The mark of a database that a move hasn't finished filling.
enum UnfinishedFillMark {
    /// The name of the counter that is the mark.
    static let name = "move-begun"
}

/// Why a move can't begin, or didn't succeed.
package enum MoveError: Error, Hashable, Sendable {
    /// The first database has the tables of an older version of the program; nil if it has none.
    case otherVersion(Int64?)
    /// The second database has accounts that didn't come from a move.
    case notEmpty
    /// One of the databases has a part that isn't Meantime's, which is named.
    case foreignSchema(String)
    /// A table isn't the same in both after it was copied.
    case differs(table: String)
    /// The connection to the first database was lost, so that others could write to it.
    case interrupted
}

/// Keeps others from writing to a database.
private final class WriteHold: Sendable {
    private let hasBegun = Mutex(false)
    private let isOver = Mutex(false)
    private let end = DispatchSemaphore(value: 0)

    /// Runs a body while nobody can write to the database.
    ///
    /// - Throws: The reason if the hold couldn't begin, before the body has run;
    ///   ``MoveError/interrupted`` if the hold was lost; and the body's error.
    static func during<Value: Sendable>(
        _ database: AnyDatabase,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let hold = WriteHold()
        let (begins, begun) = AsyncThrowingStream.makeStream(of: Void.self)
        let holder = Task {
            do {
                try await database.write(as: .server(.upkeep)) { connection in
                    // A second transaction couldn't tell what was written between the two.
                    if hold.hasBegun.withLock({ $0 }) { throw MoveError.interrupted }
                    try connection.lockTables()
                    hold.hasBegun.withLock { $0 = true }
                    begun.yield()
                    // The server would end an idle transaction.
                    while !hold.waitForEnd() { _ = try connection.row("SELECT 1") }
                }
            } catch {
                begun.finish(throwing: error)
                throw error
            }
        }
        var beginning = begins.makeAsyncIterator()
        guard try await beginning.next() != nil else {
            hold.finish()
            throw CancellationError()
        }
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        hold.finish()
        // If the hold was lost, that's the reason for the body's failure, or makes its success
        // worthless.
        try await holder.value
        return try outcome.get()
    }

    private func finish() {
        isOver.withLock { $0 = true }
        end.signal()
    }

    /// Waits a second, or until the hold is over; returns whether it is.
    private func waitForEnd() -> Bool {
        _ = end.wait(timeout: .now() + .seconds(1))
        return isOver.withLock { $0 }
    }
}

extension DatabaseConnection {
    /// Keeps other transactions from writing until this one ends.
    fileprivate func lockTables() throws {
        guard let statement = dialect.lock(MovedTable.all.map(\.name)) else { return }
        try execute(statement, [])
    }
}
