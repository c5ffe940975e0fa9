/// The result of delivering a scheduling message (RFC 6638 section 3.2.9, RFC 5546 section 3.6).
package enum DeliveryStatus: Hashable, Sendable, CaseIterable {
    /// It's in the recipient's calendar.
    case delivered
    /// It was an answer, and the organizer has it.
    case answered
    /// Nobody has that address, or the sender may not know who has.
    case unknownAddress
    /// There's no way to deliver it, as from a group's calendar, where people answer in the event itself.
    case noWay
    /// The recipient's side doesn't understand it, or can't use it.
    case unsupported
    /// The recipient has no room for it, or too many invitations to decide on.
    case refused

    /// Whether the recipient has it.
    var hasArrived: Bool { self == .delivered || self == .answered }

    /// The code that programs read.
    package var code: String {
        switch self {
        case .delivered: "1.2"
        case .answered: "2.0"
        case .unknownAddress: "3.7"
        case .unsupported: "3.14"
        case .refused: "5.1"
        case .noWay: "5.2"
        }
    }

    /// The code with words, as in `REQUEST-STATUS`.
    package var requestStatus: String {
        switch self {
        case .delivered: "1.2;Delivered"
        case .answered: "2.0;Success"
        case .unknownAddress: "3.7;Invalid calendar user"
        case .unsupported: "3.14;Unsupported capability"
        case .refused: "5.1;Could not complete delivery"
        case .noWay: "5.2;No way to deliver"
        }
    }
}
