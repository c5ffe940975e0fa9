import Server
import Store

extension Configuration {
    /// How much the calendars of an account and of a group may hold, and how many groups it may own.
    var quotas: Quotas {
        var quotas = Quotas()
        quotas.account.events = count(.accountEvents) ?? quotas.account.events
        quotas.account.bytes = bytes(.accountStorage) ?? quotas.account.bytes
        quotas.group.events = count(.groupEvents) ?? quotas.group.events
        quotas.group.bytes = bytes(.groupStorage) ?? quotas.group.bytes
        quotas.ownedGroups = count(.ownedGroups) ?? quotas.ownedGroups
        return quotas
    }

    /// Writes that the pages of an account, or one of its programs, may make in a minute, in the long run.
    var writesPerMinute: Int64 { count(.writesPerMinute) ?? ServerSettings().writesPerMinute }

    private func count(_ key: Key) -> Int64? { values[key].flatMap(AmountSetting.count) }

    private func bytes(_ key: Key) -> Int64? { values[key].flatMap(AmountSetting.bytes) }
}

/// Reads numbers and amounts of bytes in settings.
enum AmountSetting {
    static let countMax: Int64 = 1_000_000_000
    private static let bytesRange: ClosedRange<Int64> = 1 << 20...1000 << 30

    /// A number of 1 to ``countMax``.
    static func count(_ text: String) -> Int64? {
        Int64(text).flatMap { (1...countMax).contains($0) ? $0 : nil }
    }

    /// The same amount in the largest unit that it's a whole number of.
    static func text(_ bytes: Int64) -> String {
        for (shift, unit) in [(30, "G"), (20, "M"), (10, "K")] where bytes % (1 << shift) == 0 {
            return "\(bytes >> shift)\(unit)"
        }
        return String(bytes)
    }

    /// An amount of bytes: digits, and `K`, `M` or `G` for powers of 1024.
    static func bytes(_ text: String) -> Int64? {
        let shift: Int64? =
            switch text.last {
            case "K": 10
            case "M": 20
            case "G": 30
            default: nil
            }
        guard let number = Int64(shift == nil ? text : String(text.dropLast())), number > 0,
            number <= bytesRange.upperBound
        else { return nil }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
        return !overflows && bytesRange.contains(bytes) ? bytes : nil
    }
}
