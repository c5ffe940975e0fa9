package import ICalendar

/// A message between an organizer and one attendee (RFC 5546).
package struct SchedulingMessage: Hashable, Sendable {
    /// The method of a message.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        case request = "REQUEST"
        case reply = "REPLY"
        case cancel = "CANCEL"
        case add = "ADD"
        case refresh = "REFRESH"
        case counter = "COUNTER"
        case declineCounter = "DECLINECOUNTER"
    }

    /// The method.
    package let method: Method
    /// The addresses of the recipient; the first is the one as written.
    package private(set) var recipient: [CalendarAddress]
    /// The VCALENDAR, with its `METHOD`.
    package let calendar: Component
    /// The message as iCalendar text.
    package let text: [UInt8]

    /// Makes a message.
    package init(method: Method, recipient: [CalendarAddress], calendar: Component) {
        self.method = method
        self.recipient = recipient
        self.calendar = calendar
        text = CalendarText.write([calendar])
    }

    /// The same message to somebody else.
    func readdressed(to recipient: [CalendarAddress]) -> SchedulingMessage {
        var message = self
        message.recipient = recipient
        return message
    }

    /// The method that a VCALENDAR names; nil for none or one that isn't known.
    package static func method(of calendar: Component) -> Method? {
        calendar.first(.method).flatMap { Method(rawValue: Keyword($0.textValue).text) }
    }

    /// Makes a message of components that are parts of an object.
    init(
        _ method: Method,
        to recipient: [CalendarAddress],
        _ components: [Component],
        of object: SchedulingObject
    ) {
        var nodes = Self.head.map { Node.property($0) }
        nodes.append(.property(Property(name: "METHOD", rawValue: method.rawValue)))
        nodes += object.calendar.components(named: .timeZone).map { .component($0) }
        nodes += components.map { .component($0) }
        self.init(
            method: method,
            recipient: recipient,
            calendar: Component(.calendar, nodes: nodes)
        )
    }

    /// The first properties of every calendar that is sent.
    private static let head = [
        Property(name: "VERSION", rawValue: "2.0"),
        Property(name: "PRODID", rawValue: CalendarText.productID),
    ]
}
