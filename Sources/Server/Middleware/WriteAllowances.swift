import Store

/// Bounds the writes of each account, so that a program that has gone wild doesn't take the server from
/// everybody else.
///
/// The bound is one of the long run: whoever was quiet may make ``Limits/writeBurstMinutes`` minutes'
/// worth at once, such as after a week offline. Counted in memory, by each server for itself.
actor WriteAllowances {
    private struct Debt {
        /// Writes that still count, times sixty: each second takes off as many as a minute allows.
        var sixtieths: Int64
        var second: Int64
    }

    private let perMinute: Int64
    private var debts: [AccountID: Debt] = [:]

    /// The accounts whose writes are counted.
    var countedCount: Int { debts.count }

    private var sixtiethsMax: Int64 { perMinute * Limits.writeBurstMinutes * 60 }

    /// - Parameter perMinute: The writes of an account in a minute, at least 1.
    init(perMinute: Int64) { self.perMinute = perMinute }

    /// Counts a write, or throws ``ServerError/tooManyWrites(retryAfterSeconds:)`` without counting it.
    func take(by account: AccountID, nowSecond: Int64) throws(ServerError) {
        let after = debt(of: account, nowSecond) + 60
        guard after <= sixtiethsMax else {
            let over = after - sixtiethsMax
            throw .tooManyWrites(retryAfterSeconds: (over + perMinute - 1) / perMinute)
        }
        makeRoom(nowSecond)
        debts[account] = Debt(sixtieths: after, second: nowSecond)
    }

    private func debt(of account: AccountID, _ nowSecond: Int64) -> Int64 {
        guard let debt = debts[account] else { return 0 }
        // A clock that was set back must not make the debt larger.
        return max(0, debt.sixtieths - max(0, nowSecond - debt.second) * perMinute)
    }

    /// Forgets those who owe nothing, once there are many.
    private func makeRoom(_ nowSecond: Int64) {
        guard debts.count >= Limits.writeAllowancesMax else { return }
        debts = debts.filter { debt(of: $0.key, nowSecond) > 0 }
    }
}
