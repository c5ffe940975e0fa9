/// The failure of a statement that the database refused, or of a connection that ended.
struct PostgreSQLFailure: Error {
    /// The five characters of the SQL standard (SQLSTATE); empty when the connection ended.
    let state: String
    let message: String

    /// The transaction's snapshot was taken a moment too early; see
    /// ``PostgreSQLConnection/completeToken()``.
    static let seesTooLittle = PostgreSQLFailure(
        state: "40001",
        message: "Another transaction was just ending."
    )

    /// The transaction's body went on after a statement had failed.
    static let overlooked = PostgreSQLFailure(
        state: "25P02",
        message: "The transaction failed before its end."
    )

    /// It isn't known whether the transaction was committed.
    static let unknownOutcome = PostgreSQLFailure(
        state: "08007",
        message: "The outcome of a transaction isn't known."
    )

    /// Whether it isn't known if the transaction was committed, so that it must not run again.
    var isUnknownOutcome: Bool { state == Self.unknownOutcome.state }

    /// Whether another transaction was in the way, so that running it again may well succeed.
    var isConflict: Bool { state == "40001" || state == "40P01" }

    /// Whether a transaction's body went on after a statement had failed, so that the reason is lost.
    var isOverlooked: Bool { state == Self.overlooked.state }

    /// Whether a statement took too long, for example because of another transaction's lock.
    var isTimeout: Bool { state == "57014" }

    /// Whether an argument can't exist, such as the number of a transaction that never began.
    var isInvalidValue: Bool { state == "22023" }

    /// Whether a row already exists, or a row that it needs is gone, perhaps because of a
    /// transaction that this one couldn't see yet.
    var isConstraint: Bool { state.hasPrefix("23") }

    /// Whether a prepared statement no longer fits, because the schema has changed since.
    var isOutdatedPlan: Bool { state == "0A000" && message.contains("cached plan") }

    /// Whether the connection can't be used any more: it ended, or the database is stopping or
    /// starting.
    var isDisconnection: Bool {
        !isUnknownOutcome && (state.isEmpty || state.hasPrefix("08") || state.hasPrefix("57P"))
    }
}

extension StoreError {
    init(_ failure: PostgreSQLFailure) {
        let state = failure.state
        self =
            if state.hasPrefix("23") {
                .constraint(failure.message)
            } else if failure.isConflict || failure.isOverlooked || failure.isDisconnection
                || Self.busyStates.contains(state)
            {
                .busy
            } else if state == "53100" {
                .full
            } else if state == "25006" {
                .readOnly
            } else {
                .driver(code: Int(state, radix: 36) ?? 0, message: failure.message)
            }
    }

    /// A lock or a statement took too long, or there are too many connections.
    private static let busyStates: Set<String> = ["55P03", "57014", "53300", "25P03", "08007"]
}
