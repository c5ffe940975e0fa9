/// A point in time, in whole seconds since 1970-01-01T00:00:00Z, not counting leap seconds.
public struct Instant: Hashable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z; negative before it.
    public let secondsSinceEpoch: Int64

    /// Before every other instant.
    public static let distantPast = Instant(secondsSinceEpoch: .min)
    /// After every other instant.
    public static let distantFuture = Instant(secondsSinceEpoch: .max)

    /// Makes the instant the given number of seconds after 1970-01-01T00:00:00Z.
    public init(secondsSinceEpoch: Int64) {
        self.secondsSinceEpoch = secondsSinceEpoch
    }

    /// Reads `20261121T090000Z` or `2026-11-21T09:00:00Z`; nil for anything else.
    public init?(_ text: String) {
        var rest = Substring(text).utf8
        guard let civil = CivilDateTime(taking: &rest), Digits.skip(UInt8(ascii: "Z"), in: &rest),
            rest.isEmpty
        else { return nil }
        self.secondsSinceEpoch = civil.secondsSinceEpoch
    }

    /// The instant `seconds` later (earlier if negative), clamped to the distant past and future.
    public func adding(seconds: Int64) -> Instant {
        let (sum, overflow) = secondsSinceEpoch.addingReportingOverflow(seconds)
        if overflow { return seconds < 0 ? .distantPast : .distantFuture }
        return Instant(secondsSinceEpoch: sum)
    }

    /// What a clock in UTC shows, clamped to the years 1 to 9999.
    public var civilUTC: CivilDateTime { CivilDateTime(secondsSinceEpoch: secondsSinceEpoch) }

    /// The instant as iCalendar writes it: `20261121T090000Z`.
    public var basicText: String {
        civilUTC.text(isExtended: false, suffix: UInt8(ascii: "Z"))
    }

    /// The instant as RFC 3339 writes it: `2026-11-21T09:00:00Z`.
    public var text: String {
        civilUTC.text(isExtended: true, suffix: UInt8(ascii: "Z"))
    }
}

extension Instant: Comparable {
    /// Whether the left instant is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.secondsSinceEpoch < right.secondsSinceEpoch
    }
}
