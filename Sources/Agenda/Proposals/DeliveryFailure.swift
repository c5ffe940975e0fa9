/// Why an invitation didn't reach a guest, or an answer its organizer, as recorded by the server of
/// the calendar.
public enum DeliveryFailure: Hashable, Sendable, CaseIterable {
    /// The recipient's address is unknown.
    case unknownAddress
    /// The recipient, or their server, doesn't take such messages from the sender.
    case notTaken
    /// There's no way to send it to the recipient, or their calendar can't show it.
    case noWay
    /// It didn't work this time: the recipient's calendar may be full, or the organizer's event gone.
    case notNow
    /// Any other failure.
    case other

    /// Reads a `SCHEDULE-STATUS`: codes with commas between them, of which the first failure counts.
    ///
    /// nil if the message is on its way or has arrived (RFC 6638, 3.2.9; RFC 5546, 3.6).
    public init?(scheduleStatus: String) {
        let failures = scheduleStatus.utf8.split(separator: UInt8(ascii: ","))
            .compactMap { Self(code: String(decoding: $0, as: UTF8.self)) }
        guard let first = failures.first else { return nil }
        self = first
    }

    private init?(code: String) {
        // RFC 5546, 3.6: 1 and 2 are successes, 3 to 5 failures. Later digits make it more precise.
        guard let kind = code.utf8.first, (UInt8(ascii: "3")...UInt8(ascii: "5")).contains(kind)
        else { return nil }
        switch code {
        case "3.7": self = .unknownAddress
        case "3.8", "5.3": self = .notTaken
        case "3.14", "5.2": self = .noWay
        case "5.1": self = .notNow
        default: self = .other
        }
    }

    /// The name that the page uses.
    public var name: String {
        switch self {
        case .unknownAddress: "unknown-address"
        case .notTaken: "not-taken"
        case .noWay: "no-way"
        case .notNow: "not-now"
        case .other: "other"
        }
    }
}
