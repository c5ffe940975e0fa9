/// Tells messages of one file apart that are about the same UID.
///
/// A file may have several messages about one event, such as the replies of two people. Each reply
/// says something of its own, so their components don't form one object. Requests are an exception:
/// each describes the whole event, so the newer version replaces the older one.
struct MessageMark: Sendable {
    /// How many calendars of the file have begun.
    private var calendarCount = 0
    private var method: Keyword?

    /// Notes that a calendar begins.
    mutating func begin() {
        calendarCount += 1
        method = nil
    }

    /// Notes a property of the calendar: `METHOD` comes before the components (RFC 5545 section 3.6).
    mutating func note(_ property: Property) {
        guard property.isNamed(.method), method == nil else { return }
        method = Keyword(property.textValue)
    }

    /// The key that the components of one object share: the octets of their UID and of the message.
    func key(of uid: [UInt8]) -> [UInt8] {
        guard let method, method.isOneMessage else { return uid }
        // No UID contains a NUL.
        let mark = method == .request ? "" : " \(calendarCount)"
        return uid + [0] + Array((method.text + mark).utf8)
    }
}

extension Keyword {
    /// Whether a calendar with this method is a message about an event, rather than a list of
    /// events.
    var isOneMessage: Bool { self == .request || !describesEvents }

    // Methods of messages (RFC 5546 section 1.4).

    /// Somebody is invited, or told about a change.
    public static var request: Keyword { Keyword("REQUEST") }

    /// Whether messages with this method describe an event as a whole, or one of its occurrences.
    ///
    /// Messages with another method only refer to an event, and needn't repeat when it happens.
    public var describesEvents: Bool {
        switch text {
        case "REPLY", "CANCEL", "REFRESH", "COUNTER", "DECLINECOUNTER": false
        default: true
        }
    }
}
