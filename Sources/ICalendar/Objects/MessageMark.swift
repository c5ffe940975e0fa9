/// Tells components of one UID apart that different messages of a file are about.
///
/// A file may have several messages about one event, such as the replies of two people. Each says something of
/// its own, so their components don't make up one object. Requests are an exception: they describe the event, and
/// of two versions the newer one counts.
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

    /// What the components of an object have in common: the octets of their UID, and those of the message.
    func key(of uid: [UInt8]) -> [UInt8] {
        guard let method, method.isOneMessage else { return uid }
        // NUL stands in no UID.
        let mark = method == .request ? "" : " \(calendarCount)"
        return uid + [0] + Array((method.text + mark).utf8)
    }
}

extension Keyword {
    /// Whether a calendar for this is a message about an event, and doesn't just list events.
    var isOneMessage: Bool { self == .request || !describesEvents }

    // Methods of messages (RFC 5546 section 1.4).

    /// Somebody is invited, or told of a change.
    public static var request: Keyword { Keyword("REQUEST") }

    /// Whether messages for this describe an event as a whole or an occurrence of it.
    ///
    /// The others name what they're about and say something about it, and needn't repeat when it is.
    public var describesEvents: Bool {
        switch text {
        case "REPLY", "CANCEL", "REFRESH", "COUNTER", "DECLINECOUNTER": false
        default: true
        }
    }
}
