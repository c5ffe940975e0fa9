package import Store

/// Bounds the writes of each account, so that a program that has gone wild doesn't take the server from
/// everybody else, nor the calendars from their owner.
///
/// The pages of an account have a count of their own, and so has each of its app passwords. More app
/// passwords don't mean more writes: all programs together have a count too. What secures an account is
/// counted apart from what is in its calendars. The bound is one of the long run: whoever was quiet may
/// make ``Limits/writeBurstMinutes`` minutes' worth at once, such as after a week offline. The external calendars of
/// an account have a count of their own as well: they may write a quarter of what its pages may, and a
/// day's worth of that at once. Counted in memory, by each server for itself.
package actor WriteAllowances {
    /// Those whose writes are counted together.
    enum Writer: Hashable, Sendable {
        /// All pages in which an account is signed in.
        case pages(AccountID)
        /// A program that signs in with this app password, or with the account's own if it's nil.
        case program(AccountID, appPassword: String?)
        /// All programs of an account.
        case programs(AccountID)
        /// The passwords, sessions and secret addresses of an account.
        case security(AccountID)
        /// All calendars that an account reads from elsewhere.
        case externalCalendars(AccountID)
    }

    private struct Debt {
        /// Writes that still count, times sixty: each second takes off as many as a minute allows.
        var sixtieths: Int64
        var second: Int64
    }

    private let perMinute: Int64
    private var debts: [Writer: Debt] = [:]

    /// How many counts are kept.
    var countedCount: Int { debts.count }

    /// - Parameter perMinute: The writes of the pages or of one program in a minute, at least 1.
    package init(perMinute: Int64) { self.perMinute = perMinute }

    /// Counts a write, unless there were too many.
    ///
    /// - Parameters:
    ///   - account: Whose write it is.
    ///   - entry: How the request signed in.
    ///   - isForSecurity: Whether it secures the account.
    ///   - nowSecond: When it is made.
    /// - Throws: ``ServerError/tooManyWrites(retryAfterSeconds:)``; the write isn't counted then.
    package func take(
        by account: AccountID,
        through entry: RequestEntry?,
        isForSecurity: Bool = false,
        nowSecond: Int64
    ) throws(ServerError) {
        let writers = isForSecurity ? [.security(account)] : Self.writers(account, entry)
        for writer in writers {
            if let seconds = secondsUntilRoom(for: 1, by: writer, nowSecond) {
                throw .tooManyWrites(retryAfterSeconds: seconds)
            }
        }
        for writer in writers { add(1, by: writer, nowSecond) }
    }

    /// Counts the writes that a request makes beyond the one it was let in for, which are never refused: those after
    /// it wait for them.
    package func add(
        _ writeCount: Int64,
        by account: AccountID,
        through entry: RequestEntry?,
        nowSecond: Int64
    ) {
        for writer in Self.writers(account, entry) { add(writeCount, by: writer, nowSecond) }
    }

    /// Counts what a reading of an external calendar is about to write.
    ///
    /// - Parameters:
    ///   - writeCount: The writes.
    ///   - account: Whose external calendar it is.
    ///   - isForOwnChanges: Whether it's about what the account changes itself, which has been counted. Then it's
    ///     never refused.
    ///   - nowSecond: When it is.
    /// - Throws: ``ServerError/tooManyWrites(retryAfterSeconds:)``; nothing is counted then.
    package func take(
        _ writeCount: Int64,
        bySourcesOf account: AccountID,
        isForOwnChanges: Bool = false,
        nowSecond: Int64
    ) throws(ServerError) {
        if !isForOwnChanges {
            try requireRoom(for: writeCount, bySourcesOf: account, nowSecond: nowSecond)
        }
        add(writeCount, by: .externalCalendars(account), nowSecond)
    }

    /// Requires that the external calendars of an account may write as much now, or as much as they may at once if
    /// that's less.
    ///
    /// - Throws: ``ServerError/tooManyWrites(retryAfterSeconds:)``.
    package func requireRoom(
        for writeCount: Int64,
        bySourcesOf account: AccountID,
        nowSecond: Int64
    ) throws(ServerError) {
        guard
            let seconds = secondsUntilRoom(
                for: writeCount,
                by: .externalCalendars(account),
                nowSecond
            )
        else { return }
        throw .tooManyWrites(retryAfterSeconds: seconds)
    }

    private func add(_ writeCount: Int64, by writer: Writer, _ nowSecond: Int64) {
        makeRoom(nowSecond)
        debts[writer] = Debt(
            sixtieths: debt(of: writer, nowSecond) + 60 * writeCount,
            second: nowSecond
        )
    }

    private static func writers(_ account: AccountID, _ entry: RequestEntry?) -> [Writer] {
        guard case .program(let appPassword) = entry else { return [.pages(account)] }
        return [.program(account, appPassword: appPassword), .programs(account)]
    }

    /// How long it takes until somebody may write as much; nil for not at all.
    private func secondsUntilRoom(
        for writeCount: Int64,
        by writer: Writer,
        _ nowSecond: Int64
    ) -> Int64? {
        // After the machine's clock was put back, nobody waits until it's where it was.
        if let second = debts[writer]?.second, second > nowSecond {
            debts[writer]?.second = nowSecond
        }
        let rate = perMinute(of: writer)
        let most = rate * burstMinutes(of: writer) * 60
        // What is more than anybody may write at once needs all of the room.
        let over = debt(of: writer, nowSecond) + min(60 * writeCount, most) - most
        return over > 0 ? (over + rate - 1) / rate : nil
    }

    private func perMinute(of writer: Writer) -> Int64 {
        switch writer {
        case .programs: perMinute * Limits.programsAtFullRateMax
        case .externalCalendars: max(perMinute / Limits.externalCalendarsShareOfWrites, 1)
        case .pages, .program, .security: perMinute
        }
    }

    private func burstMinutes(of writer: Writer) -> Int64 {
        if case .externalCalendars = writer {
            Limits.externalBurstMinutes
        } else {
            Limits.writeBurstMinutes
        }
    }

    private func debt(of writer: Writer, _ nowSecond: Int64) -> Int64 {
        guard let debt = debts[writer] else { return 0 }
        // A clock that was set back must not make the debt larger.
        return max(0, debt.sixtieths - max(0, nowSecond - debt.second) * perMinute(of: writer))
    }

    /// Forgets those who owe nothing, once there are many.
    private func makeRoom(_ nowSecond: Int64) {
        guard debts.count >= Limits.writeAllowancesMax else { return }
        debts = debts.filter { debt(of: $0.key, nowSecond) > 0 }
    }
}
